"""The 24 family as a live game: Classic, Tony Four, Closest to. The rules are in docs/rules/twentyfour.md (TF).

| file | holds |
|---|---|
| `checks.py` | why a move of the 24 family is refused at this moment |
| `expressions.py` | whether expressions make what they have to make, with each number of their set exactly once (TF-C-2) |
| `game.py` | the 24 family as a row of the table of live games |
| `one_round.py` | one round scored from its moves, without a table: the referee of the 24 family (TF-R) |
| `play.py` | the 24 family as it is played: what each move does (TF) |
| `results.py` | who wins a round |
| `sentences.py` | what the 24 family says: refusals, and why a player has the points of a round |
| `settings.py` | what can be set in the 24 family, and the named games (TF-2) |
| `state.py` | what the 24 family remembers of a game |
| `types.py` | the nine types of the 24 family, and what each of them says (TF-1) |
| `view.py` | what a reader of a table of the 24 family may know, as plain JSON |
| `what_if.py` | what a ruling would change: shown before anybody gives it (TF-E-4) |
"""
