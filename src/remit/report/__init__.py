"""The outcome of an audit as text in seven formats; it must not know how prompts are found or judged."""
