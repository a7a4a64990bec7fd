"""Texts that the program makes, stores and searches.

| file | holds |
|---|---|
| `cards.py` | playing cards by their values |
| `folding.py` | names without accents and case, so that everybody finds them with the keyboard they have |
| `reasons.py` | the reason that a person gives for a decision, checked |
| `sentences.py` | what judging says, as a sentence in the reader's language |
| `stored_words.py` | texts of a row that a person writes or takes from the program |
| `validator_messages.py` | Django's sentences about values, in usual words |
"""
