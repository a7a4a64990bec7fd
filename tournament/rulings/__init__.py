"""The judge's queue, one case, rulings and precedents.

| file | holds |
|---|---|
| `actions.py` | giving a ruling on one line or on many, signing one |
| `api.py` | the queue and rulings in the API |
| `case.py` | one line before the judge: its readings, equal lines, earlier rulings |
| `past_rulings.py` | all rulings of an event, and those that wait for signatures |
| `precedents.py` | earlier rulings on similar lines |
| `queue.py` | the lines that wait for a judge, equal answers as one |
| `queue_views.py` | the page of the judge's queue, and ruling on many answers |
| `reasons.py` | the reasons that the program offers |
| `ruling_checks.py` | the checks of a ruling before it is saved |
| `ruling_fields.py` | the ruling form, and the form to look up a sheet |
| `sheet_lines.py` | one entrant's sheet as judges see it |
| `stakes.py` | the points and places that each waiting answer can change; order of the queue |
| `undo.py` | undoing the last ruling within a minute |
| `views.py` | the judge's pages: one line, any sheet, all rulings |
"""
