"""Ties for an award: the draw (`draw.py`), the games (`actions.py`, `games.py`) and the page of ties."""
