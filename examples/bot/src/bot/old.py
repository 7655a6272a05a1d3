"""A prompt from before the gate: nothing registers it, and the baseline accepts it until it is registered or gone."""

ESCALATION_PROMPT = """You are a support engineer. The following conversation with a customer has gone wrong. Read it with care,
look for what the customer wanted in the first place, and tell the team lead in a few friendly sentences what happened and what
you would do now. Do not blame anybody, and do not promise anything that we cannot keep: {conversation}"""
