"""`manage.py makemessages`: Django's own, which also finds the plurals that `judging` marks."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=ngettext_noop:1,2"]
