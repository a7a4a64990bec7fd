"""`python manage.py sign_in_links`: links for the demo's people, good for a day."""

from django.core.management.base import BaseCommand, CommandError

from tournament.actions.people import demo_links


class Command(BaseCommand):
    help = "Print sign-in links for the organiser, the judge and the volunteer of the demo event."

    def add_arguments(self, parser) -> None:
        parser.add_argument("--base", default="http://127.0.0.1:8000", help="address of the site")

    def handle(self, *, base: str, **options) -> None:
        links = demo_links(base)
        if not links:
            raise CommandError("The demo is not loaded here. `python manage.py demo` loads it.")
        for role, url in links:
            self.stdout.write(f"{role:10} {url}")
