"""The same tests against the phone's app: AURALYST_FACE=phone (make browse-phone).

The folder of AURALYST_PHONE_APP is served as a host would, and Chromium opens it. A vault that the command line has made is put into the
phone's files before the program starts; a command that a test runs afterwards reads a copy of them, or waits until the app is closed, and
the app is opened again where it was. `Page` stands for Playwright's page: what a test asks of the page it asks of the shell's frame."""
import base64
import contextlib
import fnmatch
import functools
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

from playwright.sync_api import Error
from playwright.sync_api import expect as expect_of_playwright

import clock

# Seconds for what never comes.
PATIENCE = 240
HERE = pathlib.Path(__file__).parent
sys.path.append(str(HERE.parent / "PhoneTests"))
from frame import LIMITS, with_limits  # noqa: E402

FOLDER = pathlib.Path(os.environ.get("AURALYST_PHONE_APP", HERE.parents[1] / ".build/phone"))
LEFT_OUT = HERE.parent / "phone-browser-left-out.tsv"
# What is asked of the frame; the rest belongs to the window around it.
OF_FRAME = {"content", "evaluate", "evaluate_handle", "expect_navigation", "title", "url", "wait_for_function", "wait_for_load_state", "wait_for_url"}
# What finds its frame each time: also after the shell was loaded again.
FINDING = {"get_by_label", "get_by_role", "get_by_text", "get_by_title", "locator"}
# Commands that write nothing.
READS = {"list", "show", "history", "status", "quote", "search", "day", "tags", "insights", "trends", "review", "due"}
# Files of a vault that belong to one machine.
OF_MACHINE = shutil.ignore_patterns("vault.agent", "*.lock", "*-shm")


def left_out():
    """The tests that do not apply, with the reason: `file::test` or `file::test[parameter]`."""
    rows = [line.split("\t") for line in LEFT_OUT.read_text().splitlines() if line and not line.startswith("#")]
    return {name: reason for name, reason in rows}


def check_left_out():
    """A name of which there is no test any more, and one without a reason."""
    for name, reason in left_out().items():
        file, test, parameter = re.fullmatch(r"(\w+\.py)(?:::(\w+)(?:\[(.+)\])?)?", name).groups()
        text = (HERE / file).read_text() if (HERE / file).exists() else ""
        if not text or not reason or (test and f"def {test}(" not in text) or (parameter and parameter.split("-")[0] not in text):
            yield f"{LEFT_OUT.name} names {name}, and there is no such test, or no reason"


def choose(items):
    """The tests that apply, and the others."""
    names = left_out()

    def is_left_out(item):
        file = item.path.name
        return any(name in names for name in (file, f"{file}::{item.originalname}", f"{file}::{item.name}"))

    others = [item for item in items if is_left_out(item)]
    return [item for item in items if item not in others], others


@functools.cache
def files_of_app():
    """The app's files by their addresses, each with its type; without the limits after which something slow counts as gone."""
    release = json.loads((FOLDER / "-/release").read_bytes().splitlines()[0])
    files = {}
    for file in release["files"]:
        path = file["path"]
        content = (FOLDER / ("index.html" if path == "/" else path[1:])).read_bytes()
        if limits := LIMITS.get(re.sub(r"^/(-/)?|(?<=[a-z])\.[0-9a-f]{16}(?=\.js$)", "", path)):
            content = with_limits(content, **limits)
            file |= {"sha256": hashlib.sha256(content).hexdigest(), "size": len(content)}
        files[path] = file["type"], content
    # Whoever signed it did not sign this.
    return files | {"/-/release": ("text/plain", json.dumps(release | {"key": None}).encode() + b"\n\n")}


