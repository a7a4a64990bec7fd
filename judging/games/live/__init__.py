"""The parts that all live games share: moves, the clock, replay, rulings. A game is one `Game`; see `game.py`.

| file | holds |
|---|---|
| `game.py` | A live game: its settings, its moves, and pure functions over positions |
| `moves.py` | recorded moves: everything that happens at a table; and why a move is refused |
| `positions.py` | the position of a table after some moves: who plays, the clock, and the game's own state |
| `replay.py` | the position of a table from its recorded moves, with what all games share |
| `sentences.py` | the sentences on refused moves that all live games share, one for each code |
| `transcript.py` | A live game as a text page that replays to the same points: for tests, export and disputes |
"""
