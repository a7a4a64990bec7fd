"""The pages of live games: joining, a table on a phone, on the host's screen and in front of the room.

A game adds its templates in `templates/play/<slug>/`: `phone.html`, `host.html` and `screen.html` show a frame
(`game_tables/frames.py`); the last one extends `templates/play/room.html`, which fits into a window. A form with
`data-move="<kind>"` sends its fields as a move; a button's `name` and `value` count as a field. What is typed there
survives a reload, and is sent again with its key until the server has answered.

| file | holds |
|---|---|
| `forms.py` | forms for the PIN, a name, the settings of a table |
| `host_views.py` | the host's page |
| `join_views.py` | pages that lead to a game: PIN, name, new table, another game |
| `rendering.py` | the part of a page that shows a frame; who leads, and what a player reads of their own place |
| `setting_fields.py` | the settings of a live game as fields of a form |
| `table_views.py` | the player's phone and the room's screen |
"""
