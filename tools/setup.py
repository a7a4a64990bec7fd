# ruff: noqa: UP031, UP032, SIM115 - an old Python must be able to say that it is too old
"""Makes .venv with everything in requirements/dev.txt. Runs under the system's own Python, standard library only.

A stamp holds the hash of the requirements, so a second run has nothing to do.
"""

import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "bin", "python")
STAMP = os.path.join(VENV, "stamp")
REQUIREMENTS = os.path.join(ROOT, "requirements", "dev.txt")
OLDEST = (3, 11)

WITHOUT_VENV = """\
This Python ({python}) cannot make a virtual environment: a part of its standard library is not installed.
On Debian and Ubuntu:  sudo apt install python3-venv     Then run make again. (Having uv on the PATH also does.)"""


def main():
    if sys.version_info < OLDEST:
        sys.exit(
            "Python %d.%d or later is needed; this is %s. Name another one: make PYTHON=python3.12 run"
            % (OLDEST + (sys.version.split()[0],))
        )
    exactly = "--exactly" in sys.argv[1:]
    if ready(exactly):
        return
    with one_at_a_time():
        if ready(exactly):
            return
        uv = shutil.which("uv")
        message = "Setting up .venv with {} (the first time, and when requirements change)…"
        print(message.format("uv" if uv else "pip"))
        sys.stdout.flush()
        if not usable(exactly):
            make_venv(uv)
        install(uv)
        with open(STAMP, "w") as file:
            file.write(fingerprint())


def ready(exactly):
    """Whether .venv starts and has what the requirements say."""
    try:
        with open(STAMP) as file:
            return file.read() == fingerprint() and usable(exactly)
    except OSError:
        return False


def fingerprint():
    with open(REQUIREMENTS, "rb") as file:
        return "{} {}".format(hashlib.sha256(file.read()).hexdigest(), VENV)


def usable(exactly):
    """Whether there is a virtual environment here whose Python starts, is new enough, and is the named one, if any.

    If none is named, any Python will do: a different PATH or a system update must not set it up again each time.
    """
    ask = "import sys; print('%d.%d' % sys.version_info[:2], sys.prefix)"
    try:
        asked = subprocess.run([PYTHON, "-c", ask], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    version, _, prefix = asked.stdout.decode().strip().partition(" ")
    if prefix != VENV or not os.path.isdir(os.path.join(VENV, "lib", "python" + version)):
        return False
    own = tuple(map(int, version.split(".")))
    return own == sys.version_info[:2] if exactly else own >= OLDEST


def one_at_a_time():
    """Wait for another `make` that is installing into the same folder."""
    import fcntl

    lock = open(os.path.join(ROOT, ".venv.lock"), "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def make_venv(uv):
    if uv:
        run([uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV])
        return
    try:
        import ensurepip  # noqa: F401 - Debian ships venv without it
        import venv  # noqa: F401
    except ImportError:
        sys.exit(WITHOUT_VENV.format(python=sys.executable))
    run([sys.executable, "-m", "venv", "--clear", VENV])


def install(uv):
    if uv:
        if attempt([uv, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", REQUIREMENTS]):
            return
        # they read different settings: one may know a certificate or an index that the other does not
        print("uv could not do it; trying pip.")
        sys.stdout.flush()
    if subprocess.run([PYTHON, "-m", "pip", "--version"], stdout=subprocess.DEVNULL).returncode:
        run([PYTHON, "-c", "import ensurepip; ensurepip.bootstrap(verbosity=-1)"])
    pip = [PYTHON, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    run(pip + ["install", "--require-hashes", "--no-deps", "-r", REQUIREMENTS])


def attempt(command):
    # uv must use our Python and never download one
    environment = dict(os.environ, UV_PYTHON_DOWNLOADS="never", VIRTUAL_ENV=VENV)
    return subprocess.run(command, env=environment).returncode == 0


def run(command):
    if not attempt(command):
        sys.exit("Setting up .venv failed; the lines above say why. Running make again starts where this one stopped.")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Stopped. Running make again starts where this one stopped.")