class Host:
    """Serves the app, as one origin for each vault that is open at the same time; `/v1/` is a relay's, where there is one."""

    free = []
    common = None

    def __init__(self, name="localhost"):
        self.files, self.relay = files_of_app(), None
        host = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                path = self.path.split("?")[0]
                if path.startswith("/v1/"):
                    return self.ask_relay()
                if path == "/-/phone-door.js":
                    return self.answer(200, "text/javascript", (HERE / "phone-door.js").read_bytes())
                if path == "/-/door":
                    return self.answer(200, "text/html", b"<!doctype html><title>Door</title><link rel=icon href=data:,>")
                if path not in host.files:
                    return self.answer(404, "text/plain", b"")
                self.answer(200, *host.files[path])

            do_POST = do_PUT = do_DELETE = lambda self: self.ask_relay()

            def answer(self, status, kind, content, headers=()):
                self.send_response(status)
                for name, value in [("content-type", kind), ("content-length", str(len(content))), *headers]:
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(OSError):
                    self.wfile.write(content)

            def ask_relay(self):
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                if not host.relay:
                    return self.answer(404, "text/plain", b"")
                connection = http.client.HTTPConnection(re.sub("^http://", "", host.relay).rstrip("/"), timeout=PATIENCE)
                # With the name by which it was asked: a device signs for that one.
                connection.request(self.command, self.path, body, {
                    name: value for name, value in self.headers.items() if name.lower() not in ("connection", "origin", "accept-encoding")})
                response = connection.getresponse()
                content = response.read()
                skipped = ("content-type", "content-length", "connection", "transfer-encoding", "date", "server")
                self.answer(response.status, response.getheader("content-type", "text/plain"), content, [
                    (name, value) for name, value in response.getheaders() if name.lower() not in skipped])

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.origin = f"http://{name}:{self.server.server_port}"

    def path(self, name):
        """Where a file of the release is, by its name without its ending."""
        return next(path for path in self.files if path.startswith(f"/-/{name}."))

    @classmethod
    def take(cls):
        return cls.common or (cls.free.pop(0) if cls.free else cls())

    def give_back(self):
        if not self.relay:
            Host.free.append(self)


@contextlib.contextmanager
def common_host():
    """All phones have the app from one host, which is also their relay (`relay` is its address), and each person has a browser of their own."""
    Host.common = Host("127.0.0.1")
    try:
        yield Host.common
    finally:
        Host.common = None


# The apps that were started, by the number in their address.
apps = {}


def app_at(address, context):
    """The app that an address leads to in a browser: by its first address, and from then on by each."""
    origin, number = re.match(r"(https?://[^/]+|)(?:/\?app=(\d+)$)?", address).groups()
    if number:
        context.bound[origin] = apps[int(number)]
    return context.bound.get(origin) or next((app for app in reversed(apps.values()) if app.host and app.origin == origin), None)


