"""The web application. Nothing is imported here: the process that opens a stranger's file must start quickly.

| file | holds |
|---|---|
| `__main__.py` | the command `number-tournament`, and `manage.py` |
| `admin.py` | Django's admin, read-only |
| `apps.py` | the Django app and its checks at the start |
| `asgi.py` | the ASGI application of each web process |
| `celery.py` | the Celery application and its schedule |
| `checks.py` | checks of the settings before anything is served |
| `settings.py` | the settings, from environment variables |
| `tasks.py` | the Celery tasks; each carries out jobs |
| `urls.py` | all addresses |
"""

VERSION = "1.0.0"  # the only place; docs/versions.md says where it is shown and what it promises
PROGRAM = f"number-tournament {VERSION}"
