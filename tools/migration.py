"""`make migration`: write the one migration of this project again, from the models as they are now.

Until 1.0.0 nothing is released, so a change of a model changes the only migration and does not add another. A digest in
its name tells a database of another checkout from one of this. From 1.0.0 on `makemigrations` adds migrations, and this
file goes.
"""

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tournament" / "migrations"


def main() -> int:
    sys.path.insert(0, str(ROOT))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    name, text = migration()
    for old in FOLDER.glob("0*.py"):
        old.unlink()
    (FOLDER / name).write_text(text)
    print(f"Written: {name}. A database of before is not opened any more; begin a new one.")
    return 0


def migration() -> tuple[str, str]:
    """The name of the file, and what is in it."""
    from django.apps import apps
    from django.db.migrations import Migration
    from django.db.migrations.writer import MigrationWriter

    from tournament.models import append_only, schema

    models = apps.get_app_config("tournament").get_models()
    made = Migration("0001_initial", "tournament")
    made.initial = True
    made.dependencies = [("auth", "0012_alter_user_first_name_max_length")]
    made.operations = [schema.CreateTables([create(model) for model in models]), schema.PutTriggers()]
    text = MigrationWriter(made, include_header=False).as_string()
    triggers = repr([append_only.GUARDED, append_only.ONLY_WHERE, append_only.ERASABLE, schema.SIGNED])
    return f"0001_initial_{hashlib.sha256((text + triggers).encode()).hexdigest()[:8]}.py", text


def create(model: Any):
    from django.db.migrations import CreateModel
    from django.db.migrations.state import ModelState

    state = ModelState.from_model(model)
    return CreateModel(state.name, list(state.fields.items()), state.options, state.bases, state.managers)


if __name__ == "__main__":
    sys.exit(main())