def app_class(App):
    """The desktop's `App`, on a phone."""

    class PhoneApp(App):
        host = None
        context = None
        is_unlocked = False
        # Whether the phone has what is in `vault`.
        is_there = False

        def start(self, *words, is_unlocked=False, port=0):
            assert not words, words
            if not self.host:
                self.host = Host.take()
            number = len(apps)
            apps[number] = self
            self.is_unlocked = is_unlocked
            for page in self.windows():
                page.await_program()
            self.process, self.address = "the phone's", f"{self.origin}/?app={number}"
            return self

        @property
        def origin(self):
            return self.host.origin

        def windows(self):
            return [page for page in self.context.all_pages if page.shows(self)] if self.context else []

        def open(self, page, address):
            """Opens the app in a window, with the vault that the command line has filled."""
            if self.is_there and self.context.real is not page.context.real:
                self.stop()
                self.take()
                self.is_there = False
            self.context = page.context
            if not self.is_there:
                self.put()
            page.show_shell(self, address)

        def door(self, deed, value):
            return self.context.door(self.host, deed, value)

        def put(self):
            content = []
            if self.vault.exists():
                skipped = OF_MACHINE(str(self.vault), [name.name for name in self.vault.rglob("*")])
                for path in sorted(self.vault.rglob("*")):
                    if path.name in skipped:
                        continue
                    kept = base64.b64encode(path.read_bytes()).decode() if path.is_file() else None
                    content.append([f"/vault/{path.relative_to(self.vault)}", kept])
                content.insert(0, ["/vault", None])
            self.door("put", content)
            self.is_there = True

        def take(self):
            """The vault folder becomes what the phone has."""
            shutil.rmtree(self.vault, ignore_errors=True)
            for path, content in self.door("take", "/vault"):
                target = self.vault / pathlib.PurePosixPath(path).relative_to("/vault")
                if content is None:
                    target.mkdir(parents=True, mode=0o700)
                    continue
                target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                target.touch(0o600)
                target.write_bytes(base64.b64decode(content))

        def has_vault(self):
            return bool(self.door("take", "/vault")) if self.is_there else super().has_vault()

        def command(self, *words, text=None):
            if not self.is_there:
                return super().command(*words, text=text)
            if words == ("sync", "now") and self.windows():
                return self.sync()
            if READS & set(words):
                self.take()
                return super().command(*words, text=text)
            # Before the files are taken: what the app wrote and sent after that would be undone.
            places = [(page, page.url) for page in self.windows()]
            for page, _ in places:
                page.leave()
            self.take()
            said = super().command(*words, text=text)
            self.put()
            for page, place in places:
                page.show_shell(self, place, unlocks=not re.search("/(unlock|welcome)", place))
            return said

        def sync(self):
            """The open app syncs until nothing waits to be sent."""
            asked = 0

            def is_sent():
                nonlocal asked
                if self.json("sync", "status")["waiting"] == 0:
                    return True
                if time.monotonic() > asked + 2:
                    asked = time.monotonic()
                    self.pass_a_minute()
                return False

            phone_until(self.windows()[0], is_sent, lambda: self.json("sync", "status"))
            return ""

        def stop(self, number=signal.SIGINT):
            """The windows are closed; or the program ends by itself, and they stay."""
            for page in self.windows():
                if number == signal.SIGKILL:
                    page.fail()
                else:
                    page.leave()
            self.process = None

        def stop_clock(self):
            clock.stop(os.environ["PHONE_CLOCK"])

        def move_clock(self, seconds):
            clock.move(os.environ["PHONE_CLOCK"], seconds)
            super().move_clock(seconds)

        def pass_a_minute(self):
            """All phones have one clock, by which the others would lock: so the app is asked to sync, as by its owner."""
            for page in self.windows():
                page.view.evaluate(SYNC)

        def end(self):
            self.is_there = False
            super().end()
            if self.host:
                self.host.give_back()
                self.host = None

    return PhoneApp


# In the shell: each request of the pages waits until the test has let it pass (`Page.route`).
ROUTED = """() => {
  const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  Object.defineProperty(MessagePort.prototype, "onmessage", { configurable: true, set(handler) {
    set.call(this, async (event) => {
      const { head, body } = event.data ?? {};
      if (head && "isRouted" in document.documentElement.dataset) {
        const text = body && body.byteLength < 100_000 ? new TextDecoder().decode(body) : null;
        const verdict = await window.auralystRouted({ method: head.method, url: location.origin + head.target, body: text });
        if (verdict.isHeld) await new Promise((go) => { (window.auralystHeld ??= new Map()).set(verdict.number, go); });
        if (verdict.isAborted) {
          this.postMessage({ isGone: true });
          return;
        }
      }
      handler.call(this, event);
    });
  } });
}"""


class Request:
    def __init__(self, asked):
        self.method, self.url, self.post_data = asked["method"], asked["url"], asked["body"]


class Route:
    """A request that waits in the shell, as Playwright's route."""

    number = 0

    def __init__(self, page, asked):
        Route.number += 1
        self.page, self.request, self.number, self.verdict = page, Request(asked), Route.number, {"isHeld": True, "number": Route.number}

    def abort(self):
        self.verdict = {"isAborted": True}

    def continue_(self):
        if self.verdict is not self.held:
            self.verdict = {}
        else:
            self.page.own.evaluate("(number) => window.auralystHeld.get(number)()", self.number)

    def fetch(self):
        """Stands for the answer that `fulfill` lets through."""
        return self

    def fulfill(self, response):
        response.continue_()

    held = None


class Answer:
    """What the program answers to a request that is no page's own."""

    def __init__(self, found):
        self.status, self.headers, self._body, self.url = found["status"], found["headers"], base64.b64decode(found["body"]), found["url"]
        self.ok = 200 <= self.status < 300

    def body(self):
        return self._body

    def text(self):
        return self._body.decode()

    def json(self):
        return json.loads(self._body)


