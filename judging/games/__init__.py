"""Judged lines to points: paper formats and live games."""

from judging.games.sentences import ROWS
from judging.messages import register

register(ROWS)
