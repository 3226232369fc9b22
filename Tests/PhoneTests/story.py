"""A relay that serves the phone's app, a journal at a desk, and a phone with its own copy of it: all of them the real programs."""
import json
import os
import pathlib
import re
import socket
import subprocess

from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).parents[2]
CHROMIUM = os.environ.get("AURALYST_CHROMIUM", "/usr/bin/chromium")
PROGRAM = os.environ.get("AURALYST_PROGRAM", str(ROOT / ".build/release/auralyst"))
RELAY = os.environ.get("AURALYST_RELAY", str(pathlib.Path(PROGRAM).with_name("auralyst-relay")))
# What `make phone` makes.
APP = os.environ.get("AURALYST_PHONE_APP", str(ROOT / ".build/phone"))
PASSPHRASE = "velvet otter canyon brisk lamp"

# A limit for what never comes; what is slow is not wrong.
expect.set_options(timeout=60_000)


class Relay:
    def __init__(self, folder, app=APP):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://localhost:{port}"
        self.words = [
            RELAY, "serve", "--app", str(app), "--sign-up", "open", "--data", str(folder), "--listen", f"127.0.0.1:{port}",
            "--host", f"localhost:{port}"]
        self.start()

    def start(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("AURALYST_")}
        self.process = subprocess.Popen(self.words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        # It prints its address once it listens.
        assert self.process.stdout.readline(), "the relay did not start"

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)
        self.process.stdout.close()


class Desk:
    """The demo's journal at a computer, which syncs through the relay."""

    def __init__(self, folder, name="desk"):
        self.folder = folder / name
        self.folder.mkdir(parents=True)
        (self.folder / "passphrase").touch(0o600)
        (self.folder / "passphrase").write_text("demo")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("AURALYST_")},
            "AURALYST_VAULT": str(self.folder / "vault"), "AURALYST_PASSPHRASE_FILE": str(self.folder / "passphrase"),
            "AURALYST_KEY_HOLDER": "agent", "XDG_RUNTIME_DIR": str(self.folder), "HOME": str(self.folder), "TZ": "Europe/Vienna"}
        self.run("demo", "--vault", str(self.folder / "vault"))

    def run(self, *words, text=None):
        done = subprocess.run([PROGRAM, *words], env=self.environment, input=text, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{words}: {done.stderr}"
        return done.stdout

    def json(self, *words):
        return json.loads(self.run("--json", *words))

    def fill(self):
        """Adds to the demo's year what it has none of: a photo, an edited and a deleted entry, a template, a second journal, a trial."""
        photo = ROOT / "docs/screenshots/measure.png"
        self.run("add", "Lunch by the river.", "--attach", str(photo), "--at", "today 00:10")
        entry = self.json("list", "--limit", "1")[0]["id"]
        self.run("edit", entry, "--text", "Lunch by the river.\n\n> A line to keep.\n\n- [x] tea\n- [ ] [a book](https://example.org)")
        self.run("add", "Not to be kept.", "--at", "today 00:05")
        self.run("delete", self.json("search", "Not to be kept")[0]["id"], "--yes")
        self.run("template", "set", "Evening", "What was good today?\n\nWhat was hard?")
        self.run("journal", "new", "Garden")
        self.run("trial", "new", "Magnesium before bed", "--outcome", "headache", "--yes")
        return entry

    def sync(self, relay):
        self.run("sync", "start", relay.address, "--yes")

    def approve(self, code):
        self.run("sync", "approve", code, text="yes\n")


class Phone:
    """A browser in the shape of a phone, with the relay's app. Its pages are in a frame."""

    def __init__(self, playwright, folder, relay, width=390, height=844, scale=1):
        self.relay, self.faults, self.expected = relay, [], []
        self.context = playwright.chromium.launch_persistent_context(
            str(folder), executable_path=CHROMIUM, args=["--no-sandbox"], accept_downloads=True, locale="en-GB",
            timezone_id="Europe/Vienna", viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, device_scale_factor=scale,
            reduced_motion="reduce")
        self.context.set_default_timeout(60_000)
        self.context.on("console", self.hear)
        self.context.on("response", self.judge)
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page = self.context.pages[0]

    def hear(self, message):
        said = f"{message.text} ({message.location['url']})"
        if message.type in ("error", "warning") and not any(part in said for part in self.expected):
            self.faults.append(said)

    def judge(self, answer):
        """What a page needs is there. A relay says 404 for what it does not have yet."""
        is_asked = answer.request.resource_type == "document" or "/v1/" in answer.url
        if answer.status >= 400 and not is_asked:
            self.faults.append(f"{answer.status} {answer.url}")

    @property
    def frame(self):
        """The frame of the pages, once it shows one of them."""
        self.page.frame_locator("iframe").locator("main").wait_for()
        return self.page.frames[1]

    def open(self):
        self.page.goto(self.relay.address)
        return self.frame

    def go(self, path):
        """Shows a page, and gives its frame."""
        frame = self.frame
        frame.goto(self.relay.address + path)
        frame.locator("main").wait_for()
        return frame

    def ask_to_link(self):
        """Sends the form; gives the code that is shown."""
        frame = self.go("/welcome/link")
        frame.get_by_label("Passphrase on this device", exact=True).fill(PASSPHRASE)
        frame.get_by_label(re.compile("again|repeat", re.I)).fill(PASSPHRASE)
        frame.get_by_role("button", name="Link this device").click()
        return frame.locator(".link-code").inner_text()

    def unlock(self, passphrase=PASSPHRASE):
        frame = self.frame
        frame.get_by_label("Passphrase", exact=True).fill(passphrase)
        frame.get_by_role("button", name="Unlock", exact=True).click()

    def close(self):
        self.context.close()
