"""Points to places, awards and ties.

| file | holds |
|---|---|
| `standings.py` | places from points (NT-ST-1 to NT-ST-6) |
| `criteria.py` | the ranking criteria that an event may choose |
| `teams.py` | points and status of a team |
| `ties.py` | ties that matter for awards, and the draw of their tiebreakers (NT-TB-1, NT-TB-2) |
| `brackets.py` | the tiebreakers of a tie (NT-TB-3 to NT-TB-7) |
| `tie_decisions.py` | decisions of ties on points |
| `awards.py` | awards from places |
| `series.py` | standings of a series of games |
| `fixtures.py` | fixtures of a series of games |
| `sentences.py` | sentences for the codes |
"""

from judging.messages import register
from judging.results.sentences import ROWS

register(ROWS)
