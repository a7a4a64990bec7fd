"""The Celery application. The broker is a hint: what is to be done is a row, a message only says that it is there."""

import os
import warnings

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

# It warns root of messages that run code when they are unpacked; ours are JSON (CELERY_ACCEPT_CONTENT).
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
