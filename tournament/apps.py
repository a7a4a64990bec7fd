from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    label = "tournament"
    verbose_name = "Number Tournament"

    def ready(self):
        from . import checks  # noqa: F401 - registers them
        from .common.wording import validator_messages

        validator_messages.use()