ASK = """async ([address, { method, form, data, headers, redirect }]) => {
  const body = form ? new URLSearchParams(form) : data ?? undefined;
  const answer = await fetch(address, { method, headers, body, redirect });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  // Where a redirect is not followed the browser says no more than that it was one.
  const status = answer.type === "opaqueredirect" ? 303 : answer.status;
  return { status, url: answer.url, headers: Object.fromEntries(answer.headers), body: bytes.toBase64() };
}"""


# No use by someone: the app may lock meanwhile.
SYNC = """fetch("/settings/sync/now", {
  method: "POST", redirect: "manual", headers: { "X-Background": "1" }, body: new URLSearchParams({ "form-token": document.body.dataset.formToken }),
}).then(() => null)"""


class Asking:
    """Requests beside the pages, as Playwright's `page.request`: the program hears them from a page."""

    def __init__(self, page):
        self.page = page

    def get(self, address, **options):
        return self._ask("GET", address, **options)

    def post(self, address, **options):
        return self._ask("POST", address, **options)

    def _ask(self, method, address, form=None, data=None, headers=None, max_redirects=None):
        # The browser says itself where a request comes from.
        sent = {name: value for name, value in (headers or {}).items() if name.lower() != "origin"}
        how = {"method": method, "form": form, "data": data, "headers": sent, "redirect": "manual" if max_redirects == 0 else "follow"}
        return Answer(self.page.evaluate(ASK, [address, how]))


def phone_until(page, is_so, what=lambda: ""):
    """Looks again and again; Playwright hears of nothing while this program sleeps. `what()` says what there is instead."""
    looks_end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < looks_end, f"{page.own.url} {what()}"
        page.own.wait_for_timeout(20)


