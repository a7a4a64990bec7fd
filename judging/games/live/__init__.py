"""The parts that all live games share: moves, the clock, replay, rulings. A game is one `Game`; see `game.py`."""
