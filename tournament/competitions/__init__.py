"""A competition of several halls: their files, checked, and the joint standing.

| file | holds |
|---|---|
| `actions.py` | halls, files that count, ties, what the public reads, signed copies |
| `api.py` | halls and their files in the API |
| `forms.py` | the forms of the organiser |
| `handing_in.py` | files of halls, from outside or from this site, and the verdict on each |
| `joint.py` | the joint standing, computed from the halls' files |
| `public_views.py` | the public pages of the joint standing, and its files |
| `queries.py` | what counts now, names, what a file would change |
| `refusals.py` | the sentences for verdicts |
| `rules.py` | the rules of the competition, and where a hall's file differs |
| `views.py` | the pages of the organiser |
"""
