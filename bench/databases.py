"""Runs a program on both databases: each time in a new process and on a new database, on the tests' servers."""

import os
import subprocess
import sys
import tempfile
import uuid
from pathlib import Path

from tests import servers


def on_each(module: str, *arguments: str, check: bool = True) -> bool:
    """Run `python -m module` with DATABASE_URL on SQLite (a file) and on PostgreSQL; the module prints its figures.
    Returns whether both succeeded; with `check` SystemExit names those that failed, after both have run."""
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        for name, url in (
            ("SQLite", f"sqlite:///{Path(folder) / 'bench.sqlite3'}"),
            ("PostgreSQL", new_postgresql()),
        ):
            print(f"-- {name}", flush=True)
            command = [sys.executable, "-m", module, *arguments]
            if subprocess.run(command, env=environment(url, folder), check=False).returncode:
                failed.append(name)
    if check and failed:
        raise SystemExit(f"{module} on {' and '.join(failed)}")
    return not failed


def environment(url: str, folder: str | Path) -> dict[str, str]:
    """The environment of a program that uses this database and keeps its files in this folder."""
    settings = {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
    return {**os.environ, **settings, "DATABASE_URL": url, "VAR_DIR": str(folder)}


def new_postgresql() -> str:
    """A new database on a private server, or on the server that TEST_POSTGRES_URL names."""

    url = servers.named_postgresql() or servers.PrivatePostgreSQL.started().url
    return new_database(url)


def new_database(url: str) -> str:
    """The address of a new, empty database on this PostgreSQL."""
    import psycopg

    name = f"bench_{uuid.uuid4().hex[:12]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{url.rpartition('/')[0]}/{name}"
