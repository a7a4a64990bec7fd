"""Countdown Duel as a live game. The rules are in docs/rules/duel.md (CD).

| file | holds |
|---|---|
| `game.py` | Countdown Duel as a row of the table of live games |
| `levels.py` | the levels of the machine (DU-M-1) |
| `play.py` | Countdown Duel at a table: what each move does |
| `rules.py` | Countdown Duel itself: a board, a turn, and the board after it (DU-1 to DU-8) |
| `sentences.py` | the sentences of Countdown Duel, in the words of its rule book where it has them |
"""
