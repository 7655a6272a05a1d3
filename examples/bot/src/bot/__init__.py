"""A bot that triages issues and reviews changes: the sample project for the gate."""
