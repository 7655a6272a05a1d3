"""Read the repository of a user: templates, the project file, and the prompts in it; it must not know what they are judged by."""
