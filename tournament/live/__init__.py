"""Pages that change while people look at them: who tells them, and what is kept so that a crowd costs as little as one."""
