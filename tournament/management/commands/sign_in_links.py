"""`python manage.py sign_in_links`: links for whoever cannot sign in, and the first account's link."""

from django.core.management.base import BaseCommand, CommandError

from tournament.accounts import first_account
from tournament.common.installation import MANAGE
from tournament.common.wording.folding import same_name
from tournament.models import Role, User
from tournament.sign_in import links as sign_in_links
from tournament.web.site_address import site_address

NAMES_SHOWN = 20


class Command(BaseCommand):
    help = (
        "Print a sign-in link for each person named; it works for a day, on one device. Without names: the link for the"
        " first account, until somebody has it, and the links of the demo's people."
    )

    def add_arguments(self, parser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help="sign-in names, or names as pages show them")
        parser.add_argument(
            "--base",
            default="",
            help="address of the site, such as https://tournament.example.org, if it is not that of the running site",
        )

    def handle(self, *, names: list[str], base: str, **options) -> None:
        base = (base or site_address()).rstrip("/")
        for label, path in self.named(names) if names else self.usual():
            self.stdout.write(f"{label:10} {base}{path}")

    def named(self, names: list[str]) -> list[tuple[str, str]]:
        users = [self.account(name) for name in names]
        return [(user.username, sign_in_links.path_of(sign_in_links.make_here(user))) for user in users]

    def account(self, name: str) -> User:
        """The active account with this sign-in name; else the one that pages show by this name."""
        active = User.objects.filter(is_active=True)
        accounts = list(active.filter(username__iexact=name)) or [
            user for user in active.order_by("username") if same_name(str(user)) == same_name(name)
        ]
        if not accounts:
            raise CommandError(f"There is no active account “{name}”; no link was made. {self.organisers()}")
        if len(accounts) > 1:
            several = ", ".join(user.username for user in accounts[:NAMES_SHOWN])
            raise CommandError(f"“{name}” is the name of several accounts; no link was made. Choose one: {several}.")
        return accounts[0]

    def usual(self) -> list[tuple[str, str]]:
        first = first_account.link()
        links = [*([("Begin", first)] if first else []), *sign_in_links.demo_links()]
        if not links:
            raise CommandError(f"Name somebody: {MANAGE} sign_in_links NAME. {self.organisers()}")
        return links

    def organisers(self) -> str:
        accounts = User.objects.filter(memberships__role=Role.ORGANISER, is_active=True).distinct()
        names = [f"{user.username} ({user})" for user in accounts.order_by("username")[:NAMES_SHOWN]]
        return f"Organisers here: {', '.join(names)}." if names else "There is no organiser here yet."
