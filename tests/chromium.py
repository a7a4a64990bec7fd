"""Finds a Chromium for the browser tests; `python -m tests.chromium` also tries to get one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The headless shell comes first: it has no window of its own and takes far less of the processor.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
# Nothing but the pages under test: no calls home, no first-run pages, no graphics card.
ARGUMENTS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
# Parts of Chromium's own window are web pages. Each page of a test would load them in processes of their
# own, and another process would be started in advance.
WINDOW_PAGES = (
    "InitialWebUI",
    "PreloadTopChromeWebUI",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxPopup",
    "WebUIReloadButton",
    "SpareRendererForSitePerProcess",
)
# Each page that is opened would get a frame, and a compositor, of its own in the process of the page before it.
NEW_FRAMES = ("RenderDocument",)
# Playwright turns these off. Chromium takes only the last --disable-features, and that is ours.
PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
MISSING = (
    "There is no Chromium. Install one (on Debian and Ubuntu: sudo apt install chromium), run"
    " `.venv/bin/python -m playwright install chromium`, or name one: CHROMIUM=/path/to/chromium"
)


def find() -> str | None:
    """The path of a Chromium that starts."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else [*filter(None, map(shutil.which, NAMES)), *APPLICATIONS, *playwrights()]
    return next((path for path in candidates if starts(path)), None)


def playwrights() -> list[str]:
    """Those that Playwright downloaded: headless shells before browsers, of each kind the newest first."""
    default = "Library/Caches/ms-playwright" if sys.platform == "darwin" else ".cache/ms-playwright"
    folder = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / default)
    patterns = (
        "chromium_headless_shell-*/*/*headless*shell",
        "chromium-*/chrome-linux*/chrome",
        "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    )
    return [path for pattern in patterns for path in sorted(map(str, folder.glob(pattern)), reverse=True)]


def starts(path: str) -> bool:
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def arguments() -> list[str]:
    features = f"--disable-features={','.join((*PLAYWRIGHTS, *WINDOW_PAGES, *NEW_FRAMES))}"
    # Chromium's sandbox does not work for root
    return [*ARGUMENTS, features, *(["--no-sandbox"] if os.getuid() == 0 else [])]


def get() -> str | None:
    """Finds a Chromium, or installs one in the ways that this machine allows."""
    for attempt in ((), [[sys.executable, "-m", "playwright", "install", "chromium"]], apt(NAMES[0]), apt(NAMES[1])):
        for command in attempt:
            print(f"No Chromium yet; trying {' '.join(command)}", flush=True)
            if not succeeds(command):
                break
        found = find()
        if found:
            return found
    return None


def apt(package: str) -> list[list[str]]:
    if os.getuid() != 0 or not shutil.which("apt-get"):
        return []
    return [["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", package]]


def succeeds(command: list[str]) -> bool:
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    try:
        done = subprocess.run(command, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(None if get() else MISSING)
