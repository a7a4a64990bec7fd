"""The pages of live games: joining, a table on a phone, on the host's screen and in front of the room.

A game adds its templates in `templates/play/<slug>/`: `phone.html`, `host.html` and `screen.html` show a frame
(`tables/frames.py`). A form with `data-move="<kind>"` sends its fields as a move; a button's `name` and `value` count as
a field. What is typed there survives a reload, and is sent again with its key until the server has answered.
"""
