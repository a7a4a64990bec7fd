"""Countdown: letters, numbers and the conundrum, played live or entered from paper (docs/rules/countdown.md).

| file | holds |
|---|---|
| `letters.py`, `numbers.py`, `conundrum.py` | the points of one round, for a table and for `manage.py referee` alike |
| `settings.py`, `kinds.py` | what can be set, and the moves |
| `rounds.py` | what is known of a round and of the game |
| `checks.py`, `playing.py`, `timing.py` | why a move is refused, what it does, and what comes by itself |
| `results.py` | points |
| `view.py`, `offers.py` | what each reader may know, and which moves their page offers |
| `game.py` | all of it as a `Game` |
| `awards.py` | what a player gets for a round, and why |
| `sentences.py` | a sentence for each code |
"""
