"""Releases as scripts/phone-release makes them, and the relay that serves them, in Chromium. AURALYST_RELAY names the relay."""
import json
import os
import pathlib
import signal
import subprocess
import sys

import playwright.sync_api
import pytest
from playwright.sync_api import expect

from frame import ROOT, Phone, until
from journal import Caddy, app_site, free_host

RELAY = os.environ.get("AURALYST_RELAY", ROOT / ".build/release/auralyst-relay")


@pytest.fixture
def make(site, tmp_path):
    """Makes a release of the app with the small program; some files changed, by name."""
    for name in "ours", "others":
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", tmp_path / name], check=True)

    def make(number, key="ours", **changed):
        built, out = tmp_path / f"built-{number}-{key}", tmp_path / f"release-{number}-{key}"
        built.mkdir()
        for name, content in site.sources.items():
            (built / name).write_bytes(changed.get(pathlib.Path(name).stem, content))
        words = [sys.executable, ROOT / "scripts/phone-release", built, "--out", out, "--number", str(number), *(["--key", tmp_path / key] if key else [])]
        subprocess.run(words, check=True, env={key: value for key, value in os.environ.items() if key != "AURALYST_RELEASE_KEY"})
        return out
    return make


def files(folder):
    """What a server that knows nothing of releases gives of a folder."""
    listed = json.loads((folder / "-/release").read_text().splitlines()[0])["files"]
    found = {one["path"]: (one["type"], (folder / ("index.html" if one["path"] == "/" else one["path"][1:])).read_bytes()) for one in listed}
    return {**found, "/-/release": ("text/plain", (folder / "-/release").read_bytes())}


class Relay:
    """A relay with the app; another release takes a restart."""

    def __init__(self, data, *options):
        self.data, self.port = data, 0
        self.start(*options)
        self.address = f"http://localhost:{self.port}"

    def start(self, *options):
        words = [RELAY, "--data", self.data, "--listen", f"127.0.0.1:{self.port}", *options]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().strip().rstrip("/").rpartition(":")[2])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0


def save(frame, line):
    frame.get_by_label("Line").fill(line)
    frame.get_by_role("button", name="Save").click()
    expect(frame.locator("#lines")).to_contain_text(line)


def installed(phone):
    try:
        return phone.page.evaluate("caches.open('auralyst-app').then((cache) => cache.match('/-/installed')).then((found) => found?.json())")
    except playwright.sync_api.Error:
        # The page gives way to its next version.
        return None


# What the service worker says of the server's release.
LOOK = """new Promise((go) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => go(data);
  navigator.serviceWorker.controller.postMessage({ deed: "look" }, [port2]);
})"""


def test_the_relay_gives_the_app_and_its_next_version(playwright, make, tmp_path):
    relay = Relay(tmp_path / "data", "--app", make(1))
    phone = Phone(playwright, tmp_path / "profile", relay)
    try:
        frame = phone.open("/other?x=1")
        assert phone.page.url == relay.address + "/"
        expect(frame.locator("h1")).to_have_text("Other")
        frame.locator("#home").click()
        save(frame, "by the first")
        until(phone, lambda: installed(phone)["current"]["number"] == 1, "the first release")
        relay.stop()
        phone.page.reload()
        expect(phone.frame().locator("#lines")).to_contain_text("by the first")
        phone.faults.clear()

        second = make(2, worker=(ROOT / "Phone/worker.js").read_bytes() + b"\nglobalThis.second = 2;\n")
        relay.start("--app", second)
        phone.page.reload()
        phone.page.get_by_role("button", name="Use it now").click()
        until(phone, lambda: (installed(phone) or {}).get("isTrying"), "the second release")
        frame = phone.frame()
        expect(frame.locator("#lines")).to_contain_text("by the first")
        assert installed(phone)["current"]["number"] == 1
        frame.evaluate("fetch('/note?x', { method: 'POST', body: JSON.stringify({ opened: true }) })")
        until(phone, lambda: installed(phone)["current"]["number"] == 2, "the second release")
        kept = phone.page.evaluate("caches.open('auralyst-app').then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))")
        wanted = {"/-/sha256/" + one["sha256"] for one in installed(phone)["current"]["files"]} | {"/-/installed", "/-/policy"}
        assert set(kept) == wanted
    finally:
        phone.close()
        relay.stop()
    assert not phone.faults, phone.faults


def test_a_release_that_is_not_right_leaves_the_installed_one(phone, site, make):
    site.files = files(make(5))
    frame = phone.open()
    save(frame, "by the first")
    first = until(phone, lambda: installed(phone), "the first release")["current"]
    seventh = files(make(7, worker=site.sources["worker.js"] + b"\n"))
    line, signature = seventh["/-/release"][1].decode().splitlines()
    manifest = json.loads(line)
    worker = next(path for path in seventh if "worker" in path)

    def with_manifest(text):
        return {**seventh, "/-/release": ("text/plain", text.encode())}

    wrong = {
        "has a wrong signature": [with_manifest(f"{line.replace('0.1.0', '9.9.9')}\n{signature}\n"), with_manifest(f"{line}\n{signature[::-1]}\n")],
        "is not signed by whoever signed yours": [files(make(7, "others")), files(make(7, None))],
        "has an older version": [files(make(4))],
        "is not a version of Auralyst": [with_manifest("<!doctype html><title>Sign in</title>"), with_manifest("")],
        # The network may be to blame: no sentence.
        "": [{path: file for path, file in seventh.items() if path != worker}, {**seventh, worker: (seventh[worker][0], seventh[worker][1][:-1])},
             {**seventh, worker: (seventh[worker][0], b"x" * len(seventh[worker][1]))}],
    }
    assert manifest["version"] == "0.1.0"
    for sentence, sites in wrong.items():
        for files_there in sites:
            site.files = files_there
            phone.page.reload()
            if sentence:
                expect(phone.page.get_by_text(sentence)).to_be_visible()
            else:
                assert phone.page.evaluate(LOOK)["code"] in ("half", "file")
            expect(phone.frame().locator("#lines")).to_contain_text("by the first")
            state = installed(phone)
            assert (state["current"], state["next"]) == (first, None)
    phone.faults.clear()
    site.files = seventh
    phone.page.reload()
    expect(phone.page.get_by_role("button", name="Use it now")).to_be_visible()


def test_an_app_of_another_host_may_use_the_relay_and_no_other(playwright, make, tmp_path):
    app_host = free_host()
    relay = Relay(tmp_path / "data", "--app-origin", f"http://{app_host}")
    other = Relay(tmp_path / "other")
    there = f"http://127.0.0.1:{relay.port}"
    host = Caddy(tmp_path / "host", f"http://{app_host}", app_site(make(1), there))
    phone = Phone(playwright, tmp_path / "profile", host)
    try:
        phone.open()
        until(phone, lambda: installed(phone), "the release")
        # Once from the server, once from the service worker.
        for _ in range(2):
            worker = until(phone, lambda: phone.page.workers and phone.page.workers[0], "the worker")
            ask = "(address) => fetch(address, { headers: { authorization: 'Bearer x' } }).then((answer) => answer.status, () => 'refused')"
            assert worker.evaluate(ask, f"{there}/v1/info") == 200
            assert worker.evaluate(ask, f"{there}/v1/journals") == 401
            assert worker.evaluate(ask, f"http://127.0.0.1:{other.port}/v1/info") == "refused"
            phone.open()
    finally:
        phone.close()
        host.stop()
        for each in relay, other:
            each.stop()