class Page:
    """A window. With the shell in it, its pages are in the frame; a page that was opened from another one is alone in its window."""

    def __init__(self, context, own):
        self.context, self.own, self.app, self.is_routed, self.ended = context, own, None, False, None
        self.request, self.routes, self.all_routes, self.asked = Asking(self), [], [], []

    @property
    def clock(self):
        # Playwright sets it for all windows of a browser, and for good.
        self.context.retire()
        return self.own.clock

    def __getattr__(self, name):
        if name in FINDING and self.app:
            return getattr(self.own.frame_locator("iframe"), name)
        return getattr(self.view if name in OF_FRAME else self.own, name)

    @property
    def view(self):
        frames = self.own.main_frame.child_frames if self.app else []
        return frames[0] if frames else self.own

    def shows(self, app):
        return self.app is app and not self.own.is_closed()

    def show_shell(self, app, address, unlocks=None):
        unlocks = app.is_unlocked if unlocks is None else unlocks
        if not self.is_routed:
            self.is_routed = True
            self.own.expose_function("auralystRouted", self.decide)
            self.own.add_init_script(f"if (window === top) ({ROUTED})();")
        # A window behind another one is drawn seldom.
        self.own.bring_to_front()
        # A page's own address leads to the shell where the app is installed.
        is_installed = app.origin in self.context.installed
        self.own.goto(address if is_installed and address != app.address else app.origin + "/")
        self.context.installed.add(app.origin)
        self.app = app
        self.locator("body").wait_for(state="attached")
        self.note_routes()
        if unlocks:
            self.get_by_label("Passphrase", exact=True).fill(app.passphrase_file.read_text())
            self.get_by_role("button", name="Unlock", exact=True).click()
            self.view.wait_for_url(lambda address: "/unlock" not in address)
        if address != app.address and not (is_installed and unlocks):
            self.view.goto(address)

    def fail(self):
        """As a fault of the program: its worker ends, and the shell begins another one."""
        [self.ended] = [one for one in self.own.workers if "/-/worker" in one.url]
        self.ended.evaluate("setTimeout(() => { throw new Error('a fault of the test'); })")

    def await_program(self):
        """The next program is there, where one ended."""
        if self.ended:
            phone_until(self, lambda: any("/-/worker" in one.url and one != self.ended for one in self.own.workers))
            self.ended = None

    def leave(self):
        """As a window that is closed: the program ends."""
        self.own.goto("about:blank")
        self.app = None

    def goto(self, address, **options):
        app = app_at(address, self.context)
        if not app:
            self.app = None
            return self.own.goto(address, **options)
        if self.shows(app):
            if address != app.address:
                return self.go_there(address, **options)
            # As someone who closes the app and opens it again.
            self.leave()
        if any(page is not self and page.context.real is self.context.real for page in app.windows()):
            self.app = None
            return self.own.goto(address, referer=app.origin + "/today", **options)
        if not self.shows(app):
            app.open(self, address)
        return self

    def go_there(self, address, **options):
        try:
            return self.view.goto(address, **options)
        except Error as error:
            if not re.search("ERR_ABORTED|interrupted by another navigation", str(error)):
                raise
        # A form that was sent just before led elsewhere first: a click in a frame does not wait for it. The browser still comes here.
        try:
            self.view.wait_for_url(address, timeout=10_000)
        except Error:
            self.view.goto(address, **options)
        return None

    def reload(self, **options):
        if self.view is self.own:
            return self.own.reload(**options)
        with self.view.expect_navigation(**options) as arrived:
            self.view.evaluate("location.reload()")
        return arrived.value

    def go_back(self, **options):
        with self.view.expect_navigation(**options) as arrived:
            self.view.evaluate("history.back()")
        return arrived.value

    def close(self, **options):
        self.own.close(**options)

    @contextlib.contextmanager
    def expect_request(self, what):
        """A request that is routed has also come to the shell then."""
        with self.own.expect_request(what) as request:
            yield request
        if self.routes:
            phone_until(self, lambda: (request.value.url, request.value.post_data or "") in self.asked)

    def route(self, pattern, handler):
        if not self.routes:
            # As Playwright does: a file that the browser has in memory would not be asked for.
            self.own.context.new_cdp_session(self.own).send("Network.setCacheDisabled", {"cacheDisabled": True})
        self.routes.append((pattern, handler))
        self.note_routes()

    def unroute(self, pattern, handler=None):
        self.routes = [one for one in self.routes if one[0] != pattern]
        self.note_routes()

    def note_routes(self):
        """The shell hears whether a window of its app lets requests wait."""
        if not self.app:
            for page in self.context.all_pages:
                if page.app and self.own.url.startswith(page.app.origin):
                    page.note_routes()
            return
        self.all_routes = [one for page in self.context.all_pages for one in page.routes]
        self.own.evaluate("(is) => { if (is) document.documentElement.dataset.isRouted = ''; else delete document.documentElement.dataset.isRouted; }", bool(self.all_routes))

    def decide(self, asked):
        """Which way a request of the pages goes."""
        for page in self.context.all_pages:
            page.asked.append((asked["url"], asked["body"] or ""))
        for pattern, handler in reversed(self.all_routes):
            if re.search(pattern if isinstance(pattern, re.Pattern) else fnmatch.translate(pattern), asked["url"]):
                route = Route(self, asked)
                handler(route)
                route.held = route.verdict
                return route.verdict
        return {}


# What is set for a window.
MEDIA = ("color_scheme", "reduced_motion")


