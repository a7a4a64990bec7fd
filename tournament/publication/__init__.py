"""What the public sees: copies, embargo, signed final results, ceremony.

| file | holds |
|---|---|
| `actions.py` | actions that decide what the public sees of an event |
| `ceremony.py` | what a ceremony shows of a standing, step by step |
| `ceremony_actions.py` | actions of a ceremony: begin it, move all its screens, go on after results changed |
| `ceremony_views.py` | the pages of a ceremony |
| `copies.py` | storing a copy of every public page; `publication.rendering` makes the pages |
| `forms.py` | forms to publish results, to correct them and to choose what a ceremony reveals |
| `interruptions.py` | where and why making a copy stopped, for the organiser |
| `prepared_copies.py` | final results that the worker copies before the ceremony ends |
| `queries.py` | which visibility an event may change to, its copies, and the text that is signed |
| `recounts.py` | the recount of a signed copy |
| `rendering.py` | making the pages of a copy, by calling our own views as an anonymous visitor |
| `signing.py` | the site's Ed25519 signature on final results |
| `views.py` | the organiser's page to publish results, and the public page of signed copies |
"""
