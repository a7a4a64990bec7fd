"""What all pages share: finding the event, permissions, snapshots, fields, stored copies.

| file | holds |
|---|---|
| `action_api.py` | what writing API views share: every refusal is {code, sentence, lines} |
| `client_address.py` | where a request comes from |
| `content_security.py` | the headers every response carries |
| `fields.py` | fields that several forms share |
| `form_pages.py` | what pages with forms share: trying an action, breadcrumbs, and CSV downloads |
| `help.py` | which paragraph of which guide helps with a page: the link “Help” in its header |
| `outages.py` | what people read when the disk is full or the database fails |
| `pages.py` | what every page of an event shares |
| `permissions.py` | what each role may do |
| `public_api.py` | what the views of the public JSON share |
| `rate_limits.py` | how often one address may ask what is answered without writing anything |
| `requests.py` | the request as the pages of an event get it |
| `sent_text.py` | what a request may bring: text that can be recorded, and numbers that a database knows |
| `site_address.py` | where this site is |
| `snapshot.py` | reading one state of the database with several queries, while others go on writing |
"""
