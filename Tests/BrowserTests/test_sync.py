"""Two devices of one person, each with a browser of its own, and a real relay between them."""
import contextlib
import os
import pathlib
import re
import subprocess
import time

import pytest
from playwright.sync_api import expect

import phone as phones
from conftest import IS_PHONE, PASSPHRASE, PROGRAM, App, enter, until

RELAY = os.environ.get("AURALYST_RELAY", str(pathlib.Path(PROGRAM).with_name("auralyst-relay")))


@contextlib.contextmanager
def relay_at(folder):
    """A relay on this machine: its address, the folder with all that it holds, and its process."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AURALYST_")}
    with phones.common_host() if IS_PHONE else contextlib.nullcontext() as host:
        named = ["--host", host.origin.removeprefix("http://")] if host else []
        with open(folder.with_suffix(".log"), "wb") as log:
            process = subprocess.Popen(
                [RELAY, "--data", str(folder), "--listen", "127.0.0.1:0", "--sign-up", "open", *named],
                env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
        try:
            address = process.stdout.readline().strip()
            assert address.startswith("http"), folder.with_suffix(".log").read_text()
            if host:
                host.relay = address
            yield host.origin if host else address, folder, process
        finally:
            process.terminate()
            process.wait(timeout=60)
            process.stdout.close()


@pytest.fixture
def relay(tmp_path):
    with relay_at(tmp_path / "relay") as (address, folder, _):
        yield address, folder


@pytest.fixture
def second_app(tmp_path):
    folder = tmp_path / "second"
    folder.mkdir()
    app = App(folder)
    yield app
    app.end()


def begin(page, app, relay):
    page.goto(app.origin + "/settings/sync")
    page.get_by_label("Address of the relay").fill(relay)
    page.get_by_role("button", name="Turn on sync").click()
    expect(page.get_by_text("Sync is on.")).to_be_visible()


def reload_until(page, is_there, *apps):
    """Loads the page again until it shows something, while minutes pass for these apps: those that send it and those that fetch it.
    One minute is not enough: a round that was under way may have looked just before."""
    look_again = passing(*apps)

    def look():
        look_again()
        page.reload()
        return is_there()

    until(look, lambda: "\n".join([page.content(), *(app.command("sync", "status") for app in apps)]))


def passing(*apps):
    """What lets a minute pass for these apps, every two seconds in which it is called: each then syncs in any case, also one that rests
    because the relay or a round did not take all that was there."""
    moved = 0

    def pass_a_minute():
        nonlocal moved
        if time.monotonic() > moved + 2:
            moved = time.monotonic()
            for app in apps:
                app.pass_a_minute()

    return pass_a_minute


def pass_on(sender, receiver):
    """What one app has written is at the relay, and the other has looked there by itself since."""
    look_again = passing(sender)

    def is_sent():
        if sender.json("sync", "status")["waiting"] == 0:
            return True
        look_again()
        return False

    until(is_sent, lambda: sender.command("sync", "status"))
    # The first of two rounds may have been under way.
    for _ in range(2):
        before = receiver.json("sync", "status")["last_synced"]
        receiver.pass_a_minute()
        until(lambda: receiver.json("sync", "status")["last_synced"] != before, lambda: receiver.command("sync", "status"))


def link(page, app, relay, **answers):
    """Goes through the first page of a device that has nothing yet."""
    app.start()
    page.goto(app.address)
    page.wait_for_url("**/welcome")
    page.get_by_role("link", name=re.compile("^Link (this one to it|this phone to my journal)$")).click()
    page.get_by_label("Address of the relay").fill(relay)
    if "code" in answers:
        page.get_by_label("With my recovery code").check()
        page.get_by_label("Recovery code, only if you choose to type it").fill(answers["code"])
    page.get_by_label("Passphrase on this device", exact=True).fill(PASSPHRASE)
    page.get_by_label("Repeat the passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Link this device").click()


# What Chromium on Linux lacks: a camera, and the reading of codes in its picture.
CAMERA = """
window.camera = { isOn: false, sees: null };
navigator.mediaDevices.getUserMedia = async () => {
  if (camera.isRefused) throw new DOMException("", "NotAllowedError");
  const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
  canvas.getContext("2d").fillRect(0, 0, 8, 8);
  setInterval(() => canvas.getContext("2d").fillRect(0, 0, 8, 8), 20);
  const stream = canvas.captureStream();
  const [track] = stream.getTracks(), stop = track.stop.bind(track);
  track.stop = () => { camera.isOn = false; stop(); };
  camera.isOn = true;
  return stream;
};
window.BarcodeDetector = class {
  static getSupportedFormats = async () => ["qr_code"];
  detect = async () => camera.sees ? [{ rawValue: camera.sees }] : [];
};
"""


def test_the_code_of_a_new_device_is_scanned_and_then_confirmed(signed_in, app):
    page = signed_in
    page.goto(app.origin + "/settings/sync/approve")
    expect(page.get_by_role("button", name="Scan the code")).to_have_count(0)
    page.add_init_script(CAMERA)
    page.reload()
    page.evaluate("camera.isRefused = true")
    page.get_by_role("button", name="Scan the code").click()
    expect(page.get_by_text("The camera can’t be used. Type the code instead.")).to_be_visible()
    page.evaluate("camera.isRefused = false")
    page.get_by_role("button", name="Scan the code").click()
    expect(page.locator("video")).to_be_visible()
    page.get_by_role("button", name="Stop the camera").click()
    expect(page.locator("video")).to_be_hidden()
    assert not page.evaluate("camera.isOn")
    page.get_by_role("button", name="Scan the code").click()
    page.evaluate("camera.sees = '0123-4567-89AB-CDEF-GHJK'")
    # Nothing is sent before a person has looked.
    expect(page.get_by_label("Code of the new device")).to_have_value("0123-4567-89AB-CDEF-GHJK")
    expect(page.get_by_role("button", name="Add this device")).to_be_focused()
    expect(page.locator("video")).to_be_hidden()
    assert not page.evaluate("camera.isOn")


@pytest.mark.story
def test_two_devices_have_one_journal(app, second_app, relay, open_context):
    address, folder = relay
    here, there = open_context(expected=("422",)).new_page(), open_context().new_page()
    app.command("add", "Written before there was a second device.")
    enter(here, app)
    begin(here, app, address)
    link(there, second_app, address)
    code = there.locator(".link-code")
    expect(code).to_have_text(re.compile(r"^(\w{4}-){4}\w{4}$"))
    here.goto(app.origin + "/settings/sync/approve")
    here.get_by_label("Code of the new device").fill("0000-0000-0000-0000-0000")
    here.get_by_role("button", name="Add this device").click()
    expect(here.locator("#code-fault")).to_be_visible()
    here.get_by_label("Code of the new device").fill(code.inner_text().lower().replace("-", " "))
    here.get_by_role("button", name="Add this device").click()
    expect(here.get_by_text("Device added.")).to_be_visible()
    there.wait_for_url("**/today")
    there.goto(second_app.origin + "/journal")
    expect(there.get_by_text("Written before there was a second device.")).to_be_visible()

    # What is written on one appears on the other by itself, on a page that is open.
    here.goto(app.origin + "/journal")
    second_app.command("add", "Greetings from the second one.")
    pass_on(second_app, app)
    expect(here.get_by_text("Greetings from the second one.")).to_be_visible()
    expect(here.locator(".sync-mark")).to_contain_text("Synced")
    here.goto(app.origin + "/settings/sync")
    expect(here.locator("li.slot")).to_have_count(2)
    expect(here.locator(".facts-list")).to_contain_text(re.compile(r"(just now|ago): (nothing new|.*(sent|received))"))

    here.get_by_role("link", name="What the relay sees").click()
    here.wait_for_url("**/settings/sync/seen")
    held = here.locator("details.held")
    expect(held.first).to_be_visible()
    held.first.locator("summary").click()
    expect(held.first.locator("pre")).to_be_visible()
    # Whatever the relay holds, in all its files: not one of these words.
    bytes_held = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    assert len(bytes_held) > 2000
    for word in (b"Written", b"second device", b"Greetings", b"entry"):
        assert word not in bytes_held


@pytest.mark.phone
def test_the_paper_alone_brings_the_journal_to_a_new_device(app, second_app, relay, open_context):
    address, _ = relay
    here, there = open_context().new_page(), open_context().new_page()
    app.command("add", "It is all on the paper.")
    enter(here, app)
    begin(here, app, address)
    # The first round puts everything there.
    expect(here.get_by_text("Last synced")).to_be_visible()
    app.command("sync", "now")
    link(there, second_app, address, code=(app.folder / "recovery").read_text())
    there.wait_for_url("**/today")
    there.goto(second_app.origin + "/journal")
    expect(there.get_by_text("It is all on the paper.")).to_be_visible()


def test_an_open_app_sees_that_another_program_began_and_ended_sync(app, relay, open_context):
    address, _ = relay
    page = open_context().new_page()
    enter(page, app)
    page.goto(app.origin + "/settings/sync/seen")
    page.wait_for_url("**/settings/sync")
    app.command("sync", "start", address, "--yes")
    page.reload()
    expect(page.locator("li.slot")).to_have_count(1)
    reload_until(page, lambda: "Synced" in " ".join(page.locator(".sync-mark").all_inner_texts()))
    app.command("sync", "stop")
    page.reload()
    expect(page.get_by_label("Address of the relay")).to_be_visible()
    reload_until(page, lambda: page.locator(".sync-mark").count() == 0)


def test_an_open_page_follows_what_is_sent_and_says_that_the_relay_has_ended(app, tmp_path, open_context):
    with relay_at(tmp_path / "relay") as (address, _, relay):
        page = open_context().new_page()
        enter(page, app)
        begin(page, app, address)
        state, mark = page.locator("#sync-state"), page.locator(".sync-mark")
        expect(state).to_contain_text(re.compile("Waiting to be sent\\s*nothing"))
        expect(mark).to_have_text("Synced just now")
        page.evaluate("window.isSame = true")
        app.command("add", "Sent while this page is open.")
        expect(state).to_contain_text(re.compile("just now: 1 change sent"))
        relay.terminate()
        relay.wait(timeout=60)
        app.move_clock(60)
        expect(mark).to_have_text(re.compile("^(Relay not reached, synced|Sync failed)"))
        expect(state).to_contain_text("The last sync failed")
        # What is written then does not wait for a page that says so.
        app.command("add", "Waits for a relay.")
        expect(mark).to_have_text(re.compile("^(Relay not reached, synced .*, 1 waiting to be sent|1 change not sent yet)$"))
        expect(state).to_contain_text(re.compile("Waiting to be sent\\s*1 change"))
        assert page.evaluate("window.isSame")


def test_a_wrong_address_is_said_on_the_page(app, open_context):
    page = open_context(expected=("422",)).new_page()
    enter(page, app)
    page.goto(app.origin + "/settings/sync")
    for address, words in (("http://relay.example.org", "not be encrypted"), ("not an address", "not the address"), ("http://127.0.0.1:9", "relay")):
        page.get_by_label("Address of the relay").fill(address)
        page.get_by_role("button", name="Turn on sync").click()
        expect(page.locator(".fault").first).to_contain_text(words)
