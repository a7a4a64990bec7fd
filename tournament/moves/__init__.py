"""The moves of live games: their record, what a process knows of a table from them, and what an event asks of them.
`tournament.game_tables` seats the players.

| file | holds |
|---|---|
| `table_cache.py` | the cache of tables: seats, moves, position; replay of long games, one at a time |
| `locking.py` | the lock on a table, and writing its row |
| `recording.py` | recorded moves of players and of the server |
| `event_rules.py` | rules for tables of an event |
| `queries.py` | moves and seats in the database |
"""
