"""Judge untrusted text and keep what is safe of it; it must not know agents, prompts or where the text came from."""
