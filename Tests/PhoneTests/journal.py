"""A person's journal with a real desk, relay and phone: the programs themselves, behind Caddy with an authority of the test's own."""
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

from playwright.sync_api import Error, expect

from frame import ROOT, Phone, until

sys.path.append(str(ROOT / "Tests/BrowserTests"))
import clock  # noqa: E402

PROGRAM = os.environ.get("AURALYST_PROGRAM", str(ROOT / ".build/release/auralyst"))
RELAY = os.environ.get("AURALYST_RELAY", str(pathlib.Path(PROGRAM).with_name("auralyst-relay")))
APP = pathlib.Path(os.environ.get("AURALYST_PHONE_APP", ROOT / ".build/phone"))
PASSPHRASE = "velvet otter canyon brisk lamp"
PHONE_PASSPHRASE = "amber ladder quiet comet fern"
# No entry of another test has it, and no page of the app.
CANARY = "Quetzalcoatlus"
DAY = 86_400


def own_environment(folder, **more):
    """What a program of the test finds around it: a home and a clock of its own."""
    shutil.copy(os.environ["TEST_CLOCK"], folder / "clock")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AURALYST_") and name != "DISPLAY"}
    return {**kept, "HOME": str(folder), "TEST_CLOCK": str(folder / "clock"), **more}


def free_host():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"localhost:{free.getsockname()[1]}"


class Authority:
    """Signs the certificate of the relay's name. The desk trusts it by its list of authorities, Chromium by the one of its home."""

    def __init__(self, folder):
        self.folder = folder
        self.root, self.leaf, self.key = folder / "root.pem", folder / "leaf.pem", folder / "leaf.key"
        request = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "365"]
        quiet = {"check": True, "stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "env": own_environment(folder)}
        # Also for tests that begin in the past.
        clock.move(folder / "clock", -60 * DAY)
        subprocess.run([*request, "-subj", "/CN=An authority of a test", "-keyout", folder / "root.key", "-out", self.root], **quiet)
        subprocess.run(
            [*request, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE",
             "-CA", self.root, "-CAkey", folder / "root.key", "-keyout", self.key, "-out", self.leaf], **quiet)
        self.library = folder / "trust.so"
        compiler = shutil.which("cc") or "clang"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", self.library, pathlib.Path(__file__).with_name("trust.c")], check=True)

    @property
    def environment(self):
        return {"TEST_AUTHORITIES": str(self.root), "LD_PRELOAD": f"{os.environ.get('LD_PRELOAD', '')}:{self.library}"}

    def trust_in_browser(self, home):
        store = home / ".pki/nssdb"
        store.mkdir(parents=True)
        subprocess.run(["certutil", "-d", f"sql:{store}", "-N", "--empty-password"], check=True)
        subprocess.run(["certutil", "-d", f"sql:{store}", "-A", "-t", "C,,", "-n", "test", "-i", self.root], check=True)


class Caddy:
    """Caddy with a site of our documentation at an address of the test; over https with a certificate of the test's authority."""

    def __init__(self, folder, address, site, authority=None):
        self.address = address
        certificate = f"\n\ttls {authority.leaf} {authority.key}" if authority else ""
        site = re.sub(r"^( *)\w+\.example\.org \{", lambda found: f"{found[1]}{address} {{{certificate}", site, count=1, flags=re.MULTILINE)
        folder.mkdir(exist_ok=True)
        (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}/caddy\n}}\n{site}")
        self.process = subprocess.Popen(
            ["caddy", "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"],
            env={**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}, stderr=subprocess.PIPE, text=True)
        # It listens before it says so; a proxy that ends says no more.
        said = []
        while "serving initial configuration" not in (line := self.process.stderr.readline()):
            assert line, said
            said.append(line)
        self.reader = threading.Thread(target=self.process.stderr.read)
        self.reader.start()

    def stop(self):
        self.process.terminate()
        self.process.wait(60)
        self.reader.join()


def relay_site(port):
    """As docs/phone/own-name.md sets it up, before a relay at a port of this machine."""
    guide = (ROOT / "docs/phone/own-name.md").read_text()
    return re.search(r"( *)relay\.example\.org \{\n.*?\n\1\}\n", guide, re.DOTALL)[0].replace("127.0.0.1:4848", f"127.0.0.1:{port}")


