"""The web app in Debian's Chromium: starts the real program on vaults in memory folders, and watches every page for
requests that leave the machine and for errors in the console."""
import datetime
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import pytest
from playwright.sync_api import expect, sync_playwright

PROGRAM = os.environ.get("AURALYST_PROGRAM", str(pathlib.Path(__file__).parents[2] / ".build/release/auralyst"))
CHROMIUM = os.environ.get("AURALYST_CHROMIUM", "/usr/bin/chromium")
PASSPHRASE = "violet harbour eleven pencil"


def early_afternoon():
    """A zone in which it is early in the afternoon now: what is due tonight is still to come, and three hours ago was today."""
    east = (13 - datetime.datetime.now(datetime.timezone.utc).hour + 11) % 24 - 11
    return f"Etc/GMT{-east:+d}" if east else "Etc/GMT"


# Where all tests take place, at whatever hour they run: the programs, the browsers, and Python's own today.
ZONE = os.environ["TZ"] = early_afternoon()
time.tzset()
# The other tests run beside these: what is slow then is not wrong.
expect.set_options(timeout=30_000)


class App:
    """One vault and, while it runs, the program that serves it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.vault = self.folder / "vault"
        self.passphrase_file = self.folder / "passphrase"
        self.passphrase_file.write_text(PASSPHRASE)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AURALYST_")},
            "AURALYST_VAULT": str(self.vault), "AURALYST_KEY_HOLDER": "agent", "XDG_RUNTIME_DIR": str(self.folder),
            "HOME": str(self.folder), "TZ": ZONE, "AURALYST_QUOTES_URL": "http://127.0.0.1:9/",
        }
        self.environment.pop("DISPLAY", None)
        # Where a key waits that was unlocked once: copies of a vault share it.
        self.kept_key = None
        self.process = None
        self.address = None

    def keep_key(self):
        """Unlocks once, so that no command and no start pays Argon2's half second."""
        folder = tempfile.mkdtemp(prefix="auralyst-browser-tests-")
        self.command("init", "--recovery-out", str(self.folder / "recovery"))
        self.kept_key = folder
        self.command("unlock", "--for", "1h")

    def command(self, *words, text=None):
        """Runs a command of the program on the vault, and gives what it prints."""
        environment = {**self.environment, "AURALYST_PASSPHRASE_FILE": str(self.passphrase_file)}
        if self.kept_key:
            environment["XDG_RUNTIME_DIR"] = self.kept_key
        done = subprocess.run(
            [PROGRAM, *words], env=environment, input=text, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def start(self, is_unlocked=False):
        """Serves the vault; `address` is what the program prints. With a kept key the first browser needs no passphrase."""
        environment = {**self.environment, **({"XDG_RUNTIME_DIR": self.kept_key} if is_unlocked else {})}
        self.process = subprocess.Popen(
            [PROGRAM, "open", "--no-browser", "--port", "0"], env=environment,
            stdout=subprocess.PIPE, stderr=open(self.folder / "stderr", "ab"), text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http"), (self.folder / "stderr").read_text()
        return self

    @property
    def origin(self):
        return re.match(r"https?://[^/]+", self.address)[0]

    def stop(self, number=signal.SIGINT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(timeout=20)
        self.process = None


@pytest.fixture(scope="session")
def made_vault(tmp_path_factory):
    """A vault that was made once; tests work on copies, since making one takes Argon2's half second."""
    folder = tmp_path_factory.mktemp("made")
    app = App(folder)
    app.keep_key()
    yield app
    app.command("lock")
    shutil.rmtree(app.kept_key, ignore_errors=True)


@pytest.fixture
def app(made_vault, tmp_path):
    """A served vault without entries."""
    app = App(tmp_path)
    shutil.copytree(made_vault.vault, app.vault)
    shutil.copy(made_vault.folder / "recovery", tmp_path / "recovery")
    app.kept_key = made_vault.kept_key
    yield app
    app.stop()


@pytest.fixture
def empty_app(tmp_path):
    """No vault yet."""
    app = App(tmp_path)
    yield app
    app.stop()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield browser
    browser.close()


class Watch:
    """What no page may do: ask anything of another machine, or complain in the console."""

    def __init__(self, context, expected=()):
        self.faults = []
        self.expected = list(expected)
        context.on("request", self.check_request)
        context.on("console", self.check_message)
        context.on("weberror", lambda error: self.faults.append(f"script error: {error.error}"))

    def check_request(self, request):
        host = re.match(r"(?:https?|wss?)://([^/:]+)", request.url)
        if host and host[1] not in ("localhost", "127.0.0.1", "journal.test"):
            self.faults.append(f"a request left the machine: {request.url}")

    def check_message(self, message):
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.faults.append(f"console: {message.text}")


@pytest.fixture
def open_context(browser):
    """Makes browser contexts (each a person's browser of its own) that are watched to the end of the test."""
    made = []

    def make(expected=(), **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("locale", "en-GB")
        options.setdefault("timezone_id", ZONE)
        context = browser.new_context(**options)
        context.set_default_timeout(30_000)
        context.watch = Watch(context, expected)
        made.append(context)
        return context

    yield make
    faults = [fault for context in made for fault in context.watch.faults]
    for context in made:
        context.close()
    assert not faults, faults


@pytest.fixture
def page(open_context):
    return open_context().new_page()


def unlock(page, app, passphrase=PASSPHRASE):
    """Goes to the app with the launch token and unlocks it."""
    page.goto(app.address)
    page.wait_for_url("**/unlock")
    page.get_by_label("Passphrase", exact=True).fill(passphrase)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/today")


def enter(page, app):
    """Starts the app with the kept key, and goes in."""
    app.start(is_unlocked=True)
    page.goto(app.address)
    page.wait_for_url("**/today")


@pytest.fixture
def signed_in(app, page):
    """A page of Today in an unlocked vault."""
    enter(page, app)
    return page
