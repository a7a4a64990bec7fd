"""`python manage.py doctor`: what is wrong with this installation, in sentences."""

import os
import shutil
import stat
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core import checks as django_checks
from django.core.management.base import BaseCommand
from django.db import DatabaseError
from django.utils import timezone

from tournament.backups import actions, files as backups
from tournament.common.installation import MANAGE, START
from tournament.common.locks import lock
from tournament.health import checks
from tournament.models import Event, Job
from tournament.standalone import demo_loading

LITTLE_SPACE = 500_000_000  # bytes
LONG_WAIT = timedelta(minutes=5)
KEYS = ("secret_key", "signing_key")


class Command(BaseCommand):
    help = "Say what is wrong with this installation, and what to do: exit 0 when nothing is, else 1. Changes nothing."
    requires_system_checks = []

    def handle(self, **options) -> None:
        # a host may take the connection and say nothing
        os.environ.setdefault("PGCONNECT_TIMEOUT", str(checks.PATIENCE))
        problems = [*_settings(), *_folder()]
        parts = list(checks.parts())
        for part in parts:
            self.stdout.write(f"{part.name:<12} {part.problem or 'good'}")
        broken = {part.name for part in parts if part.problem}
        if broken & {"broker", "worker"} and _is_stopped():
            problems.append(f"The program is not running. Start it: {START}")
        if "database" not in broken:  # that is answered at once, and opening a large backup takes long
            problems += self._newest_backups()
        if not broken & {"database", "migrations"}:
            problems += _of_the_database()
        for problem in problems:
            self.stdout.write(f"- {problem}")
        if problems or broken:
            raise SystemExit(1)
        if not backups.stored_backups():
            self.stdout.write(f"No backup yet. Before your own event begins, run: {MANAGE} backup")
        self.stdout.write("Nothing is wrong.")

    def _newest_backups(self) -> Iterator[str]:
        """Open the newest that was made by hand or by night, and the newest that was made before something."""
        newest = {each.is_complete: each for each in reversed(backups.stored_backups())}
        for each in newest.values():
            try:
                self.stdout.write(f"{'backup':<12} {each.path.name}: {actions.look(each.path)}")
            except backups.CannotRestore as problem:
                if isinstance(problem, backups.OfAnotherVersion) and not each.is_complete:
                    continue  # it was made before this version was gone back to
                yield f"The newest backup {each.path.name} cannot be restored: {problem} Run: {MANAGE} backup"


def _of_the_database() -> list[str]:
    try:
        return [*_jobs(), *_backups()]
    except DatabaseError as error:
        return [f"The database lacks something: {str(error).strip()}. Restore a backup: {MANAGE} restore"]


def _settings() -> Iterator[str]:
    """What Django's and our own checks say; those for a server only with HTTPS=1."""
    for each in django_checks.run_checks(include_deployment_checks=settings.HTTPS):
        if not each.is_silenced():
            yield f"{each.msg} {each.hint or ''}".strip()


def _folder() -> Iterator[str]:
    var = Path(settings.VAR_DIR)
    if not var.is_dir():
        yield f"There is no folder {var}: nothing was started here yet, or VAR_DIR names another one."
        return
    free = shutil.disk_usage(var).free
    if free < LITTLE_SPACE:
        yield f"Only {free / 1e6:.0f} MB are free on the disk of {var}. Make room before people type."
    for key in KEYS:
        path = var / key
        if path.exists() and path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield f"Others can read {path}. Run: chmod 600 {path}"


def _is_stopped() -> bool:
    """Whether it was started here by one command, and nobody runs it now."""
    try:
        with open(Path(settings.VAR_DIR) / "run.lock") as file:
            return lock(file, shared=True)
    except OSError:
        return False


def _jobs() -> Iterator[str]:
    if failed := Job.objects.failed().count():
        yield f"{failed} tasks failed. The organiser finds them under “Failed tasks”."
    late = Job.objects.filter(kind=Job.JUDGE_SHEET, made_at__lt=timezone.now() - LONG_WAIT)
    if waiting := late.exclude(state__in=[Job.State.DONE, Job.State.FAILED]).count():
        yield f"{waiting} sheets wait for the worker since more than {LONG_WAIT.seconds // 60} minutes."


def _backups() -> Iterator[str]:
    complete = [each for each in backups.stored_backups() if each.is_complete]
    if not complete and Event.objects.exclude(slug=demo_loading.SLUG).exists():
        yield f"There is no backup of everything in {backups.folder()}. Run: {MANAGE} backup"
    elif complete and timezone.now() - complete[0].made_at > timedelta(days=7):
        yield f"The newest backup of everything is of {complete[0].made_at:%Y-%m-%d}. Run: {MANAGE} backup"
