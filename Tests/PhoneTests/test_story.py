"""A stranger's story: from the desk's QR code to an entry that was written without a network and is read at the desk."""
import contextlib
import re

import pytest
from playwright.sync_api import expect

from frame import until
from journal import CANARY, Caddy, Desk, Pocket, Relay, app_site, free_host, relay_site


@pytest.fixture
def ends():
    """Ends what a test has begun, the last first."""
    with contextlib.ExitStack() as ends:
        yield ends


def words_in(folder, word):
    """The files of a folder in which a word stands, in bytes of UTF-8 or of UTF-16."""
    forms = [word.encode(), word.encode("utf-16-le"), word.lower().encode(), word.lower().encode("utf-16-le")]
    return [str(file) for file in folder.rglob("*") if file.is_file() and any(form in file.read_bytes() for form in forms)]


@pytest.mark.story
def test_from_the_code_at_the_desk_to_an_entry_written_in_the_air(playwright, authority, app, tmp_path, ends):
    desk = Desk(tmp_path / "desk", authority)
    ends.callback(desk.end)
    desk.make()
    desk.begin_with((f"20{10 + number // 336}-{1 + number // 28 % 12:02}-{1 + number % 28:02}T08:00:00+01:00", f"Day {number}.") for number in range(5_040))
    refused = desk.try_to("phone")
    assert "a phone gets Auralyst from a relay, and this vault has none yet" in refused.stderr

    host = free_host()
    relay = Relay(tmp_path / "relay", host, app)
    # After so many entries and a month the relay has a snapshot in place of the journal's beginning.
    for one in desk, relay:
        one.move_clock(-40)
    relay.start()
    ends.callback(relay.stop)
    caddy = Caddy(tmp_path, f"https://{host}", relay_site(relay.port), authority)
    ends.callback(caddy.stop)
    desk.run("sync", "start", caddy.address, "--yes")
    desk.run("sync", "now")
    for one in desk, relay:
        one.move_clock(40)
    desk.run("add", f"A {CANARY} flew by.")
    desk.run("sync", "now")
    told = desk.json("phone")
    assert told["address"] == caddy.address and told["waiting"] == 0
    assert caddy.address in desk.run("phone")

    phone = Pocket(playwright, tmp_path / "home", caddy, authority)
    ends.callback(phone.close)
    asked = []
    phone.context.on("request", lambda request: asked.append(request.url))
    code = phone.ask_to_link()
    desk.run("sync", "approve", code)
    phone.shows("This device now has your journal.")
    phone.shows(CANARY)
    assert {place for url in asked for place in ("/snapshots/", "/ops") if place in url} == {"/snapshots/", "/ops"}
    phone.pages.get_by_text(CANARY).first.click()
    # The list has the same words.
    phone.page.frames[1].wait_for_url("**/entry/*")
    expect(phone.pages.locator("main")).to_contain_text(f"A {CANARY} flew by.")

    phone.context.set_offline(True)
    phone.go("/today")
    phone.write("Written in the air.")
    phone.unsent("1 change not sent yet")
    phone.page.reload()
    phone.heading("Unlock your journal")
    phone.unlock()
    phone.unsent("1 change not sent yet")
    phone.shows("Written in the air.")
    desk.run("sync", "now")
    assert "Written in the air." not in desk.run("list")

    phone.context.set_offline(False)
    # It is sent as soon as there is a network, whatever page is shown.
    until(phone, lambda: desk.run("sync", "now") and "Written in the air." in desk.run("list"), "the entry")
    phone.go("/today")
    phone.unsent("Synced")
    phone.close()
    assert not words_in(phone.home, CANARY) and not words_in(phone.home, "Written in the air")
    assert not phone.faults, phone.faults


def test_an_app_of_another_host_is_linked_to_the_relay_that_names_it(playwright, authority, app, tmp_path, ends):
    desk = Desk(tmp_path / "desk", authority)
    ends.callback(desk.end)
    desk.make()
    desk.run("add", f"A {CANARY} flew by.")
    relay_host, app_host = free_host(), free_host()
    relay = Relay(tmp_path / "relay", relay_host, None, "--app-origin", f"https://{app_host}").start()
    ends.callback(relay.stop)
    caddy = Caddy(tmp_path / "before-relay", f"https://{relay_host}", relay_site(relay.port), authority)
    ends.callback(caddy.stop)
    desk.run("sync", "start", caddy.address, "--yes")
    desk.run("sync", "now")
    host = f"https://{app_host}"
    assert f"'{app_host}' does not offer Auralyst for phones" in desk.try_to("phone").stderr
    static = Caddy(tmp_path / "host", host, app_site(app, caddy.address), authority)
    ends.callback(static.stop)
    told = desk.json("phone")
    assert (told["address"], told["relay"]) == (host, caddy.address)
    shown = desk.run("phone")
    assert f"the app is at {host}. Go on only if you know it." in shown and f"Type {caddy.address} as the address of the relay." in shown

    phone = Pocket(playwright, tmp_path / "home", static, authority)
    ends.callback(phone.close)
    asked = set()
    phone.context.on("request", lambda request: asked.add("/".join(request.url.split("/")[:3])))
    desk.run("sync", "approve", phone.ask_to_link(relay=caddy.address))
    phone.shows("This device now has your journal.")
    phone.shows(CANARY)
    phone.go("/today")
    phone.write("Written in an app of another host.")
    until(phone, lambda: desk.run("sync", "now") and "of another host." in desk.run("list"), "the entry")
    # Offline the app is there too.
    phone.context.set_offline(True)
    phone.come_back()
    phone.context.set_offline(False)
    phone.sync()
    assert asked == {host, caddy.address}
    phone.forgive(f"asked {caddy.address}/v1/")
    assert not phone.faults, phone.faults
