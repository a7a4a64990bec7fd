"""Questions on paper and slides: puzzle sheets, answer keys, a booklet of the day. Only for organisers.

| file | holds |
|---|---|
| `answer_keys.py` | the answer key of each question |
| `forms.py` | forms for printing questions: the kind of paper, the grades, the size |
| `queries.py` | questions ready to be printed or shown: of a round, of the day, or of a set that no round asks yet |
| `views.py` | the organiser's page that prints the questions of a round or of the whole day |
"""
