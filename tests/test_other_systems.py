"""Nothing at import needs what only Linux and macOS have: a new process takes it away, then loads every module.

Libraries are loaded before, since they choose by the name of the system.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

PROGRAM = """
import importlib, os, pkgutil, signal, sys
import billiard.popen_fork, celery.bin.worker, celery.concurrency, django, granian, psycopg, redis
for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules[name] = None  # importing it raises ImportError
for name in ("chown", "fork", "getpgid", "getuid", "killpg", "link", "nice", "setsid", "uname"):
    delattr(os, name)
for name in ("SIGALRM", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGXCPU"):
    delattr(signal, name)
django.setup()
count = 0
for package in ("judging", "puzzles", "tournament"):
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        importlib.import_module(module.name)
        count += 1
print(count)
"""


def test_no_module_needs_posix_to_be_loaded(tmp_path):
    (tmp_path / "static").mkdir()
    environment = {"PATH": "", "DJANGO_SETTINGS_MODULE": "tournament.settings", "VAR_DIR": str(tmp_path)}
    loading = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert loading.stderr == ""
    assert int(loading.stdout) > 700
