"""The organiser's pages: the event, the checklist, the board, the steps of a round.

| file | holds |
|---|---|
| `actions.py` | creating and changing events and their grades |
| `board.py` | the board of a round: where its sheets are, and the work left |
| `board_views.py` | the page of a round's board; printing and handing out from there |
| `checklist.py` | the checklist of a competition day |
| `checklist_step.py` | one step of the checklist |
| `forms.py` | forms of an event, its grades and the dispute window |
| `hold_ups.py` | what a round waits for, with a link to the page for it |
| `open_work.py` | unfinished work of a round, in sentences |
| `progress.py` | the progress of an event, in counts |
| `round_checklist.py` | the steps of every round, for all rounds together |
| `round_steps.py` | moving a round a step forward or back |
| `round_views.py` | pages of a round: adding it, its settings, its steps |
| `time_zones.py` | the time zones that a form offers |
| `views.py` | the start page, the checklist and the settings of an event |
| `waiting_views.py` | decisions that wait for a judge, for an organiser |
"""
