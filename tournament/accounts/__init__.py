"""Accounts, people of an event and their roles.

| file | holds |
|---|---|
| `account_actions.py` | new accounts, and the changes that people make to their own |
| `account_views.py` | the page of one's own account |
| `actions.py` | giving and removing roles at an event |
| `api.py` | roles in the API |
| `first_account.py` | the first account of an installation |
| `forms.py` | forms of roles, helpers and accounts |
| `helper_list.py` | several helpers from a pasted list |
| `link_views.py` | a helper's sign-in links, for the organiser |
| `people_views.py` | the people of an event and their roles |
| `token_views.py` | tokens for programs, one's own and those of helpers |
| `views.py` | signing in and out |
"""
