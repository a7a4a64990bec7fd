"""Shared by all pages: finding the event, permissions, snapshots, fields, stored copies.

| file | holds |
|---|---|
| `client_address.py` | the address of the client of a request |
| `content_security.py` | the content security policy and other security headers |
| `downloads.py` | files to download |
| `fields.py` | fields that several forms share |
| `help.py` | the paragraph of a guide that helps with a page |
| `navigation.py` | what every template has, with the navigation |
| `outages.py` | the page and JSON for a full disk or a failing database |
| `pages.py` | what every view of an event uses: its decorator, look-ups, forms and buttons, breadcrumbs |
| `permissions.py` | the capabilities of each role |
| `problems.py` | refusals of the API as problem details |
| `rate_limits.py` | how often one address may send costly requests, or guess |
| `refusal_pages.py` | the pages for what is refused |
| `sent_text.py` | checks of the text and numbers that a request sends |
| `site_address.py` | the address of this site |
| `snapshot.py` | reading one state of the database with several queries |
"""
