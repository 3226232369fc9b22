"""A server with releases of the phone's app, and a browser with it."""
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).parents[2]
CHROMIUM = os.environ.get("AURALYST_CHROMIUM", "/usr/bin/chromium")

# A limit for what never comes; what is slow is not wrong.
expect.set_options(timeout=60_000)
# So it is with the app's own limits, in milliseconds. A test about one of them sets it.
LIMITS = {"sw.js": {"patience": 600_000, "longest": 600_000}, "shell.js": {"silence": 600_000, "handover": 600_000}}


def with_limits(source, **limits):
    """A file of the app with other limits."""
    for name, milliseconds in limits.items():
        source, count = re.subn(rf"(?m)^const {name} = [\d_]+;$".encode(), f"const {name} = {milliseconds};".encode(), source)
        assert count == 1, f"there is no limit {name}"
    return source


def until(phone, is_there, what):
    """Looks again and again until something is so, for what no event tells."""
    looks_end = time.monotonic() + 60
    while not (found := is_there()):
        assert time.monotonic() < looks_end, f"{what() if callable(what) else what} did not come"
        # Playwright hears of nothing while this program sleeps.
        phone.context.pages[-1].wait_for_timeout(50)
    return found


class Site:
    """What a relay gives to a phone: the files of a release, and `/v1/`. `hits` are the paths that were asked.

    `v1` is the answer of `/v1/`: a status and bytes; None: it waits until `let_go` is set."""

    def __init__(self, program, folder):
        self.folder, self.files, self.hits, self.v1, self.policy = folder, {}, [], (200, b"hello"), None
        self.let_go = threading.Event()
        self.sources = {file.name: file.read_bytes() for file in (ROOT / "Phone").iterdir() if file.suffix != ".mjs"}
        self.sources |= {file.name: file.read_bytes() for file in (ROOT / "Sources/Shims/CAssets/files").glob("icon-*.png")}
        self.sources["auralyst-phone.wasm"] = program.read_bytes()
        # The small program derives no keys.
        self.sources["argon2.wasm"] = b"\0asm\1\0\0\0"
        for name, limits in LIMITS.items():
            self.sources[name] = with_limits(self.sources[name], **limits)
        self.release(1)
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                path = self.path.split("?")[0]
                site.hits.append(path)
                if path.startswith("/v1/"):
                    if site.v1 is None:
                        site.let_go.wait()
                    status, content, type_ = *(site.v1 or (200, b"late")), "text/plain"
                elif path in site.files:
                    status, (type_, content) = 200, site.files[path]
                else:
                    status, content, type_ = 404, b"", "text/plain"
                self.send_response(status)
                self.send_header("content-type", type_)
                if site.policy:
                    self.send_header("content-security-policy", site.policy)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                try:
                    self.wfile.write(content)
                except OSError:
                    pass

            # None is for this server: none of a page's own may come here.
            do_POST = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.server.server_port}"

    def release(self, number, **changed):
        """Makes a release of the sources, some of them changed (by name without its ending)."""
        built, out = self.folder / f"built-{number}", self.folder / f"release-{number}"
        shutil.rmtree(built, ignore_errors=True)
        built.mkdir(parents=True)
        for name, content in self.sources.items():
            (built / name).write_bytes(changed.get(pathlib.Path(name).stem, content))
        subprocess.run(
            [sys.executable, ROOT / "scripts/phone-release", built, "--out", out, "--number", str(number)], check=True, stdout=subprocess.DEVNULL)
        release = (out / "-/release").read_bytes()
        files = {file["path"]: file["type"] for file in json.loads(release.splitlines()[0])["files"]}
        self.files = {path: (type_, (out / ("index.html" if path == "/" else path[1:])).read_bytes()) for path, type_ in files.items()}
        self.files["/-/release"] = ("text/plain", release)

    def path(self, name):
        """Where a file of the release is, by its name without its ending."""
        return next(path for path in self.files if path.startswith(f"/-/{name}."))

    def close(self):
        self.let_go.set()
        self.server.shutdown()
        self.server.server_close()


class Phone:
    """A browser with a profile, shaped like a phone; it can be killed and started again."""

    def __init__(self, playwright, folder, site):
        self.playwright, self.folder, self.site = playwright, folder, site
        self.faults, self.context = [], None
        self.start()

    def start(self):
        shape = {key: value for key, value in self.playwright.devices["Pixel 7"].items() if key != "default_browser_type"}
        self.context = self.playwright.chromium.launch_persistent_context(
            str(self.folder), executable_path=CHROMIUM, args=["--no-sandbox"], accept_downloads=True, **shape)
        self.context.set_default_timeout(60_000)
        self.watch()

    def watch(self):
        """Gathers what no page may do: complain, or ask a host that is not the app's."""
        self.context.on("console", lambda message: message.type in ("error", "warning") and self.faults.append(message.text))
        self.context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.context.on("request", lambda request: request.url.startswith((self.site.address, "blob:", "data:", "about:")) or self.faults.append(f"asked {request.url}"))
        self.page = self.context.pages[0]

    def open(self, path="/", page=None):
        """Opens the app; gives its pages' frame."""
        page = page or self.page
        page.goto(self.site.address + path)
        return self.frame(page)

    def frame(self, page=None):
        page = page or self.page
        page.frame_locator("iframe").locator("body").wait_for(state="attached")
        return page.frames[1]

    def kill(self):
        """As the system ends an app: without a word before."""
        found = subprocess.run(["pgrep", "-f", f"user-data-dir={self.folder}"], capture_output=True, text=True).stdout.split()
        for process in found:
            try:
                os.kill(int(process), 9)
            except ProcessLookupError:
                pass
        try:
            self.context.close()
        except Exception:  # noqa: BLE001
            pass
        shutil.rmtree(self.folder / "SingletonLock", ignore_errors=True)

    def close(self):
        self.context.close()


