"""`python manage.py sign_in_links`: links for whoever cannot sign in, and the first account's link."""

from django.core.management.base import BaseCommand, CommandError

from tournament.accounts import first_account
from tournament.common.installation import MANAGE
from tournament.models import Role, User
from tournament.sign_in import links as sign_in_links
from tournament.web.site import site_address

NAMES_SHOWN = 20


class Command(BaseCommand):
    help = (
        "Print a sign-in link for each person named; it works for a day, on one device. Without names: the link for the"
        " first account, until somebody has it, and the links of the demo's people."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="sign-in names")
        parser.add_argument("--base", default="", help="address of the site, such as https://tournament.example.org")

    def handle(self, *, names: list[str], base: str, **options) -> None:
        base = (base or site_address()).rstrip("/")
        for label, path in self.named(names) if names else self.usual():
            self.stdout.write(f"{label:10} {base}{path}")

    def named(self, names: list[str]) -> list[tuple[str, str]]:
        users = {name: User.objects.filter(username__iexact=name, is_active=True).first() for name in names}
        if missing := [name for name, user in users.items() if user is None]:
            raise CommandError(f"There is no active account “{missing[0]}”; no link was made. {self.organisers()}")
        known = (user for user in users.values() if user)
        return [(user.username, sign_in_links.path_of(sign_in_links.make_here(user))) for user in known]

    def usual(self) -> list[tuple[str, str]]:
        first = first_account.link()
        links = [*([("Begin", first)] if first else []), *sign_in_links.demo_links()]
        if not links:
            raise CommandError(f"Name somebody: {MANAGE} sign_in_links NAME. {self.organisers()}")
        return links

    def organisers(self) -> str:
        found = User.objects.filter(memberships__role=Role.ORGANISER, is_active=True).distinct()
        names = list(found.order_by("username").values_list("username", flat=True)[:NAMES_SHOWN])
        return f"Organisers here: {', '.join(names)}." if names else "There is no organiser here yet."