class Context:
    """A person's browser. Those that need nothing of their own share one, in which the app is installed and compiled once."""

    def __init__(self, real, options, browser=None):
        self.real, self.options, self.browser_of_all, self.is_shared = real, options, browser, browser is not None
        self.pages, self.listening, self.scripts, self.watch = [], [], [], None
        # The origins at which the app is installed in this browser.
        self.all_pages = real.__dict__.setdefault("all_pages", [])
        self.bound = real.__dict__.setdefault("bound", {})
        self.installed = real.__dict__.setdefault("installed", set())

    def __getattr__(self, name):
        return getattr(self.real, name)

    def new_page(self):
        own = self.real.new_page()
        if self.is_shared and "viewport" in self.options:
            own.set_viewport_size(self.options["viewport"])
        page = Page(self, own)
        for script in self.scripts:
            own.add_init_script(script)
        self.pages.append(page)
        self.all_pages.append(page)
        if media := {name: self.options[name] for name in MEDIA if name in self.options}:
            own.emulate_media(**media)
        return page

    def on(self, event, handler):
        def mine(what):
            """Whether it came from one of these windows, or from none."""
            of = what.page if event in ("console", "weberror") else None
            return not self.is_shared or of is None or any(page.own == of for page in self.pages)

        def hear(what):
            if mine(what):
                handler(what)

        self.listening.append((event, hear))
        self.real.on(event, hear)

    def add_init_script(self, script):
        self.scripts.append(script)
        for page in self.pages:
            page.own.add_init_script(script)

    def new_cdp_session(self, page):
        return self.real.new_cdp_session(page.own)

    def retire(self):
        """The next test gets another browser."""
        if self.is_shared and self.browser_of_all.shared is self.real:
            self.browser_of_all.shared = None

    def storage_state(self):
        return None

    def door(self, host, deed, value):
        """Lets the files of the phone be put or taken (phone-door.js)."""
        doors = self.real.__dict__.setdefault("doors", {})
        if host.origin not in doors:
            doors[host.origin] = page = self.real.new_page()
            page.goto(host.origin + "/-/door")
        return doors[host.origin].evaluate("""async ([address, deed, value]) => {
          localStorage.clear();
          const worker = new Worker(address, { type: "module" });
          const heard = () => new Promise((go, fail) => {
            worker.onmessage = ({ data }) => (data.fault ? fail(new Error(data.fault)) : go(data.answer));
            worker.onerror = (event) => fail(new Error(event.message));
          });
          await heard();
          const answer = heard();
          worker.postMessage([deed, value]);
          try {
            return await answer;
          } finally {
            worker.terminate();
          }
        }""", ["/-/phone-door.js?files=" + host.path("files-opfs"), deed, value])

    def close(self):
        for event, hear in self.listening:
            self.real.remove_listener(event, hear)
        self.listening = []
        if not self.is_shared:
            self.real.close()
            return
        while self.pages:
            page = self.pages.pop()
            self.all_pages.remove(page)
            with contextlib.suppress(Error):
                page.own.close()
        if self.all_pages or self.browser_of_all.shared is self.real:
            self.real.set_offline(False)
        else:
            self.real.close()


class Browser:
    """A Chromium with a clock of its own, which is the clock of the phone."""

    def __init__(self, playwright, chromium, zone):
        self.playwright, self.path = playwright, chromium
        self.chromium = self.shared = None
        self.common = {"locale": "en-GB", "timezone_id": zone}

    def new_context(self, **options):
        if not self.chromium or not self.chromium.is_connected():
            os.environ["PHONE_CLOCK"] = os.environ["TEST_CLOCK"] + f"-{os.getpid()}"
            shutil.copyfile(os.environ["TEST_CLOCK"], os.environ["PHONE_CLOCK"])
            self.chromium = self.playwright.chromium.launch(
                executable_path=self.path, args=["--no-sandbox"], env={**os.environ, "TEST_CLOCK": os.environ["PHONE_CLOCK"]})
            self.shared = None
        assert options.get("java_script_enabled", True), "without scripts a browser has no program in it: name this test in " + LEFT_OUT.name
        own = {name: value for name, value in options.items() if name not in ("viewport", *MEDIA, *self.common) or self.common.get(name, value) != value}
        if {name for name, value in own.items() if value is not None} - {"accept_downloads"} or Host.common:
            return Context(self.chromium.new_context(**options), options)
        self.shared = self.shared or self.chromium.new_context(**self.common)
        return Context(self.shared, options, self)


def begin_clock():
    """Each test begins with the clock of the run."""
    if "PHONE_CLOCK" in os.environ:
        clock.set_as(os.environ["PHONE_CLOCK"], os.environ["TEST_CLOCK"])


class FrameAssertions:
    """What `expect(page)` can be asked."""

    def __init__(self, page):
        self.page = page

    def to_have_url(self, address):
        self.page.wait_for_url(address)


def teach_expect():
    """Lets `expect` take a `Page` of ours."""
    kind = type(expect_of_playwright)
    original = kind.__call__
    kind.__call__ = lambda self, actual, *rest: FrameAssertions(actual) if isinstance(actual, Page) else original(self, actual, *rest)
