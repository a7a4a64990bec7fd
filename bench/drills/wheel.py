"""The wheel in an empty environment, far from the checkout: the demo, a sheet, a backup and a restore, and an upgrade
of the folder to a version with one more migration. On a database of its own, of the kind of the other drills.

Installing fetches the packages of requirements/base.in, as it does for everybody.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

from bench.running import ROOT, House
from tournament import VERSION

NEWER = "99.0.0"
FIRST, LATER = "9 - 7 + 6 - 3 = 5", "9 + 3 - 7 = 5"
NOT_PASSED = ("CELERY_BROKER_URL", "DATABASE_URL", "DJANGO_SETTINGS_MODULE", "PYTHONPATH", "VAR_DIR")
BUILT_FROM = ("judging", "puzzles", "tournament", "templates", "tools", "docs/guides", "requirements")
PAPERS = ("pyproject.toml", "LICENSE", "NOTICE", ".gitignore")
PASSWORD = "nine plain words"
OWN_EVENT = {
    "name": "Own",
    "slug": "own",
    "held_on": "2027-05-08",
    "time_zone": "UTC",
    "grades": "5",
    "public_names": "first_and_initial",
    "accent": "teal",
}
COUNT = "from tournament.models import DraftLine; print(DraftLine.objects.filter(text={!r}).count())"


def run(report, *, short: bool, seed: int) -> None:
    with tempfile.TemporaryDirectory(prefix="wheel-") as name:
        place = Path(name)
        old, new = built(ROOT, place / "old"), built(newer_source(place / "source"), place / "new")
        venv.create(place / "environment", with_pip=True)
        drill = Installed(place, settings())
        report.promise(drill.install(old), f"{old.name} is installed in an empty environment")
        with drill.running() as house:
            _use(report, drill, house)
            _start_again(report, drill)
            drill.install(new, "--no-deps")
            house.wait(lambda: f"{NEWER} was installed meanwhile" in house.log.read_text(), 60)
            report.promise(house.web_answers(), "a version installed meanwhile is announced, and the site goes on")
        _upgrade(report, drill, old)


def settings() -> dict[str, str]:
    """On PostgreSQL, a new database; on SQLite it is in the folder."""
    from bench.databases import new_database

    url = os.environ["DATABASE_URL"]
    return {"DATABASE_URL": new_database(url)} if url.startswith("postgres") else {}


def newer_source(source: Path) -> Path:
    """A copy of what the wheel is built from, with a later version and one more migration."""
    for name in BUILT_FROM:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in PAPERS:
        shutil.copy(ROOT / name, source)
    package = source / "tournament/__init__.py"
    package.write_text(package.read_text().replace(f'"{VERSION}"', f'"{NEWER}"'))
    *_before, last = sorted(path.stem for path in (source / "tournament/migrations").glob("0*.py"))
    (source / "tournament/migrations/9999_drill.py").write_text(
        "from django.db import migrations\n\n\nclass Migration(migrations.Migration):\n"
        f"    dependencies = [('tournament', '{last}')]\n"
        "    operations = [migrations.RunSQL('CREATE TABLE drill (id integer)', 'DROP TABLE drill')]\n"
    )
    return source


def built(source: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@dataclass
class Installed:
    """The program in its environment, with a home and a folder of its own."""

    place: Path
    settings: dict[str, str]

    @property
    def folder(self) -> Path:
        return self.place / "home/number-tournament"

    @property
    def command(self) -> str:
        return str(self.place / "environment/bin/number-tournament")

    @property
    def environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if name not in NOT_PASSED}
        return {**inherited, **self.settings, "HOME": str(self.place / "home")}

    def install(self, wheel: Path, *options: str) -> bool:
        pip = [self.place / "environment/bin/python", "-m", "pip", "install", "-qq", "--force-reinstall"]
        return subprocess.run([*pip, *options, wheel]).returncode == 0

    def do(self, *words: str | Path) -> subprocess.CompletedProcess:
        """Run a command, in the folder of the checkout, whose code it must not take."""
        command = [self.command, *words]
        return subprocess.run(command, cwd=ROOT, env=self.environment, capture_output=True, text=True)

    def lines(self, text: str) -> int:
        """How many typed lines have this text."""
        return int(self.do("shell", "--no-imports", "-c", COUNT.format(text)).stdout or -1)

    def running(self) -> House:
        return House([self.command], self.environment, DEMO="1")


def _use(report, drill: Installed, house: House) -> None:
    """Open the demo, type a sheet, make a backup, type on, and go back."""
    house.wait(lambda: "  Volunteer " in house.log.read_text(), 300)
    report.promise(drill.folder.is_dir(), "its data is in number-tournament in the home of the person")
    _begin(report, house)
    volunteer, keying = open_sheet(house)
    report.promise(save(volunteer, keying, FIRST) == 200, "a line of a sheet of the demo is typed and saved")
    copy = drill.place / "copy.tar.gz"
    report.promise(drill.do("backup", "--to", copy).returncode == 0, "a backup is made")
    volunteer.connection.close()  # the server closes one that was quiet for so long
    save(volunteer, keying, LATER)
    before = drill.lines(FIRST), drill.lines(LATER)
    report.promise(drill.do("restore", copy, "--yes").returncode == 0, "it is restored")
    after = drill.lines(FIRST), drill.lines(LATER)
    report.promise((before, after) == ((1, 1), (1, 0)), "what was typed after the backup is gone, the rest is there")


def _begin(report, house: House) -> None:
    """Make the first account by the link that was printed, an event, and a game of Countdown."""
    from bench.volunteers import Volunteer

    (link,) = re.findall(r"http://[^/]+(/begin/\S+)", house.log.read_text())
    organiser = Volunteer(house.port, "first", "")
    organiser.connection.timeout = 60
    organiser.ask("GET", link)
    organiser.post(link, full_name="Ada First", username="ada", password=PASSWORD, again=PASSWORD)
    organiser.post("/new-event/", **OWN_EVENT)
    report.promise(organiser.ask("GET", "/events/own/run/")[0] == 200, "an own event is begun by the printed link")
    organiser.post("/play/open/countdown/", preset="")
    report.promise(organiser.ask("GET", organiser.location)[0] == 200, "a game of Countdown is opened")


def open_sheet(house: House) -> tuple:
    """A volunteer who has opened a sheet by the link that was printed, and the sheet's keying."""
    from bench.volunteers import Volunteer

    (link,) = re.findall(r"  Volunteer +http://[^/]+(/sign-in/\S+)", house.log.read_text())
    volunteer = Volunteer(house.port, "volunteer", "")
    volunteer.connection.timeout = 60
    volunteer.ask("GET", link)
    volunteer.post(link)
    _status, page = volunteer.ask("GET", "/events/demo/key/")
    positions = re.findall(rb"/events/demo/key/(\d+)/", page)
    return volunteer, volunteer.open_sheet("demo", int(positions[-1]), 413)


