from judging.language.sentences import ROWS
from judging.messages import register

register(ROWS)
