"""Number race: everybody writes as many different methods for one target as they can. The rules are in
docs/rules/number-race.md (NR).

| file | holds |
|---|---|
| `settings.py` | settings and presets (NR-2, NR-3) |
| `state.py` | the state of a round and of the game |
| `view.py` | the game as each reader may see it |
| `game.py` | the moves, the points, and the `Game` that joins all of these |
"""
