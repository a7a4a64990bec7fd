"""The tables of live games: seats, moves, clocks, and what each reader may see of them. `tournament.play` has their pages.

| file | holds |
|---|---|
| `games.py` | the games there are, and what the site adds to their rules |
| `known.py` | what this process knows of a table: seats, moves, position |
| `recording.py` | storing a move, and what the server itself has to record |
| `actions.py`, `hosting_actions.py`, `ending.py` | opening a table, joining, approving names, handing over, the end |
| `reserved.py`, `event_rules.py` | what holds at the tables of an event |
| `frames.py` | what one reader may see, and its digest |
| `tokens.py`, `pins.py`, `names.py`, `presence.py` | cookies of seats and hosts; PINs; names; who is away |
| `upkeep.py` | what the worker does for tables |
"""
