"""A client that openapi-python-client makes from the schema of the API runs the first half of a day: an event, a round,
players, check-in, puzzles, sheets. It is no package of ours (docs/decisions/api.md): without `pipx install
openapi-python-client` the drill cannot run."""

import importlib
import json
import logging
import shutil
import subprocess
import sys
import tempfile
import typing
from pathlib import Path
from typing import Any

from bench.drills.schemas import key_of

GENERATOR, PACKAGE = "openapi-python-client", "number_tournament_client"
PLAYERS, SHORT = 40, 4


def run(report, *, short: bool, seed: int) -> None:
    if shutil.which(GENERATOR) is None:
        report.say(f"could not run: there is no {GENERATOR}")
        return
    logging.disable(logging.WARNING)  # nothing sends jobs here
    with tempfile.TemporaryDirectory(prefix="client-") as name:
        warnings = generate(Path(name))
        report.promise(warnings == "", "the generator reads the whole schema")
        if warnings:
            report.say(warnings)
        sys.path.insert(0, name)
        day = FirstHalf(Path(name), f"client-{seed}")
        printed = day.run(SHORT if short else PLAYERS)
        sys.path.remove(name)
    report.promise(day.strange == [], f"the client reads each answer, and {printed} sheets are printed")
    for each in day.strange:
        report.say(each)


def generate(folder: Path) -> str:
    """Make the package in this folder. Returns what the generator could not read."""
    from django.core.management import call_command

    schema, settings = folder / "schema.json", folder / "settings.json"
    call_command("spectacular", file=str(schema), format="openapi-json")
    settings.write_text(json.dumps({"post_hooks": []}))
    command = [GENERATOR, "generate", "--meta", "none", "--path", schema, "--config", settings]
    done = subprocess.run([*command, "--output-path", folder / PACKAGE], capture_output=True, text=True)
    first, *warnings = (done.stdout + done.stderr).strip().splitlines()
    return "\n".join(warnings or ([first] if done.returncode else []))[-2000:]


class FirstHalf:
    """The day, and what the client could not read."""

    def __init__(self, folder: Path, slug: str):
        import httpx
        from django.core.wsgi import get_wsgi_application

        self.folder, self.slug, self.strange = folder / PACKAGE, slug, list[str]()
        self.person = _organiser()
        self.client: Any = importlib.import_module(PACKAGE).AuthenticatedClient(
            "http://localhost",
            key_of(self.person),
            raise_on_unexpected_status=True,
            httpx_args={"transport": httpx.WSGITransport(app=get_wsgi_application())},
        )

    def call(self, name: str, *address: Any, body: Any = None, **more: Any) -> Any:
        """What the client makes of the answer to `players_create` and the like."""
        (module,) = self.folder.glob(f"api/*/{name}.py")
        function = importlib.import_module(f"{PACKAGE}.api.{module.parent.name}.{name}").sync
        if body is not None:
            kind = typing.get_type_hints(function)["body"]
            shape = next(each for each in (*typing.get_args(kind), kind) if hasattr(each, "from_dict"))
            more["body"] = shape.from_dict(body)
        answer = function(*address, client=self.client, **more)
        if type(answer).__name__ == "Problem":
            self.strange.append(f"{name}: {answer.to_dict()}")
        return answer

    def post(self, operation: str, /, **body: Any) -> Any:
        return self.call(operation, self.slug, body=body)

    def run(self, players: int) -> int:
        """How many sheets are printed at its end."""
        day = {"name": "Client day", "slug": self.slug, "held_on": "2027-05-08", "grades": [3, 4]}
        self.call("events_create", body=day)
        self.post("roles_create", username=self.person.username, role="judge")
        self.post("rounds_create", format_slug="many_to_one", name="Make 24")
        for number in range(101, 101 + players):
            self.post("players_create", number=number, first_name="Player", last_name="", grade=3, team="Owls")
        self.post("check_in_present", numbers=list(range(101, 100 + players)))
        self.call("check_in_rest_absent", self.slug)
        self._read_expanded()
        self._make_puzzles()
        self.post("sheets_print", round=1)
        return len(self.call("sheets_list", self.slug, limit=1000).results)

    def _read_expanded(self) -> None:
        player = self.call("players_retrieve", self.slug, 101)
        team = importlib.import_module(f"{PACKAGE}.models").PlayersListExpandItem("team")
        (first, *_rest) = self.call("players_list", self.slug, expand=[team]).results
        if (player.team, getattr(first.team, "name", "")) != ("Owls", "Owls"):
            self.strange.append(f"expand: {first}")

    def _make_puzzles(self) -> None:
        from tournament.models import Job
        from tournament.tasks import perform

        self.post("puzzle_sets_make_for_round", round=1)
        while job := Job.objects.filter(state="waiting").first():
            perform(job.pk)
        for each in self.call("puzzle_sets_list", self.slug).results:
            self.call("puzzle_sets_use", self.slug, each.id, body={})


def _organiser() -> Any:
    from tournament.models import User

    person, _made = User.objects.get_or_create(username="client", defaults={"may_create_events": True})
    return person
