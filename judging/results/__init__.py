"""Points to places, awards and ties.

| file | holds |
|---|---|
| `awards.py` | places to awards |
| `brackets.py` | tiebreakers: who plays whom, who is out, and who is left in the end (NT-TB-3 to NT-TB-7) |
| `criteria.py` | chains of criteria as an event stores them |
| `fixtures.py` | who plays whom in a series of games |
| `sentences.py` | every sentence about places, awards, tiebreakers and chains: one template a code |
| `series.py` | the standings of a series of games |
| `standings.py` | points to places (NT-ST-1 to NT-ST-6) |
| `teams.py` | what a team is worth |
| `tie_decisions.py` | how ties on points were decided |
| `ties.py` | ties that matter for awards, and the draw of their tiebreakers (NT-TB-1, NT-TB-2) |
"""

from judging.messages import register
from judging.results.sentences import ROWS

register(ROWS)
