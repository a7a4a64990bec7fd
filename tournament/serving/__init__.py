"""Pages that change while people look at them: who tells them, and what is kept so that a crowd costs as little as one.

| file | holds |
|---|---|
| `asgi.py` | the ASGI application |
| `cached_responses.py` | cacheable responses and their encodings |
| `costly_requests.py` | limits on expensive requests |
| `django_handler.py` | Django in a thread, one whole request a call |
| `feed_streams.py` | the feed as a stream, for programs |
| `pace.py` | when readers hear of a change while the process is busy with pages |
| `page_cache.py` | the cache of public pages |
| `poller.py` | the thread that polls the state of events or live tables |
| `request_bodies.py` | request bodies, read by the event loop |
| `request_info.py` | request numbers, length limits, the last event seen |
| `server.py` | the command of the web server and its settings |
| `streams.py` | event streams: who listens, and what waits for a slow reader |
| `table_streams.py` | streams of live tables, which bring the frames |
"""
