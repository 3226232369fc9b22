"""The web app in Debian's Chromium: starts the real program on vaults in memory folders, and watches every page for
requests that leave the machine and for errors in the console. All of it takes place on one afternoon (clock.py)."""
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect, sync_playwright

import clock
import phone as phones
from settled import SETTLED

PROGRAM = os.environ.get("AURALYST_PROGRAM", str(pathlib.Path(__file__).parents[2] / ".build/release/auralyst"))
CHROMIUM = os.environ.get("AURALYST_CHROMIUM", "/usr/bin/chromium")
PASSPHRASE = "violet harbour eleven pencil"
# Makes vaults whose passphrase costs nothing to try.
CHEAP_VAULT = pathlib.Path(PROGRAM).with_name("cheap-vault")
ZONE = os.environ.get("TZ")
# "phone": the same tests against the phone's app (phone.py).
IS_PHONE = os.environ.get("AURALYST_FACE") == "phone"

# Seconds for what never comes; what is slow is not wrong.
PATIENCE = phones.PATIENCE
expect.set_options(timeout=PATIENCE * 1000)


def pytest_configure():
    if "TEST_CLOCK" not in os.environ:
        pytest.exit("there is no clock: run scripts/browser-tests", returncode=2)
    if IS_PHONE:
        phones.teach_expect()
        if faults := list(phones.check_left_out()):
            pytest.exit("\n".join(faults), returncode=2)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    if IS_PHONE:
        items[:], others = phones.choose(items)
        for item in items:
            item.add_marker(pytest.mark.timeout(PATIENCE * 4))
        config.hook.pytest_deselected(items=others)


@pytest.fixture(autouse=IS_PHONE)
def clock_of_the_phone():
    phones.begin_clock()


def open_sheet(page, name):
    """Opens a sheet of the bar below an entry's text: mood, tags, files or when."""
    page.locator(f'.tool[data-sheet="{name}"] > summary').click()


def choose_mood(page, mood):
    open_sheet(page, "mood")
    page.get_by_role("radio", name=mood, exact=True).check(force=True)


def until(is_there, what):
    """Looks again and again until something is so, for what no event tells; `what()` says what there is instead."""
    looks_end = time.monotonic() + PATIENCE
    while not (found := is_there()):
        assert time.monotonic() < looks_end, what()
        # Leaves the processor to the programs that it waits for.
        time.sleep(0.02)
    return found


