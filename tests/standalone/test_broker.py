"""The embedded broker is only ours, survives a kill, and its absence costs a page nothing."""

import errno
import os
import signal
import stat
import time
from pathlib import Path

import pytest
from kombu import Connection

from tournament.celery import app
from tournament.jobs import queue as jobs
from tournament.standalone.broker import (
    SOCKET_PATH_LIMIT,
    broker_settings,
    client,
    command,
    embedded_url,
    prepare,
    server_binary,
    socket_path,
)
from tournament.standalone.secret_files import stored_secret


def test_only_its_owner_may_reach_it(broker):
    socket = socket_path(broker.var)
    assert stat.S_IMODE(socket.stat().st_mode) == 0o700
    assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
    with client(broker.var) as server:
        assert server.config_get("port") == {b"port": b"0"} or server.config_get("port") == {"port": "0"}


def test_no_message_is_written_to_the_disk(broker):
    with Connection(broker.url) as connection:
        connection.SimpleQueue("kept").put("hello")
    with client(broker.var) as server:
        assert server.config_get("save") == {b"save": b""} or server.config_get("save") == {"save": ""}
    assert [path.name for path in (broker.var / "broker").rglob("*") if path.is_file()] == ["valkey.log"]


def test_a_broker_left_behind_is_stopped_first(broker):
    left = broker.process
    prepare(broker.var)
    assert left.wait(5) == 0


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["stopped", "stopped after use", "hung"])
def test_without_a_broker_sending_fails_quickly_and_quietly(broker, state):
    if state != "stopped":
        assert jobs.send(1, "judge_sheet")
    if state == "hung":
        broker.process.send_signal(signal.SIGSTOP)
    else:
        broker.stop(signal.SIGKILL)
    began = time.monotonic()
    try:
        assert not jobs.send(2, "judge_sheet")
        assert time.monotonic() - began < 5
    finally:
        if state == "hung":
            broker.process.send_signal(signal.SIGCONT)
    broker.ensure()
    assert jobs.send(3, "judge_sheet")


def test_without_a_wheel_messages_are_files(tmp_path, monkeypatch):
    monkeypatch.setenv("EMBEDDED_BROKER", "filesystem")
    assert server_binary() is None
    assert command(tmp_path) is None
    url, options = broker_settings(None, tmp_path)
    assert url == "filesystem://"
    prepare(tmp_path)
    with Connection(url, transport_options=options) as connection:
        connection.SimpleQueue("files").put({"job": 1})
        assert connection.SimpleQueue("files").get(timeout=5).payload == {"job": 1}


def test_a_long_path_gets_a_short_socket():
    deep = Path("/" + "/".join(["a long folder"] * 12))
    assert len(str(socket_path(deep))) <= SOCKET_PATH_LIMIT
    assert socket_path(deep) == socket_path(deep)
    assert socket_path(deep) != socket_path(deep / "another")


def test_a_path_with_a_space_is_a_good_path(tmp_path):
    assert "%20" in embedded_url(Path("/home/a person/var"))


def test_the_environment_names_another_broker(tmp_path):
    url, options = broker_settings("amqp://guest@broker//", tmp_path)
    assert url == "amqp://guest@broker//"
    assert "visibility_timeout" not in options


def test_a_secret_is_made_once_for_its_owner(tmp_path):
    path = tmp_path / "var" / "secret_key"
    secret = stored_secret(path)
    assert len(secret) > 50
    assert stored_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [result.name for result in path.parent.iterdir()] == ["secret_key"]


def test_a_secret_is_kept_where_the_file_system_has_no_hard_links(tmp_path, monkeypatch):
    def refuse(_source, _target):
        raise PermissionError(errno.EPERM, "Operation not permitted")

    def refuse_while_another_process_is_first(_source, target):
        target.write_text("theirs")
        refuse(_source, target)

    monkeypatch.setattr(os, "link", refuse)
    secret = stored_secret(tmp_path / "secret_key")
    assert (stored_secret(tmp_path / "secret_key"), len(secret) > 50) == (secret, True)
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600
    monkeypatch.setattr(os, "link", refuse_while_another_process_is_first)
    assert stored_secret(tmp_path / "signing_key") == "theirs"
    monkeypatch.delattr(os, "link")
    assert len(stored_secret(tmp_path / "other_key")) > 50
    assert {result.name for result in tmp_path.iterdir()} == {"other_key", "secret_key", "signing_key"}


def test_a_task_is_acknowledged_late_and_nothing_is_unpacked_but_json():
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.accept_content == ["json"]
    assert app.conf.result_backend is None


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe\xfd"])
def test_a_key_that_is_none_is_said_in_a_sentence(tmp_path, content):
    path = tmp_path / "secret_key"
    path.write_bytes(content)
    with pytest.raises(SystemExit, match="move it away: a new key is made"):
        stored_secret(path)
    assert path.read_bytes() == content
