"""The organiser's pages: the event, the checklist, the board, the steps of a round.

| file | holds |
|---|---|
| `actions.py` | events and their divisions |
| `board.py` | A round's board: where its sheets are, and what is left to do before it can be final |
| `board_views.py` | the pages of a round's board, and printing and handing out sheets from there |
| `checklist.py` | the steps of a competition day, and the one to do now |
| `checklist_step.py` | one step of the checklist |
| `forms.py` | forms of an event: creating it, its settings, its grades |
| `hold_ups.py` | what must be done before a round can go on, and the page where this person does it |
| `open_work.py` | what is left to do before a round can move a step on, in sentences |
| `progress.py` | how far an event has come, in counts |
| `round_checklist.py` | the steps that every round goes through, from printing its sheets to making it final, for all rounds together |
| `round_steps.py` | moving a round a step forward or back |
| `round_views.py` | rounds: adding one, its settings, and moving its work along |
| `time_zones.py` | the time zones that a form offers |
| `views.py` | the start page, the organiser's checklist and an event's settings |
| `waiting_views.py` | what waits for judges, for an organiser: who has no judge at hand adds one, or becomes one |
"""
