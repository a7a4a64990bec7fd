"""The 24 family as a live game: Classic, Tony Four, Closest to. The rules are in docs/rules/twentyfour.md (TF).

| file | holds |
|---|---|
| `settings.py` | the nine game types (TF-1), settings and presets (TF-2) |
| `state.py` | the state of a round and of the game |
| `checks.py` | refusals of moves |
| `play.py` | the effect of each move |
| `points.py` | the winner of a round |
| `expressions.py` | judging of a player's expressions (TF-C-2) |
| `view.py` | the game as each reader may see it |
| `game.py` | the `Game` that joins all of these |
| `one_round.py` | the referee of a single round, without a table (TF-R) |
| `what_if.py` | preview of a ruling (TF-E-4) |
| `sentences.py` | sentences for the codes |
"""
