"""How a language writes dates, where Django's own way is not ours. Django looks here first."""
