"""Many readers of public pages, in one process and thread: their requests, the times, our processor time."""

import asyncio
import hashlib
import statistics
import time
from dataclasses import dataclass, field
from time import perf_counter


@dataclass
class Seen:
    """The answers to a crowd."""

    took: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0
    own: float = 0.0  # of a core, used by us

    @property
    def rate(self) -> float:
        return len(self.took) / self.seconds

    def at(self, part: float) -> float:
        return sorted(self.took)[int((len(self.took) - 1) * part)]

    def __str__(self) -> str:
        middle = statistics.median(self.took)
        return f"median {middle * 1e3:.1f} ms, p95 {self.at(0.95) * 1e3:.1f} ms, slowest {max(self.took) * 1e3:.0f} ms"


class Reader:
    """A browser without an account, with one open connection."""

    def __init__(self, port: int, packed: bool = False):
        self.port, self.packed, self.streams = port, packed, None

    async def connect(self) -> "Reader":
        self.streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**22)
        return self

    async def get(self, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        """status, headers, body"""
        reader = await self.ask(path, **headers)
        status, response_headers = await self.head()
        length = int(response_headers.get("content-length", 0))
        return status, response_headers, await reader.readexactly(length) if length else b""

    async def ask(self, path: str, **headers: str) -> asyncio.StreamReader:
        assert self.streams is not None
        reader, writer = self.streams
        sent = {"Host": "localhost", "User-Agent": "bench", **headers}
        if self.packed:
            sent["Accept-Encoding"] = "gzip"
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in sent.items())
        writer.write(f"GET {path} HTTP/1.1\r\n{lines}\r\n".encode())
        return reader

    async def head(self) -> tuple[int, dict[str, str]]:
        assert self.streams is not None
        lines = (await self.streams[0].readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.partition(": ") for line in lines[1:] if line)
        return int(lines[0].split()[1]), {name.lower(): value for name, _, value in pairs}

    def close(self) -> None:
        if self.streams:
            self.streams[1].close()


async def hammer(port: int, path: str, seconds: float, connections: int = 8, packed: bool = False) -> Seen:
    """As fast as this many connections can: each sends the next request when it has its answer."""
    seen, end = Seen(), perf_counter() + seconds

    async def on() -> None:
        reader = await Reader(port, packed).connect()
        while perf_counter() < end:
            began = perf_counter()
            status, _, _ = await reader.get(path)
            note(seen, began, status)
        reader.close()

    return await measured(seen, [on() for _ in range(connections)])


async def steadily(port: int, path: str, rate: float, seconds: float, packed: bool = False) -> Seen:
    """This many requests a second, each at its time, whether or not earlier ones were answered."""
    seen, readers = Seen(), [await Reader(port, packed).connect() for _ in range(40)]
    begun, free = perf_counter(), asyncio.Queue()
    for reader in readers:
        free.put_nowait(reader)

    async def one(at: float) -> None:
        await asyncio.sleep(max(0.0, begun + at - perf_counter()))
        began = perf_counter()
        reader = await free.get()
        status, _, _ = await reader.get(path)
        note(seen, began, status)
        free.put_nowait(reader)

    await measured(seen, [one(at / rate) for at in range(int(rate * seconds))])
    for reader in readers:
        reader.close()
    return seen


async def burst(port: int, path: str, count: int) -> tuple[Seen, set[bytes]]:
    """All at the same instant, each over a connection that was already open. Returns the answers and the digests of
    their bodies."""
    seen, bodies = Seen(), set()
    readers = [await Reader(port, packed=True).connect() for _ in range(count)]

    async def one(reader: Reader) -> None:
        began = perf_counter()
        status, _, body = await reader.get(path)
        note(seen, began, status)
        bodies.add(hashlib.sha256(body).digest())

    await measured(seen, [one(reader) for reader in readers])
    for reader in readers:
        reader.close()
    return seen, bodies


def note(seen: Seen, began: float, status: int) -> None:
    seen.took.append(perf_counter() - began)
    if status != 200:
        seen.wrong.append(str(status))


async def measured(seen: Seen, works: list) -> Seen:
    begun, used = perf_counter(), time.process_time()
    await asyncio.gather(*works)
    seen.seconds = perf_counter() - begun
    seen.own = (time.process_time() - used) / seen.seconds
    return seen


async def listening(port: int, path: str) -> Reader:
    """A page whose stream is open."""
    reader = await Reader(port).connect()
    stream = await reader.ask(path, Accept="text/event-stream")
    status, _ = await reader.head()
    if status != 200:
        raise ConnectionError(f"the stream answered {status}")
    await stream.readuntil(b"hello")
    return reader


async def hears(reader: Reader) -> float:
    """The time (perf_counter) at which it heard of a change."""
    assert reader.streams is not None
    await reader.streams[0].readuntil(b"event: change")
    return perf_counter()
