"""Filters and tags of templates. A live game may have a file of its own.

| file | holds |
|---|---|
| `countdown.py` | sentences and look-ups of Countdown's pages |
| `duel.py` | sentences and look-ups of Countdown Duel's pages |
| `play.py` | look-ups of the pages of all live games |
| `script_texts.py` | the texts that scripts show |
| `sentences.py` | messages of judging as sentences |
| `twentyfour.py` | sentences and look-ups of the 24 family's pages |
"""
