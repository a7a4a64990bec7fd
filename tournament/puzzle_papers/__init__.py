"""Questions on paper and slides: puzzle sheets, answer keys, a booklet of the day. Only for organisers.

| file | holds |
|---|---|
| `answer_keys.py` | the answer key of each question |
| `drafts.py` | A set that no round asks yet, as a paper to look at |
| `forms.py` | forms for printing questions: the kind of paper, the grades, the size |
| `queries.py` | the questions of some grades in a round, ready to be printed or shown |
| `views.py` | the organiser's page that prints the questions of a round or of the whole day |
"""
