"""Shared by all pages: finding the event, permissions, snapshots, fields, stored copies.

| file | holds |
|---|---|
| `client_address.py` | the address of the client of a request |
| `content_security.py` | the content security policy and other security headers |
| `fields.py` | fields that several forms share |
| `form_pages.py` | what pages with forms share: refusals, breadcrumbs, CSV |
| `help.py` | the paragraph of a guide that helps with a page |
| `outages.py` | the page and JSON for a full disk or a failing database |
| `pages.py` | the decorators and look-ups of every page of an event, and its request |
| `permissions.py` | the capabilities of each role |
| `problems.py` | refusals of the API as problem details |
| `rate_limits.py` | how often one address may send costly requests, or guess |
| `sent_text.py` | checks of the text and numbers that a request sends |
| `site_address.py` | the address of this site |
| `snapshot.py` | reading one state of the database with several queries |
"""
