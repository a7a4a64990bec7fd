"""The judge's queue, one case, rulings and precedents.

| file | holds |
|---|---|
| `actions.py` | rulings: a judge says what a line counts as, and as many sign as the event asks for |
| `case.py` | one line before the judge |
| `forms.py` | forms of the judge pages |
| `past_rulings.py` | what was ruled in an event |
| `precedents.py` | what was ruled before on the same text, the same method, the same unknown sign or function, or the same kind of reading |
| `queue.py` | what waits for a judge: the lines of an event, equal answers as one |
| `queue_views.py` | the judge's queue: what waits, what it can change, and many answers settled at once |
| `reasons.py` | the reasons that the program offers a judge, as codes with facts (`common.wording.stored_words`) |
| `ruling_checks.py` | A ruling before it is saved: checked and not written |
| `sheet_lines.py` | one entrant's sheet in one round as judges see it |
| `stakes.py` | what each waiting answer can change, and the judge's queue in that order |
| `undo.py` | taking a ruling back at once |
| `unsigned.py` | rulings that too few judges have signed so far |
| `views.py` | the judge pages: one line, any sheet, and what was ruled |
"""
