from judging.games.sentences import ROWS
from judging.messages import register

register(ROWS)
