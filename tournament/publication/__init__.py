"""What the public sees: copies, embargo, signed final results, ceremony.

| file | holds |
|---|---|
| `actions.py` | publishing, correcting, renewing and cancelling results |
| `api.py` | what the public sees in the API |
| `ceremony.py` | the steps of a ceremony: leaders, places, awards |
| `ceremony_actions.py` | beginning a ceremony, moving its screens, accepting changes |
| `ceremony_views.py` | the pages of a ceremony |
| `copies.py` | storing, finishing and withdrawing a copy of the public pages |
| `forms.py` | forms to publish and correct results, and to plan a ceremony |
| `interruptions.py` | where and why making a copy stopped |
| `prepared_copies.py` | final results that are copied before the ceremony ends |
| `queries.py` | possible visibilities, the copies of an event, the signed text |
| `recounts.py` | the recount of a signed copy |
| `rendering.py` | rendering the pages of a copy |
| `signing.py` | the site's Ed25519 signature on final results |
| `views.py` | the organiser's page to publish, and the public page of signed copies |
"""
