"""Accounts, people of an event and their roles.

| file | holds |
|---|---|
| `account_actions.py` | changes that a person makes to their own account |
| `account_views.py` | the page of one's own account |
| `actions.py` | giving and removing roles at an event |
| `api.py` | roles in the API |
| `first_account.py` | the first account of an installation |
| `forms.py` | forms of roles, helpers and accounts |
| `helper_list.py` | several helpers from a pasted list |
| `link_views.py` | a helper's sign-in links, for the organiser |
| `new_accounts.py` | new accounts, and valid names for them |
| `people_views.py` | the people of an event and their roles |
| `token_views.py` | tokens for programs, one's own and those of helpers |
| `views.py` | signing in and out |
"""
