"""Nothing that somebody put into a backup gets outside its folder, fills the disk or looks like a fault of the file."""

import io
import tarfile

import pytest

from tournament.backups import files


def member(name: str, kind: bytes = tarfile.REGTYPE, content: bytes = b"", link: str = "") -> tuple:
    info = tarfile.TarInfo(name)
    info.type, info.size, info.linkname = kind, len(content), link
    return info, io.BytesIO(content)


@pytest.fixture
def packed(tmp_path):
    """Makes a backup of these members."""

    def make(*members: tuple):
        path = tmp_path / "hostile.tar.gz"
        with tarfile.open(path, "w:gz") as tar:
            for each in members:
                tar.addfile(*each)
        return path

    return make


@pytest.mark.parametrize(
    "members",
    [
        [member("../outside", content=b"x")],
        [member("private/../../outside", content=b"x")],
        [member("database", tarfile.SYMTYPE, link="/"), member("database/outside", content=b"x")],
        [member("private/outside", tarfile.LNKTYPE, link="/etc/passwd")],
        [member("private/outside", tarfile.CHRTYPE)],
        [member("private/outside", tarfile.FIFOTYPE)],
        [member("private/nul\x00", content=b"x"), member("manifest.json", content=b"{}")],
        [member("manifest.json", content=b"[" * 100_000)],
        [member("manifest.json", content=b"\xff")],
        [member("manifest.json", content=b"7")],
    ],
)
def test_what_is_no_backup_is_refused_and_leaves_nothing(packed, members, settings, tmp_path):
    settings.VAR_DIR = tmp_path / "site" / "var"
    settings.VAR_DIR.mkdir(parents=True)
    with pytest.raises(files.CannotRestore), files.opened(packed(*members)):
        pass
    assert [path.name for path in tmp_path.rglob("*")] == ["site", "hostile.tar.gz", "var"]


def test_a_name_of_the_whole_disk_is_refused(packed, tmp_path):
    with (
        pytest.raises(files.CannotRestore, match="not a backup"),
        files.opened(packed(member(str(tmp_path / "outside"), content=b"x"))),
    ):
        pass
    assert not (tmp_path / "outside").exists()


def test_a_file_larger_than_half_of_the_free_disk_is_refused_before_it_is_written(packed):
    info, _content = member("database/x")
    info.size = 10**17
    with pytest.raises(files.CannotRestore, match="too little room"), files.opened(packed((info,))):
        pass


def test_a_mistake_of_the_program_is_not_called_a_broken_file(packed, monkeypatch):
    def mistaken(*arguments: object) -> None:
        raise TypeError("unexpected keyword")

    path = packed()
    monkeypatch.setattr(tarfile, "open", mistaken)
    with pytest.raises(TypeError), files.opened(path):
        pass
