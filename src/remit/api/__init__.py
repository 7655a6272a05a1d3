"""What a person can ask for, one module each; it must not print, exit or read the environment."""
