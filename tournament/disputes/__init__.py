"""Coaches' links, filing and deciding disputes.

| file | holds |
|---|---|
| `actions.py` | disputes: the window in which they are taken, filing, looking into them, deciding |
| `coach_link_views.py` | the organiser's list of coaches' links, and the handouts to print |
| `coach_links.py` | coaches |
| `coach_pages.py` | what a coach reads through their link |
| `coach_views.py` | A coach's pages, behind their private link, without signing in or cookies |
| `evidence.py` | everything that a judge needs to decide a dispute |
| `filing.py` | filing a dispute, by a signed-in person or through a coach's link |
| `forms.py` | forms of disputes |
| `outcomes.py` | what follows from disputes that are upheld: whether it may, and whether it still holds |
| `pictures.py` | photos that a coach takes with a dispute |
| `queries.py` | disputes as they are read |
| `stakes.py` | what a dispute can change |
| `views.py` | disputes at the judges' table |
| `windows.py` | when the lines of a round may be disputed |
"""
