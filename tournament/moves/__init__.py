"""The moves of live games: their record, what a process knows of a table from them, and what an event asks of them.
`tournament.game_tables` seats the players.

| file | holds |
|---|---|
| `games.py` | the games there are, and what the site adds to their rules |
| `table_cache.py` | what this process knows of a table: seats, moves, position |
| `long_games.py` | playing long games again, one at a time |
| `locking.py` | the lock on a table, and writing its row |
| `recording.py` | storing a move, and what the server itself has to record |
| `event_rules.py` | what holds at the tables of an event |
| `ending.py` | the end by hand |
| `queries.py` | what the database holds of a table |
| `finished_rounds.py` | the rounds of a game that is over |
"""
