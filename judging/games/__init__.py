"""Judged lines to points: paper formats and live games.

| file | holds |
|---|---|
| `formats.py` | every paper format by its slug |
| `live_games.py` | every live game by its slug |
| `sentences.py` | every sentence that stands beside a line |
| `settings.py` | the settings that an organiser may choose, and the values that a round stores of them |
"""

from judging.games.sentences import ROWS
from judging.messages import register

register(ROWS)