def app_site(release, relay):
    """As docs/relay/app.Caddyfile sets it up: a release, which may ask a relay at this address."""
    text = (ROOT / "docs/relay/app.Caddyfile").read_text()
    for name, own in ("/usr/share/auralyst/phone", str(release)), ("https://relay.example.org", relay):
        assert name in text
        text = text.replace(name, own)
    return text


class Hold:
    """Holds a request: before the relay gets it, or after, before its answer goes back. `came` is set once there is one."""

    def __init__(self, is_before=True):
        self.is_before, self.came, self.goes_on = is_before, threading.Event(), threading.Event()

    def wait(self):
        self.came.set()
        self.goes_on.wait(600)


class Between:
    """Between Caddy and the relay: sees what the phone asks, and answers in the relay's place where a test says so.

    `answer(method, path)` gives for a request of the phone None (to the relay), a `(status, type, bytes)`, or a `Hold`."""

    def __init__(self):
        self.asked, self.answer, self.relay_port = [], lambda method, path: None, None
        between = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def handle_one(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                path = self.path.split("?")[0]
                # The desk's requests come from curl.
                if self.headers.get("user-agent", "").startswith("Mozilla"):
                    between.asked.append(f"{self.command} {path}")
                    found = between.answer(self.command, path)
                    if isinstance(found, Hold):
                        return self.hold(found, body)
                    if found:
                        return self.send(found[0], [("content-type", found[1]), ("content-length", str(len(found[2])))], [found[2]])
                self.pass_on(body)

            def hold(self, hold, body):
                if hold.is_before:
                    hold.wait()
                    return self.pass_on(body)
                self.pass_on(body, hold.wait)

            def pass_on(self, body, wait=lambda: None):
                relay = http.client.HTTPConnection("127.0.0.1", between.relay_port)
                try:
                    relay.request(self.command, self.path, body or None, dict(self.headers.items()))
                    response = relay.getresponse()
                    wait()
                    # Whoever waits hears of each piece at once.
                    pieces = iter(lambda: response.read1(1 << 16), b"")
                    headers = [(name, value) for name, value in response.getheaders() if name.lower() not in ("transfer-encoding", "connection")]
                    self.send(response.status, headers, pieces)
                except OSError:
                    # As a proxy says that nobody is there.
                    with contextlib.suppress(OSError):
                        self.send(502, [("content-length", "0")], [])
                finally:
                    relay.close()

            def send(self, status, headers, pieces):
                self.close_connection = True
                self.send_response_only(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("connection", "close")
                self.end_headers()
                if self.command == "HEAD":
                    return
                for piece in pieces:
                    self.wfile.write(piece)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = do_OPTIONS = handle_one

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request, client_address):
                # Whoever asked has left: as at any proxy.
                if not isinstance(sys.exception(), OSError):
                    super().handle_error(request, client_address)

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def rest(self):
        self.asked, self.answer = [], lambda method, path: None

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Relay:
    """The relay itself, known by the name that Caddy serves."""

    def __init__(self, data, host, app=APP, *options):
        """`options`: further ones; without the app if that is None."""
        self.data, self.host, self.port, self.process = data, host, 0, None
        self.options = [*(["--app", app] if app else []), *options]
        data.mkdir(exist_ok=True)
        self.environment = own_environment(data)

    def start(self):
        with open(self.data / "log", "ab") as log:
            self.process = subprocess.Popen(
                [RELAY, "--data", self.data / "store", "--listen", f"127.0.0.1:{self.port}", "--host", self.host, "--sign-up", "open", *self.options],
                env=self.environment, stdout=subprocess.PIPE, stderr=log, text=True)
        line = self.process.stdout.readline().strip()
        assert line.startswith("http"), (self.data / "log").read_text()
        self.port = int(line.rstrip("/").rpartition(":")[2])
        return self

    def move_clock(self, days):
        clock.move(self.data / "clock", round(days * DAY))

    def stop(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)
            self.process.stdout.close()
            self.process = None


class Desk:
    """A vault on a computer, and the native program with it."""

    def __init__(self, folder, authority, like=None):
        """`like`: the desk of which it is a copy, and whose key it shares."""
        self.folder, self.authority, self.like = folder, authority, like
        folder.mkdir(exist_ok=True)
        if like:
            # Without the file that names the program which has the key.
            shutil.copytree(like.folder / "vault", folder / "vault", ignore=shutil.ignore_patterns("vault.agent"))
        self.passphrase = folder / "passphrase"
        self.passphrase.touch(0o600)
        self.passphrase.write_text(PASSPHRASE)
        self.environment = own_environment(
            folder, **authority.environment, AURALYST_VAULT=str(folder / "vault"), AURALYST_KEY_HOLDER="agent",
            XDG_RUNTIME_DIR=str(like.folder if like else folder), AURALYST_PASSPHRASE_FILE=str(self.passphrase))

    def make(self):
        self.run("init", "--recovery-out", str(self.folder / "recovery"))
        self.keep_key()

    def keep_key(self):
        """Unlocks once: no command derives a key from the passphrase."""
        self.run("unlock", "--for", "4h")

    def try_to(self, *words):
        return subprocess.run([PROGRAM, *words], env=self.environment, capture_output=True, text=True, timeout=120)

    def run(self, *words):
        done = self.try_to(*words)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def json(self, *words):
        return json.loads(self.run("--json", *words))

    def begin_with(self, entries):
        """Writes many entries at the price of one command."""
        records = [
            {"id": f"8{number:024}0", "instant": instant, "created": instant, "modified": instant, "zone": "Europe/Vienna", "day": instant[:10],
             "kind": "entry", "text": text, "tags": []}
            for number, (instant, text) in enumerate(entries)]
        file = self.folder / "records.json"
        file.write_text(json.dumps({"kind": "export", "format": "auralyst", "version": 1, "attachments": "none", "records": records}))
        assert f"{len(records)} kept" in self.run("import", "auralyst", str(file), "--yes")

    def move_clock(self, days):
        clock.move(self.folder / "clock", round(days * DAY))

    def end(self):
        # What runs has the key in its memory: it is told to forget it.
        if not self.like:
            self.try_to("lock")


class Pocket(Phone):
    """Chromium as a Pixel with a home of its own, in which the test's authority is trusted."""

    def __init__(self, playwright, home, site, authority, like=None):
        """`like`: the home of a phone of which it is a copy."""
        self.home = home
        if like:
            shutil.copytree(like, home, symlinks=True)
        else:
            home.mkdir()
            authority.trust_in_browser(home)
        self.environment = own_environment(home)
        super().__init__(playwright, home / "profile", site)

    def start(self):
        shape = {key: value for key, value in self.playwright.devices["Pixel 7"].items() if key != "default_browser_type"}
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.folder), executable_path=os.environ.get("AURALYST_CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"],
            accept_downloads=True, env=self.environment, locale="en-GB", timezone_id="Europe/Vienna", **shape)
        self.context.set_default_timeout(60_000)
        self.watch()

    def move_clock(self, days):
        clock.move(self.home / "clock", round(days * DAY))

    def forgive(self, *parts):
        """What the console may say after what a test did."""
        self.faults = [fault for fault in self.faults if not any(part in fault for part in parts)]

    @property
    def pages(self):
        return self.page.frame_locator("iframe")

    def shows(self, text):
        expect(self.pages.get_by_text(text).first).to_be_visible()

    def heading(self, text):
        expect(self.pages.get_by_role("heading", level=1)).to_have_text(re.compile(rf"^\s*{re.escape(text)}\b"))

    def go(self, path):
        self.page.frames[1].goto(self.site.address + path)

    def ask_to_link(self, passphrase=PHONE_PASSPHRASE, relay=None):
        """Opens the address, and gives the code that the phone shows. `relay`: its address, where another host has the app."""
        self.page.goto(self.site.address)
        self.pages.get_by_role("link", name="Link this phone to my journal").click()
        if relay:
            self.pages.get_by_label("Address of the relay").fill(relay)
        self.pages.get_by_label("Passphrase on this device", exact=True).fill(passphrase)
        self.pages.get_by_label("Repeat the passphrase").fill(passphrase)
        self.pages.get_by_role("button", name="Link this device").click()
        expect(self.pages.locator(".link-code")).to_have_text(re.compile(r"^(\w{4}-){4}\w{4}$"))
        return self.pages.locator(".link-code").inner_text()

    def unlock(self, passphrase=PHONE_PASSPHRASE):
        self.pages.get_by_label("Passphrase", exact=True).fill(passphrase)
        self.pages.get_by_role("button", name="Unlock", exact=True).click()

    def come_back(self, passphrase=PHONE_PASSPHRASE):
        """Opens the app again, and unlocks."""
        self.page.goto(self.site.address + "/?go=/today")
        self.unlock(passphrase)
        self.heading("Today")

    def write(self, text):
        self.pages.get_by_label("Your entry").fill(text)
        self.pages.get_by_role("button", name="Save", exact=True).click()
        self.shows(text)

    def unsent(self, text):
        expect(self.pages.locator(".sync-mark").first).to_contain_text(text)

    def sync(self, *told):
        """Sends and fetches now, until the page says how that went: all is there, or what else."""
        self.go("/settings/sync")
        self.pages.get_by_role("button", name="Sync now").click()
        self.shows("Syncing now.")
        said = [""]

        def is_told():
            said[0] = self.sync_page()
            return all(words in said[0] for words in told or ("just now", "Waiting to be sent\nnothing"))

        until(self, is_told, lambda: f"{told} in {said[0]}")

    def sync_page(self):
        """What the page of Sync says."""
        self.go("/settings/sync")
        self.heading("Sync")
        return self.pages.locator("main").inner_text()

    def entries(self):
        """What the list of entries shows."""
        self.go("/journal")
        self.heading("Journal")
        return self.pages.locator("main").inner_text()


