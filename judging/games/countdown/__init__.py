"""Countdown: letters, numbers and the conundrum, played live or entered from paper (docs/rules/countdown.md).

| file | holds |
|---|---|
| `letters.py`, `numbers.py`, `conundrum.py` | the points of one round, for a live game and for `manage.py referee` |
| `round_scores.py` | the score of a player for one round |
| `settings.py` | settings and presets |
| `kinds.py` | the kinds of move |
| `rounds.py` | the state of a round and of the game |
| `checks.py` | refusals of moves |
| `playing.py` | the effect of each move |
| `timing.py` | the moves that the server makes by itself |
| `points.py` | the points of rounds and of the game |
| `view.py` | the game as each reader may see it |
| `offers.py` | the moves that a page offers its reader |
| `game.py` | the `Game` that joins all of these |
| `sentences.py` | sentences for the codes |
"""
