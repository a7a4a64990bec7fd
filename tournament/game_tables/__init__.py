"""The tables of live games: who sits there, who hosts, and what each reader may see. `tournament.moves`
keeps the moves, and `tournament.play` has the pages.

| file | holds |
|---|---|
| `actions.py`, `hosting_actions.py` | opening a table, joining, approving names, handing over |
| `next_game.py` | another game with the same players |
| `reserved_seats.py` | seats reserved for the players of a fixture |
| `frames.py` | what one reader may see, and its digest; players who are away |
| `tokens.py` | cookies of seats and hosts, and who may read a table |
| `pins.py`, `rate_limits.py` | PINs and invitations; limits by address |
| `upkeep.py` | the worker's tasks for tables |
| `player_names.py`, `rude_words.py` | cleaned names; names and words that only the host sees |
| `api.py` | tables in the API |
"""
