"""Forms translate what was typed; whether it may be is asked of the actions."""
