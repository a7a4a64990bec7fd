"""What `make wheel` builds has the whole program and nothing else, and works outside the checkout."""

import os
import subprocess
import sys
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

from tournament import PROGRAM, VERSION

ROOT = Path(__file__).parents[1]
PACKAGES = ("judging", "puzzles", "tournament")
# beside the packages in a checkout, inside `tournament` in the wheel
MOVED = {
    "templates": "templates/**/*",
    "docs/guides": "docs/guides/**/*",
    "tools": "tools/recount*.py",
    "LICENSE": "LICENSE",
    "NOTICE": "NOTICE",
}
INFO = f"number_tournament-{VERSION}.dist-info"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory) -> Path:
    """The folder into which the wheel is unpacked, as an installer does it."""
    folder = tmp_path_factory.mktemp("site-packages")
    ZipFile(wheel).extractall(folder)
    return folder


@pytest.fixture
def number_tournament(installed, tmp_path):
    """number_tournament(*words) runs the installed command far from the checkout, in a new home."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    environment = {**kept, "PYTHONPATH": str(installed), "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*words: str | Path) -> subprocess.CompletedProcess:
        command = [sys.executable, "-m", "tournament", *words]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)

    return run


def files(pattern: str) -> set[str]:
    found = (path for path in ROOT.glob(pattern) if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_it_is_named_after_the_version(wheel):
    assert wheel.name == f"number_tournament-{VERSION}-py3-none-any.whl"


def test_it_has_every_file_of_the_program_and_no_other(wheel):
    names = {name for name in ZipFile(wheel).namelist() if not name.startswith(f"{INFO}/")}
    own = set().union(*(files(f"{package}/**/*") for package in PACKAGES))
    moved = set().union(*map(files, MOVED.values()))
    assert names == own | {f"tournament/files/{name}" for name in moved}
    assert {"tournament/files/LICENSE", "tournament/files/NOTICE", "tournament/files/tools/recount.py"} <= names


def test_it_asks_for_the_packages_of_base_in(wheel):
    about = message_from_string(ZipFile(wheel).read(f"{INFO}/METADATA").decode())
    lines = (ROOT / "requirements/base.in").read_text().splitlines()
    ours = {str(Requirement(line.partition(" #")[0])) for line in lines if line and not line.startswith("#")}
    named = {str(Requirement(each)) for each in about.get_all("Requires-Dist")}
    assert {each.lower() for each in named} == {each.lower() for each in ours}
    assert about["Requires-Python"] == ">=3.11"


def test_it_says_nothing_of_the_computer_that_built_it(wheel):
    archive = ZipFile(wheel)
    for name in archive.namelist():
        assert str(ROOT).encode() not in archive.read(name), name


def test_its_command_needs_no_checkout(number_tournament):
    assert number_tournament("version").stdout.strip() == PROGRAM
    assert "Accepted: it makes 3." in number_tournament("judge", "--numbers", "1,2", "--target", "3", "1+2").stdout
    assert "--folder FOLDER" in number_tournament("--help").stdout
    recount = number_tournament("recount", "nowhere.json")
    assert (recount.returncode, "nowhere.json" in recount.stderr + recount.stdout) == (2, True)


ASK = """
import re
from django.conf import settings
from django.template.loader import get_template
from django.test import RequestFactory
from django.utils.translation import gettext, override
from tournament.guides import rendering, views
get_template("guides/about.html")
with override("es"):
    print(gettext("Standings"))
print(rendering.guide("organiser").title)
print("number-tournament restore" in rendering.guide("organiser").body)
print([name for name in rendering.names() if re.search(r"make run|manage.py", rendering.guide(name).body)])
for name in ("LICENSE", "NOTICE"):
    print(views.licence_text(RequestFactory().get("/"), name).content.decode().strip().splitlines()[0])
print(settings.VAR_DIR)
"""


def test_it_finds_its_templates_guides_papers_and_translations(number_tournament, tmp_path):
    asked = number_tournament("--folder", tmp_path / "data", "shell", "--no-imports", "-c", ASK)
    assert asked.stdout.splitlines() == [
        "Clasificaciones",
        "For the organiser",
        "True",
        "['install', 'server']",
        "Apache License",
        "Number Tournament",
        str(tmp_path / "data"),
    ], asked.stderr


def test_a_folder_that_takes_no_files_is_named_in_a_sentence(number_tournament, tmp_path):
    (tmp_path / "data").write_text("a file")
    refused = number_tournament("--folder", tmp_path / "data")
    assert refused.returncode == 1
    assert refused.stderr == (
        f"Nothing can be written into the folder {tmp_path / 'data'}: File exists."
        " Name another one: number-tournament --folder FOLDER\n"
    )
