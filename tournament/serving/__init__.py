"""Pages that change while people look at them: who tells them, and what is kept so that a crowd costs as little as one.

| file | holds |
|---|---|
| `asgi.py` | the site as an ASGI application |
| `cached_responses.py` | cacheable responses: which requests have one, and in which encoding it is sent |
| `costly_requests.py` | requests that cost much, of anybody who likes |
| `django_handler.py` | Django, called in a thread with a whole request |
| `page_cache.py` | A cache of the public pages of events |
| `poller.py` | the public state of each event, or of each live table, read from the database by one thread per process |
| `request_bodies.py` | the body of a request, read by the event loop |
| `request_info.py` | what the event loop finds out about a request by itself |
| `server.py` | the command of the web server, with the settings that it has everywhere |
| `streams.py` | event streams: they send the number of the latest change to every open page of an event |
| `table_streams.py` | live tables from the event loop |
"""
