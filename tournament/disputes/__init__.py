"""Coaches' links, filing and deciding disputes.

| file | holds |
|---|---|
| `actions.py` | opening and closing the window, filing, assigning and deciding disputes |
| `api.py` | disputes in the API |
| `coach_link_views.py` | the organiser's list of coaches' links, and the handouts to print |
| `coach_links.py` | making and revoking coaches' links; filing and withdrawing through one |
| `coach_pages.py` | the sheets and disputes that a coach may read |
| `coach_views.py` | the coach's pages behind the private link |
| `evidence.py` | everything that a judge needs to decide a dispute |
| `filing.py` | the time in which a round may be disputed, and storing a dispute |
| `forms.py` | forms of the coach, the desk, the judge and the organiser |
| `outcomes.py` | the consequences of upheld disputes, and whether they are in force |
| `pictures.py` | photos that a coach sends with a dispute |
| `queries.py` | the list of disputes by what they can change, disputed lines, statements |
| `views.py` | the judges' pages of disputes, and filing at the desk |
"""