class World:
    """One journal at a desk, at a relay, and on a phone. Each test has it as it was when the phone had just been linked: a copy of the desk's
    vault, of the relay's data and of the phone's browser, at the same address."""

    def __init__(self, playwright, authority, folder, host, app):
        self.playwright, self.authority, self.folder, self.host = playwright, authority, folder, host
        self.between = Between()
        self.caddy = Caddy(folder, f"https://{host}", relay_site(self.between.port), authority)
        self.address = self.caddy.address
        self.relay = self.phone = None
        self.desk = self.first_desk = Desk(folder / "desk", authority)
        self.first_desk.make()
        self.first_desk.begin_with((f"2026-06-{1 + number % 28:02}T08:00:00+02:00", f"Day {number}.") for number in range(12))
        self.first_desk.run("add", f"A {CANARY} flew by.")
        self.start_relay(Relay(folder / "relay", host, app))
        self.first_desk.run("sync", "start", self.address, "--yes")
        self.first_desk.run("sync", "now")
        self.phone = Pocket(playwright, folder / "home", self, authority)
        self.first_desk.run("sync", "approve", self.phone.ask_to_link())
        self.phone.shows("This device now has your journal.")
        self.phone.shows(CANARY)
        until(self.phone, lambda: self.first_desk.run("sync", "now") and len(self.first_desk.json("sync", "devices")) == 2, "the phone among the devices")
        assert not self.phone.faults, self.phone.faults
        self.leave()

    def start_relay(self, relay):
        if self.relay:
            self.relay.stop()
        self.relay = relay.start()
        self.between.relay_port = relay.port

    def new(self, folder):
        """Begins anew, in a folder of a test."""
        self.desk = Desk(folder / "desk", self.authority, like=self.first_desk)
        self.start_relay(self.copied_relay(folder / "relay"))
        self.phone = Pocket(self.playwright, folder / "home", self, self.authority, like=self.folder / "home")
        return self

    def copied_relay(self, data):
        shutil.copytree(self.folder / "relay", data)
        return Relay(data, self.host)

    def other_phone(self, home):
        """An empty one, after the first was put aside."""
        self.phone.close()
        self.phone = Pocket(self.playwright, home, self, self.authority)
        return self.phone

    def leave(self):
        if self.phone:
            self.phone.close()
        self.between.rest()
        if self.relay:
            self.relay.stop()
            self.relay = None

    def end(self):
        self.caddy.stop()
        self.between.stop()
        self.first_desk.end()
