"""The schema of the API in English, made once for the tests of a process. Nobody changes it."""

import io
import json
from functools import cache

from django.core.management import call_command
from django.utils import translation


@cache
def schema() -> dict:
    """It is complete: drf-spectacular has no warning about it."""
    written = io.StringIO()
    with translation.override("en"):
        call_command("spectacular", "--fail-on-warn", format="openapi-json", stdout=written)
    return json.loads(written.getvalue())
