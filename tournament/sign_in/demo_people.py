"""The people who work at the demo's event. They have no password; `make run` prints sign-in links."""

from ..models import Role

PEOPLE = (
    ("olga", "Olga Ortiz", Role.ORGANISER),
    ("judith", "Judith Jones", Role.JUDGE),
    ("jasper", "Jasper Jain", Role.JUDGE),
    ("victor", "Victor Vance", Role.VOLUNTEER),
    ("vanessa", "Vanessa Vo", Role.VOLUNTEER),
    ("vikram", "Vikram Varma", Role.VOLUNTEER),
)
USERNAMES = [username for username, _name, _role in PEOPLE]
FIRST_OF_ROLE = {role: username for username, _name, role in reversed(PEOPLE)}  # the ones who get a link
