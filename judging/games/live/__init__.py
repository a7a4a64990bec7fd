"""The parts that all live games share: moves, the clock, replay, rulings. A game is one `Game`; see `game.py`.

| file | holds |
|---|---|
| `game.py` | a live game: its settings, its moves, the positions of its table, and pure functions over them |
| `moves.py` | recorded moves: everything that happens at a table; and why a move is refused |
| `replay.py` | the position of a table from its recorded moves, with what all games share |
| `sentences.py` | the sentences on refused moves that all live games share, one for each code |
| `transcript.py` | A live game as a text page that replays to the same points: for tests, export and disputes |
"""
