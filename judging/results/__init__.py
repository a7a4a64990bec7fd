from judging.messages import register
from judging.results.sentences import ROWS

register(ROWS)
