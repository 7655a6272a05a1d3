"""Find, escape, cut and locate regions of text: tags, fences, code spans, placeholders; it must not know prompts, tasks or rules."""