class App:
    """One vault and, while it runs, the program that serves it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.vault = self.folder / "vault"
        self.passphrase_file = self.folder / "passphrase"
        self.passphrase_file.touch(0o600)
        self.passphrase_file.write_text(PASSPHRASE)
        # Those that went in.
        self.pages = []
        self.clock = self.folder / "clock"
        shutil.copy(os.environ["TEST_CLOCK"], self.clock)
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AURALYST_")},
            "AURALYST_VAULT": str(self.vault), "AURALYST_KEY_HOLDER": "agent", "XDG_RUNTIME_DIR": str(self.folder),
            "HOME": str(self.folder), "TEST_CLOCK": str(self.clock), "AURALYST_QUOTES_URL": "http://127.0.0.1:9/",
        }
        self.environment.pop("DISPLAY", None)
        # Where a key waits that was unlocked once: copies of a vault share it.
        self.kept_key = None
        self.process = None
        self.address = None

    def make(self):
        """A new vault of which there is no copy; its key is kept."""
        recovery = self.folder / "recovery"
        if CHEAP_VAULT.exists():
            words = [CHEAP_VAULT, self.vault, "--passphrase-file", self.passphrase_file, "--recovery-out", recovery]
            subprocess.run(words, env=self.environment, check=True, timeout=PATIENCE)
        else:
            self.command("init", "--recovery-out", str(recovery))
        self.keep_key()

    def keep_key(self):
        """Unlocks once, so that no command and no start derives a key from the passphrase."""
        self.kept_key = str(self.folder / "key")
        os.mkdir(self.kept_key, 0o700)
        self.command("unlock", "--for", "4h")

    def copy(self, other):
        """Becomes a copy of another vault, which shares its key."""
        shutil.rmtree(self.vault, ignore_errors=True)
        # Without the file that names the agent: locking a copy would lock all of them.
        shutil.copytree(other.vault, self.vault, ignore=shutil.ignore_patterns("vault.agent"))
        shutil.copy(other.folder / "recovery", self.folder / "recovery")
        self.kept_key = other.kept_key

    def has_vault(self):
        return self.vault.exists()

    def command(self, *words, text=None):
        """Runs a command of the program on the vault, and gives what it prints."""
        environment = {**self.environment, "AURALYST_PASSPHRASE_FILE": str(self.passphrase_file)}
        if self.kept_key:
            environment["XDG_RUNTIME_DIR"] = self.kept_key
        done = subprocess.run(
            [PROGRAM, *words], env=environment, input=text, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def bring_in(self, records):
        """Many records at the price of one command: each has its kind, its `day` and `time`, and what else is known of it."""
        lines = []
        for number, record in enumerate(records):
            instant = datetime.datetime.fromisoformat(f"{record['day']} {record.pop('time')}").astimezone().isoformat()
            lines.append({"id": f"8{number:024}0", "instant": instant, "created": instant, "modified": instant, "zone": ZONE, **record})
        file = self.folder / "records.json"
        file.write_text(json.dumps({"kind": "export", "format": "auralyst", "version": 1, "attachments": "none", "records": lines}))
        self.command("import", "auralyst", str(file), "--yes")

    def json(self, *words):
        """What a command prints for scripts."""
        return json.loads(self.command("--json", *words))

    def start(self, *words, is_unlocked=False, port=0):
        """Serves the vault; `address` is what the program prints. With a kept key the first browser needs no passphrase; with
        `None` as the port the program chooses as it does for a person."""
        environment = {**self.environment, **({"XDG_RUNTIME_DIR": self.kept_key} if is_unlocked else {})}
        with open(self.folder / "stderr", "ab") as errors:
            self.process = subprocess.Popen(
                [PROGRAM, "open", "--no-browser", *words, *([] if port is None else ["--port", str(port)])], env=environment, stdout=subprocess.PIPE, stderr=errors, text=True)
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http"), (self.folder / "stderr").read_text()
        return self

    def next_address(self):
        """The address for another browser, which is printed when one has come by the address before."""
        self.address = self.process.stdout.readline().strip()
        return self.address

    @property
    def origin(self):
        return re.match(r"https?://[^/]+", self.address)[0]

    def stop_clock(self):
        """For the program time passes only when the test moves the clock."""
        clock.stop(self.clock)

    def move_clock(self, seconds):
        """Lets time pass for the program, and for nothing else."""
        clock.move(self.clock, seconds)

    def pass_a_minute(self):
        """It syncs then, also when it rests because the relay or a round did not take all that was there."""
        self.move_clock(60)

    def stop(self, number=signal.SIGINT):
        if self.process:
            if self.process.poll() is None:
                self.process.send_signal(number)
                self.process.wait(timeout=PATIENCE)
            self.process.stdout.close()
        self.process = None

    def end(self):
        """Leaves nothing that runs: the pages close, the program ends, and the key of this vault is forgotten."""
        # An open page would go on asking, and complain of how the connection ended.
        for page in self.pages:
            close(page.context)
        self.stop()
        if self.kept_key and pathlib.Path(self.kept_key).is_relative_to(self.folder) and self.vault.exists():
            self.command("lock")


if IS_PHONE:
    App = phones.app_class(App)


@pytest.fixture(scope="session")
def make_vault(tmp_path_factory):
    """Makes vaults that are there until the tests end."""
    made = []

    def make(name):
        app = App(tmp_path_factory.mktemp(name))
        made.append(app)
        app.make()
        return app

    yield make
    for app in made:
        app.end()


@pytest.fixture(scope="session")
def made_vault(make_vault):
    """A vault without entries, made once: tests work on copies, and need no passphrase."""
    return make_vault("made")


@pytest.fixture(scope="session")
def prepared(made_vault, tmp_path_factory):
    """Vaults that were filled once, for all tests that begin with the same: `prepared(fill)`."""
    filled = {}

    def prepare(fill):
        if fill not in filled:
            app = App(tmp_path_factory.mktemp("filled"))
            app.copy(made_vault)
            fill(app)
            filled[fill] = app
        return filled[fill]

    return prepare


@pytest.fixture
def app(made_vault, tmp_path):
    """A vault without entries, to be served."""
    app = App(tmp_path)
    app.copy(made_vault)
    yield app
    app.end()


@pytest.fixture
def empty_app(tmp_path):
    """No vault yet."""
    app = App(tmp_path)
    yield app
    app.end()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


def end_browsers():
    """Ends the browsers of this process: they are the children of its Playwright."""
    drivers = subprocess.run(["pgrep", "-f", "-P", str(os.getpid()), "run-driver"], capture_output=True, text=True).stdout.split()
    subprocess.run(["pkill", "-KILL", "-P", ",".join(drivers)])


def close(context):
    """Closes a context of a browser with several. Under load Chromium was seen never to answer (`Target.disposeBrowserContext`): then it
    is ended, and what comes next begins with another one. Not for a profile that a test reads: a browser that is ended leaves it
    half-written."""
    ended = threading.Event()
    limit = threading.Timer(PATIENCE, lambda: (ended.set(), end_browsers()))
    limit.start()
    try:
        context.close()
    except Error:
        if not ended.is_set():
            raise
    finally:
        limit.cancel()


class Browser:
    """A Chromium for the tests of a process, launched again where it was ended."""

    def __init__(self, playwright):
        self.playwright, self.chromium = playwright, None

    def new_context(self, **options):
        if not self.chromium or not self.chromium.is_connected():
            self.chromium = self.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        return self.chromium.new_context(**options)


@pytest.fixture(scope="session")
def browser(playwright):
    browser = phones.Browser(playwright, CHROMIUM, ZONE) if IS_PHONE else Browser(playwright)
    yield browser
    if browser.chromium:
        browser.chromium.close()


def open_profile(playwright, profile):
    """A browser whose files a test reads afterwards."""
    context = playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=["--no-sandbox"])
    context.set_default_timeout(PATIENCE * 1000)
    return phones.Context(context, {}) if IS_PHONE else context


class Watch:
    """What no page may do: ask anything of another machine, or complain in the console."""

    def __init__(self, context, expected=()):
        self.faults = []
        # A page may ask whether its app is still there, and open: the browser itself reports that nobody answered, or that it is locked.
        self.expected = ["net::ERR_CONNECTION_REFUSED", "status of 401 (", *expected]
        if IS_PHONE:
            # So says the browser when the phone's program ends, as it does with each lock.
            self.expected.append("net::ERR_FAILED")
        context.on("request", self.check_request)
        context.on("console", self.check_message)
        context.on("weberror", lambda error: self.faults.append(f"script error: {error.error.stack or error.error}"))

    def check_request(self, request):
        host = re.match(r"(?:https?|wss?)://([^/:]+)", request.url)
        if host and host[1] not in ("localhost", "127.0.0.1", "journal.test"):
            self.faults.append(f"a request left the machine: {request.url}")

    def check_message(self, message):
        if message.type in ("error", "warning") and not any(part in message.text for part in self.expected):
            self.faults.append(f"console: {message.text}")


class Contexts:
    """Browser contexts (each a person's browser of its own) that are watched to the end."""

    def __init__(self, browser):
        self.browser = browser
        self.made = []

    def __call__(self, expected=(), **options):
        options = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "timezone_id": ZONE, **options}
        context = self.browser.new_context(**options)
        context.set_default_timeout(PATIENCE * 1000)
        context.watch = Watch(context, expected)
        self.made.append(context)
        return context

    def close(self):
        for context in self.made:
            close(context)
        faults = [fault for context in self.made for fault in context.watch.faults]
        assert not faults, faults