def save(volunteer, keying: int, text: str) -> int:
    from bench.volunteers import as_json, new_line

    return volunteer.send(f"/api/v1/keyings/{keying}/lines/", as_json([new_line(0, 1, text)]))[0]


def _start_again(report, drill: Installed) -> None:
    """A second start in the folder, from the wheel and from the checkout."""
    here = {**os.environ, **drill.settings, "VAR_DIR": str(drill.folder)}
    checkout = subprocess.run([sys.executable, "manage.py", "run"], cwd=ROOT, env=here, capture_output=True, text=True)
    for started in (drill.do(), checkout):
        refused = started.returncode == 1 and "already running from this folder" in started.stderr
        report.promise(refused, "a second start in the folder is refused")


def _upgrade(report, drill: Installed, old: Path) -> None:
    """The newer version goes on with the folder; then the older one refuses it."""
    with drill.running() as house:
        log = house.log.read_text()
    report.promise("Preparing the database" in log, "the newer version migrates the folder")
    (made,) = (drill.folder / "backups").glob("*-before-upgrade*")
    report.promise(str(made) in log, "and says where the backup is that it made before")
    report.promise(drill.lines(FIRST) == 1, "what was typed is there after the upgrade")
    drill.install(old, "--no-deps")
    before = digest(drill.folder)
    refused = drill.do()
    one = len(refused.stderr.strip().splitlines()) == 1 and "made by another version" in refused.stderr
    report.promise(one, "the older version refuses the folder in one sentence")
    report.promise(digest(drill.folder) == before, "and leaves its database and pictures as they are")
    report.promise(
        drill.do("restore", made.name, "--yes").returncode == 0, "it goes back to the backup in the same folder"
    )
    with drill.running() as house:
        report.promise(house.web_answers() and drill.lines(FIRST) == 1, "and goes on with what was typed")


def digest(folder: Path) -> str:
    files = [folder / "db.sqlite3", *sorted((folder / "private").rglob("*"))]
    read = hashlib.sha256()
    for path in files:
        read.update(path.read_bytes() if path.is_file() else b"")
    return read.hexdigest()
