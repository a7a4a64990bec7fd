"""`python manage.py demo`: a whole competition day to look at, from one seed."""

from time import perf_counter

from django.core.management.base import BaseCommand, CommandError

from tournament.common.installation import MANAGE
from tournament.demo.load import load, real_people
from tournament.models import Event
from tournament.standalone import demo_loading


class Command(BaseCommand):
    requires_system_checks = []  # they read every page, which takes a second
    help = "Load the demo event (slug demo) into a database that has been migrated. Needs no broker and no worker."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--seed", type=int, default=24, help="the same seed gives the same day")
        parser.add_argument("--players", type=int, default=140)
        parser.add_argument("--slug", default=demo_loading.SLUG, help="where the event is to be found")

    def handle(self, *, seed: int, players: int, slug: str, verbosity: int, **options) -> None:
        if not 1 <= players <= 20_000:
            raise CommandError("Give a number of players from 1 to 20000.")
        if Event.objects.filter(slug=slug).exists():
            raise CommandError(f"There is an event “{slug}” already; nothing was changed.")
        if names := real_people():
            raise CommandError(
                f"The demo needs the sign-in names {', '.join(names)}, and people with a password have them here. "
                "Load it into a database of its own; nothing was changed."
            )
        say = self.stdout.write if verbosity else lambda sentence: None
        began = perf_counter()
        load(seed=seed, players=players, slug=slug, say=say, advance=demo_loading.advance)
        say(f"The demo event is at /events/{slug}/ ({perf_counter() - began:.1f} s).")
        say(f"`{MANAGE} sign_in_links` prints links for its organiser, judge and volunteer.")