@pytest.fixture
def open_context(browser):
    contexts = Contexts(browser)
    yield contexts
    contexts.close()


@pytest.fixture(scope="module")
def open_shared_context(browser):
    """The same for what the tests of a file share."""
    contexts = Contexts(browser)
    yield contexts
    contexts.close()


@pytest.fixture
def page(open_context):
    return open_context().new_page()


def unlock(page, app, passphrase=PASSPHRASE):
    """Goes to the app with the launch token and unlocks it."""
    page.goto(app.address)
    app.pages.append(page)
    page.wait_for_url("**/unlock")
    page.get_by_label("Passphrase", exact=True).fill(passphrase)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/today")


def enter(page, app):
    """Starts the app with the kept key, and goes in."""
    app.start(is_unlocked=True)
    page.goto(app.address)
    app.pages.append(page)
    page.wait_for_url("**/today")


@pytest.fixture
def signed_in(app, page):
    """A page of Today in an unlocked vault."""
    enter(page, app)
    return page


AXE = Axe()
SMALL_FIELDS = """[...document.querySelectorAll("input, textarea, select")].filter((one) =>
  one.checkVisibility() && !["checkbox", "radio", "range", "color", "file", "hidden"].includes(one.type)
  && parseFloat(getComputedStyle(one).fontSize) < 16).map((one) => one.outerHTML.slice(0, 120))"""


class Look:
    """Gathers what hinders a person on pages: by all rules of axe in the light theme on a wide screen, by contrast in the dark
    one, by what reaches over the edge of either screen, and by fields so small of letters that a phone zooms in at them."""

    def __init__(self):
        self.found = []

    def __call__(self, page, name=None, narrow=360, wide=1440):
        name, size = name or page.url, page.viewport_size
        self._look(page, name, "light", wide, {"resultTypes": ["violations"]})
        self._look(page, name, "dark", narrow, {"resultTypes": ["violations"], "runOnly": ["color-contrast"]})
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(size)

    def _look(self, page, name, theme, width, rules):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(SETTLED)
        for fault in AXE.run(page, options=rules).response["violations"]:
            self.found.append((name, theme, width, fault["id"], [node["html"][:160] for node in fault["nodes"]][:3]))
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            self.found.append((name, theme, width, "scrolls sideways"))
        if small := page.evaluate(SMALL_FIELDS):
            self.found.append((name, theme, width, "fields under 16 pixels", small))


@pytest.fixture
def look():
    look = Look()
    yield look
    assert not look.found, look.found
