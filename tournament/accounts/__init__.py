"""Accounts, people of an event and their roles.

| file | holds |
|---|---|
| `account_actions.py` | what a person changes about their own account |
| `account_views.py` | A person's own account |
| `actions.py` | who works at an event: giving and removing roles |
| `first_account.py` | the first account of an installation |
| `forms.py` | forms of accounts: a role, many helpers, the first account, one's own account |
| `helper_list.py` | several helpers from a pasted list |
| `link_views.py` | A helper's sign-in links as the organiser sees them |
| `new_accounts.py` | new accounts, and what a name and a sign-in name may be |
| `people_views.py` | who works at an event: the list, giving and removing roles, and several helpers at once |
| `views.py` | signing in and out: by password, by a link, and the first account of an installation |
"""
