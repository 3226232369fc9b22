"""From the phone: behind Caddy with its own authority, in Chromium in a phone's shape (docs/phone.md)."""
import http.client
import os
import pathlib
import re
import shutil
import socket
import subprocess
import threading

import pytest
from playwright.sync_api import expect

from conftest import CHROMIUM, PASSPHRASE, PROGRAM, ZONE, Watch, close

ROOT = pathlib.Path(__file__).parents[2]


def free_port():
    """A port below those that the system gives to programs which ask for any: no other takes it meanwhile."""
    for port in range(20_000 + os.getpid() % 10_000, 32_000):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


@pytest.fixture
def inside(app):
    """The app as it listens behind a proxy: it says its port, and is reached by its name only."""
    app.address = f"https://journal.test:{free_port()}"
    with open(app.folder / "stderr", "ab") as errors:
        app.process = subprocess.Popen(
            [PROGRAM, "open", "--no-browser", "--port", "0", "--address", app.address], env=app.environment,
            stdout=subprocess.PIPE, stderr=errors, text=True)
    app.inside = int(re.fullmatch(r"http://localhost:(\d+)/", app.process.stdout.readline().strip())[1])
    return app


@pytest.fixture
def proxied(inside, tmp_path):
    """The app behind Caddy: our own Caddyfile, with a name and ports for the test."""
    caddy = shutil.which("caddy")
    assert caddy, "the set-up installs caddy"
    text = (ROOT / "docs/phone/Caddyfile").read_text()
    text = text.replace("journal.example {", f"{inside.address} {{\n\ttls internal").replace("127.0.0.1:4747", f"127.0.0.1:{inside.inside}")
    options = f"{{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tstorage file_system {tmp_path}/caddy\n}}\n"
    (tmp_path / "Caddyfile").write_text(options + text)
    proxy = subprocess.Popen(
        [caddy, "run", "--config", str(tmp_path / "Caddyfile"), "--adapter", "caddyfile"],
        env={**inside.environment, "XDG_DATA_HOME": str(tmp_path)}, stderr=subprocess.PIPE, text=True)
    try:
        # It listens before it says so; a proxy that ends says no more.
        said = []
        while "serving initial configuration" not in (line := proxy.stderr.readline()):
            assert line, said
            said.append(line)
        reader = threading.Thread(target=proxy.stderr.read)
        reader.start()
        yield inside
    finally:
        proxy.terminate()
        proxy.wait(timeout=60)
        reader.join()


@pytest.fixture
def phone(proxied, playwright):
    """Chromium as a phone, which knows the name and trusts the proxy."""
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP journal.test 127.0.0.1"])
    context = browser.new_context(**playwright.devices["Pixel 7"], timezone_id=ZONE, ignore_https_errors=True)
    context.set_default_timeout(60_000)
    watch = Watch(context)
    yield context.new_page()
    browser.close()
    assert not watch.faults, watch.faults


@pytest.mark.story
def test_a_phone_signs_in_writes_and_installs(proxied, phone):
    phone.goto(proxied.address)
    phone.wait_for_url("**/unlock")
    phone.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    phone.get_by_role("button", name="Unlock", exact=True).click()
    phone.wait_for_url("**/today")
    # The vault is open now; who comes from another place has to show the passphrase all the same.
    other = phone.context.browser.new_context(ignore_https_errors=True).new_page()
    other.goto(proxied.address)
    other.wait_for_url("**/unlock")
    close(other.context)
    cookie = next(cookie for cookie in phone.context.cookies() if cookie["name"] == "__Host-auralyst")
    assert cookie["secure"] and cookie["httpOnly"] and cookie["sameSite"] == "Strict"
    phone.get_by_label("Your entry").fill("Written on the phone.")
    phone.get_by_role("button", name="Save", exact=True).click()
    expect(phone.get_by_text("Written on the phone.").first).to_be_visible()
    assert "Written on the phone." in proxied.command("list")
    # A phone installs what has a manifest with a start, a name and icons.
    manifest = phone.evaluate("fetch('/manifest.webmanifest').then(response => response.json())")
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/"
    for icon in manifest["icons"]:
        assert phone.evaluate("path => fetch(path).then(response => response.ok)", icon["src"])
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth"), "no sideways scrolling"


def ask(port, path, **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=headers)
    response = connection.getresponse()
    return response.status, response.read().decode(), response


def test_only_its_own_address_is_answered(inside):
    own = inside.address.removeprefix("https://")
    assert ask(inside.inside, "/", Host="evil.example")[0] == 421
    assert ask(inside.inside, "/", Host=f"localhost:{inside.inside}")[0] == 421
    assert ask(inside.inside, "/", Host=own)[0] == 200
    status, page, _ = ask(inside.inside, "/?token=" + "A" * 43, Host=own)
    assert status == 200 and "entries" not in page, "no token is good from outside"


def test_attempts_are_slowed_for_each_source(inside):
    own = inside.address.removeprefix("https://")
    headers = {"Host": own, "Origin": inside.address}
    inside.stop_clock()

    def attempt(source, passphrase):
        connection = http.client.HTTPConnection("127.0.0.1", inside.inside, timeout=30)
        connection.request("GET", "/", headers=headers)
        response = connection.getresponse()
        response.read()
        cookie = response.getheader("set-cookie").split(";")[0]
        connection.request("GET", "/unlock", headers={**headers, "Cookie": cookie})
        token = re.search(r'data-form-token="([^"]+)"', connection.getresponse().read().decode())[1]
        connection.request(
            "POST", "/unlock", f"form-token={token}&passphrase={passphrase}",
            {**headers, "Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": f"6.6.6.6, {source}"})
        response = connection.getresponse()
        response.read()
        return response.status

    tries = [attempt("192.0.2.1", "wrong") for _ in range(5)]
    assert tries[0] in (403, 422) and tries[-1] == 429, tries
    # What a client writes into the header itself does not make it another source.
    assert attempt("192.0.2.1", PASSPHRASE.replace(" ", "+")) == 429
    assert attempt("198.51.100.7", PASSPHRASE.replace(" ", "+")) == 303


def test_a_vault_is_not_made_from_elsewhere(empty_app):
    done = subprocess.run(
        [PROGRAM, "open", "--no-browser", "--address", "https://journal.test"], env=empty_app.environment,
        capture_output=True, text=True, timeout=20)
    assert done.returncode == 1 and "there is no vault" in done.stderr
