"""The moves of live games: their record, what a process knows of a table from them, and what an event asks of them.
`tournament.tables` seats the players.

| file | holds |
|---|---|
| `games.py` | the games there are, and what the site adds to their rules |
| `known.py` | what this process knows of a table: seats, moves, position |
| `recording.py` | storing a move, and what the server itself has to record |
| `event_rules.py` | what holds at the tables of an event |
| `ending.py` | the end by hand |
| `rounds.py` | the rounds of a game that is over |
"""
