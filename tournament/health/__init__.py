"""Parts of the site, figures and logs, for whoever runs it.

| file | holds |
|---|---|
| `alive.py` | the address that answers as long as the web process does |
| `checks.py` | whether the parts of the site work: database, tables, broker, worker |
| `logs.py` | one line for each thing that is logged, with the number of the request or job that it belongs to |
| `metrics.py` | figures for Prometheus |
| `request_times.py` | how long requests take, by view and status, and how many streams are open |
| `views.py` | addresses for programs that watch the site |
"""
