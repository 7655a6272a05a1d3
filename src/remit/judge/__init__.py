"""Judge a prompt's text: eight criteria, further rules, the gate; it must not know files, agents or reports."""
