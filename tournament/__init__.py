"""The web application. Nothing is imported here: the process that opens a stranger's file must start quickly.

| file | holds |
|---|---|
| `__main__.py` | the command `number-tournament`, and `manage.py`: each command of the program |
| `admin.py` | Django's admin, read-only |
| `apps.py` |  |
| `asgi.py` | the site as an ASGI application, in each web process. `serving.server` has the command of the server |
| `celery.py` | the Celery application |
| `checks.py` | checks of the settings before anything is served |
| `settings.py` | settings |
| `tasks.py` | Celery: thin |
| `urls.py` | addresses |
"""

VERSION = "0.9.0"  # the only place; docs/versions.md says where it is shown and what it promises
PROGRAM = f"number-tournament {VERSION}"
