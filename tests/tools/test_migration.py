"""Until 1.0.0 there is one migration, and it makes the tables of today's models."""

from tools import migration


def test_the_one_migration_is_what_make_migration_writes():
    (path,) = migration.FOLDER.glob("0*.py")
    assert (path.name, path.read_text()) == migration.migration()
