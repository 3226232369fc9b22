"""What happens to a phone: a month without a network, an end in the middle of something, a full disk. After each, what was saved is there."""
import json
import re

import pytest
from playwright.sync_api import expect

from frame import until
from journal import CANARY, DAY, PHONE_PASSPHRASE, Hold


@pytest.mark.story
def test_a_month_apart_both_write_and_lose_nothing(world):
    phone, desk = world.phone, world.desk
    phone.come_back()
    began = phone.page.evaluate("Date.now()")
    phone.context.set_offline(True)
    for week in range(1, 6):
        for one in phone, desk, world.relay:
            one.move_clock(7)
        phone.come_back()
        phone.write(f"Week {week} on the phone.")
        phone.unsent(f"{week} change")
        desk.run("add", f"Week {week} at the desk.")
        desk.run("sync", "now")
    assert phone.page.evaluate("Date.now()") - began > 34 * DAY * 1000
    phone.context.set_offline(False)
    phone.sync()
    desk.run("sync", "now")
    there, here = desk.run("list", "-n", "60"), phone.entries()
    for week in range(1, 6):
        for place in "on the phone", "at the desk":
            assert f"Week {week} {place}." in there
            assert f"Week {week} {place}." in here
    # Each was written on its day.
    assert [entry["instant"][:10] for entry in desk.json("list", "-n", "60") if "on the phone" in entry["text"]] == [
        "2026-08-12", "2026-08-05", "2026-07-29", "2026-07-22", "2026-07-15"]


def test_what_waits_is_sent_as_soon_as_there_is_a_network_whatever_page_is_shown(world):
    phone, desk = world.phone, world.desk
    phone.come_back()
    phone.context.set_offline(True)
    phone.write("Waiting for a network.")
    failed = []
    phone.context.on("requestfailed", lambda request: failed.append(request.url) if "/v1/" in request.url else None)
    # So many tries in vain that the next one would be minutes away.
    for _ in range(10):
        before = len(failed)
        phone.go("/today")
        until(phone, lambda: len(failed) > before, "a try")
    phone.context.set_offline(False)
    until(phone, lambda: desk.run("sync", "now") and "Waiting for a network." in desk.run("list"), "the entry")
    # The page that is shown hears of it.
    expect(phone.pages.locator(".sync-mark")).to_have_text(re.compile("^Synced"))


# MARK: An end in the middle of something

# Counts the worker's steps at its files, and at one of them it stands still for good: as if the processor had been taken away.
STAND_STILL = """(last) => {
  globalThis.steps = 0;
  for (const name of ["write", "flush", "truncate"]) {
    const own = FileSystemSyncAccessHandle.prototype[name];
    FileSystemSyncAccessHandle.prototype[name] = function (...words) {
      globalThis.steps += 1;
      if (globalThis.steps === last) {
        new BroadcastChannel("steps").postMessage("stands");
        for (;;);
      }
      return own.apply(this, words);
    };
  }
}"""
# The page may be gone before the form is answered.
SUBMIT = "() => { setTimeout(() => document.querySelector('form textarea').form.requestSubmit()) }"
LISTEN = "() => { window.stands = false; new BroadcastChannel('steps').onmessage = () => { window.stands = true; }; }"


def start_again(phone):
    """The system has ended the app, and its owner opens it."""
    phone.kill()
    phone.start()
    phone.page.goto(phone.site.address)


def go_on(phone):
    """The same, and the owner unlocks it. Gives the entries that are there, then shows Today."""
    start_again(phone)
    phone.unlock()
    phone.heading("Today")
    shown = phone.entries()
    phone.go("/today")
    return shown


@pytest.mark.story
def test_a_save_that_is_killed_is_there_whole_or_not_at_all(world):
    phone = world.phone
    phone.come_back()
    phone.context.set_offline(True)
    phone.page.workers[0].evaluate(STAND_STILL, 0)
    phone.write("Confirmed.")
    count = phone.page.workers[0].evaluate("globalThis.steps")
    assert count > 4
    for step in 1, count // 3, count * 2 // 3, count:
        phone.write(f"Confirmed before {step}.")
        phone.page.evaluate(LISTEN)
        phone.page.workers[0].evaluate(STAND_STILL, step)
        phone.pages.get_by_label("Your entry").fill(f"Cut off at {step}.")
        phone.page.frames[1].evaluate(SUBMIT)
        # A save that had fewer steps than the first is over without one of this number.
        until(phone, lambda: phone.page.evaluate("window.stands") or not phone.pages.get_by_label("Your entry").input_value(), "the step")
        # The last confirmed one is there, and it goes on.
        shown = go_on(phone)
        assert "Confirmed." in shown and f"Confirmed before {step}." in shown
    phone.context.set_offline(False)
    phone.sync()
    world.desk.run("sync", "now")
    there = world.desk.run("list", "-n", "60")
    assert all(f"Confirmed before {step}." in there for step in (1, count // 3, count * 2 // 3, count))


@pytest.mark.parametrize("place", ["/v1/vault", "/ops"])
def test_a_link_that_is_killed_is_done_again_or_goes_on(world, tmp_path, place):
    phone = world.other_phone(tmp_path / "other")
    hold = Hold()
    world.between.answer = lambda method, path: hold if path.endswith(place) and method == "GET" else None
    world.desk.run("sync", "approve", phone.ask_to_link())
    until(phone, hold.came.is_set, place)
    world.between.rest()
    start_again(phone)
    first = phone.pages.get_by_role("heading", level=1)
    expect(first).to_have_text(re.compile("Unlock your journal|Your journal on this phone"))
    if first.inner_text() == "Unlock your journal":
        phone.unlock()
    else:
        world.desk.run("sync", "approve", phone.ask_to_link())
    hold.goes_on.set()
    phone.heading("Today")
    until(phone, lambda: CANARY in phone.entries(), "the journal")
    phone.go("/today")
    phone.write("Written after all.")
    phone.sync()
    world.desk.run("sync", "now")
    assert "Written after all." in world.desk.run("list")


# Among the keys that the worker derives the first is wrong: one bit of it, as if the processor had a fault.
WRONG_ONCE = """() => {
  const Own = WebAssembly.Instance;
  globalThis.derived = 0;
  WebAssembly.Instance = function (module) {
    const { exports } = new Own(module);
    const derive = (...words) => {
      const status = exports.derive(...words);
      globalThis.derived += 1;
      const [at] = words.slice(-2);
      if (globalThis.derived === 1) new Uint8Array(exports.memory.buffer)[at >>> 0] ^= 1;
      return status;
    };
    return { exports: { memory: exports.memory, room: exports.room, derive } };
  };
}"""


def test_a_key_that_is_computed_wrongly_once_is_noticed_before_anything_is_saved(world, tmp_path):
    phone, desk = world.other_phone(tmp_path / "other"), world.desk
    code = phone.ask_to_link()
    phone.page.workers[0].evaluate(WRONG_ONCE)
    desk.run("sync", "approve", code)
    phone.shows("This device computed a wrong key, so nothing was saved")
    # It was looked at by a second one, and begins again with nothing.
    assert phone.page.workers[0].evaluate("globalThis.derived") == 2
    start_again(phone)
    phone.heading("Your journal on this phone")
    desk.run("sync", "approve", phone.ask_to_link())
    phone.shows("This device now has your journal.")
    phone.shows(CANARY)


@pytest.mark.story
@pytest.mark.parametrize("is_before", [True, False], ids=["before the relay had it", "after the relay had it"])
def test_a_sync_that_is_killed_sends_everything_once(world, is_before):
    phone, desk = world.phone, world.desk
    phone.come_back()
    phone.sync()
    desk.run("add", "Meanwhile at the desk.")
    desk.run("sync", "now")
    hold = Hold(is_before)
    world.between.answer = lambda method, path: hold if method == "POST" and path.endswith("/ops") else None
    phone.go("/today")
    phone.write("Sent in the middle of it.")
    until(phone, hold.came.is_set, "the request")
    world.between.rest()
    start_again(phone)
    hold.goes_on.set()
    phone.unlock()
    phone.heading("Today")
    phone.sync()
    desk.run("sync", "now")
    assert desk.run("list").count("Sent in the middle of it.") == 1
    shown = phone.entries()
    assert "Sent in the middle of it." in shown and "Meanwhile at the desk." in shown


# MARK: The browser

def test_a_stopped_service_worker_a_reload_and_a_way_back(world):
    phone = world.phone
    phone.come_back()
    session = phone.context.new_cdp_session(phone.page)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    phone.write("Saved by the next one.")
    phone.go("/journal")
    phone.heading("Journal")
    phone.pages.get_by_text("Saved by the next one.").first.click()
    phone.pages.get_by_role("link", name="Edit").first.wait_for()
    phone.page.frames[1].evaluate("() => { setTimeout(() => history.back()) }")
    phone.heading("Journal")
    phone.page.reload()
    phone.heading("Unlock your journal")
    phone.unlock()
    phone.heading("Journal")
    phone.shows("Saved by the next one.")


def test_a_second_window_takes_over_and_the_first_goes_blank(world):
    phone = world.phone
    phone.come_back()
    phone.write("Written in the first.")
    second = phone.context.new_page()
    second.goto(world.address)
    expect(second.get_by_role("heading")).to_have_text("Auralyst is open in another window")
    second.get_by_role("button", name="Use it here").click()
    expect(phone.page.get_by_role("heading", name="Auralyst is open in another window")).to_be_visible()
    expect(phone.page.locator("iframe")).to_be_hidden()
    pages = second.frame_locator("iframe")
    pages.get_by_label("Passphrase", exact=True).fill(PHONE_PASSPHRASE)
    pages.get_by_role("button", name="Unlock", exact=True).click()
    expect(pages.get_by_text("Written in the first.").first).to_be_visible()


def test_a_trap_in_the_middle_of_a_save_starts_it_again_locked(world):
    phone = world.phone
    phone.come_back()
    phone.write("Confirmed.")
    # Neither a sync nor the draft writes meanwhile.
    phone.context.set_offline(True)
    phone.go("/today")
    phone.pages.get_by_label("Your entry").fill("Trapped.")
    expect(phone.pages.get_by_text("Draft saved")).to_be_visible()
    phone.page.workers[0].evaluate("""() => {
      const own = FileSystemSyncAccessHandle.prototype.write;
      let count = 0;
      FileSystemSyncAccessHandle.prototype.write = function (...words) {
        count += 1;
        // What follows the third is a trap: the program asks for the time.
        if (count === 3) performance.now = () => { throw new WebAssembly.RuntimeError("unreachable"); };
        return own.apply(this, words);
      };
    }""")
    phone.page.frames[1].evaluate(SUBMIT)
    expect(phone.page.get_by_role("heading", name="Auralyst stopped unexpectedly and was started again")).to_be_visible()
    phone.page.get_by_role("button", name="OK").click()
    phone.come_back()
    assert "Confirmed." in phone.entries()
    phone.go("/today")
    phone.write("Written afterwards.")
    phone.context.set_offline(False)
    phone.sync()


def test_a_phone_whose_storage_was_cleared_begins_again(world):
    phone, desk = world.phone, world.desk
    phone.come_back()
    phone.write("Sent in time.")
    phone.sync()
    session = phone.context.new_cdp_session(phone.page)
    session.send("Storage.clearDataForOrigin", {"origin": world.address, "storageTypes": "all"})
    desk.run("sync", "approve", phone.ask_to_link())
    phone.shows("This device now has your journal.")
    shown = phone.entries()
    assert CANARY in shown and "Sent in time." in shown
    phone.sync()
    # Nothing is removed by itself; the older one is offered.
    desk.run("sync", "now")
    told = desk.try_to("sync", "devices")
    assert told.stdout.count("Pixel 7") == 2
    older = re.search("auralyst sync drop (\\w+)", told.stderr)[1]
    assert "a newer device has the same name" in told.stderr
    desk.run("sync", "drop", older, "--yes")
    phone.go("/today")
    phone.write("Written by the newer one.")
    phone.sync()


def test_a_full_phone_says_so_and_keeps_what_was_saved(world):
    phone = world.phone
    phone.come_back()
    phone.write("Confirmed.")
    session = phone.context.new_cdp_session(phone.page)
    used = phone.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
    session.send("Storage.overrideQuotaForOrigin", {"origin": world.address, "quotaSize": used})
    long = "It does not fit. " * 25_000
    phone.pages.get_by_label("Your entry").fill(long)
    phone.pages.get_by_role("button", name="Save", exact=True).click()
    phone.shows("This phone has no room left")
    assert phone.pages.get_by_label("Your entry").input_value() == long
    session.send("Storage.overrideQuotaForOrigin", {"origin": world.address})
    # What was typed is still on the page.
    phone.pages.get_by_role("button", name="Save", exact=True).click()
    phone.shows("Saved.")
    phone.come_back()
    shown = phone.entries()
    assert "Confirmed." in shown and "It does not fit." in shown
    phone.sync()


def test_a_phone_that_is_nearly_full_says_so_before_a_save_fails(world):
    phone = world.phone
    phone.come_back()
    scarce = phone.pages.get_by_text("This phone has almost no room left for your journal.")
    session = phone.context.new_cdp_session(phone.page)
    for left, count in (50 << 20, 1), (200 << 20, 0):
        used = phone.page.evaluate("navigator.storage.estimate().then(({ usage }) => usage)")
        session.send("Storage.overrideQuotaForOrigin", {"origin": world.address, "quotaSize": used + left})
        phone.page.workers[0].evaluate("dispatchEvent(new MessageEvent('message', { data: { kind: 'storage' } }))")
        until(phone, lambda: phone.entries() and scarce.count() == count, "the sentence" if count else "its end")
    phone.go("/today")
    phone.write("There is room for this.")


# Counts the worker's writes; one of them fails, as if the storage had a fault.
FAIL = """(last) => {
  globalThis.ownWrite ??= FileSystemSyncAccessHandle.prototype.write;
  globalThis.writes = 0;
  FileSystemSyncAccessHandle.prototype.write = function (...words) {
    globalThis.writes += 1;
    if (globalThis.writes === last) throw new DOMException("a fault of the storage", "UnknownError");
    return globalThis.ownWrite.apply(this, words);
  };
}"""


def test_a_write_that_fails_in_the_middle_of_a_save_is_said_and_loses_nothing(world):
    phone = world.phone
    phone.come_back()
    phone.context.set_offline(True)
    phone.page.workers[0].evaluate(FAIL, 0)
    phone.write("Confirmed.")
    count = phone.page.workers[0].evaluate("globalThis.writes")
    assert count > 2
    told = set()
    for at in 1, count // 2, count:
        text = f"Cut off at {at}."
        # Neither a sync nor the draft writes meanwhile, and the page no longer says that the entry before was saved.
        phone.context.set_offline(True)
        phone.go("/today")
        phone.pages.get_by_label("Your entry").fill(text)
        expect(phone.pages.get_by_text("Draft saved")).to_be_visible()
        phone.page.workers[0].evaluate(FAIL, at)
        phone.pages.get_by_role("button", name="Save", exact=True).click()
        answer = phone.pages.get_by_text(re.compile(r"could not be read or written|Saved\.")).first
        expect(answer).to_be_visible()
        told.add("Saved." in answer.inner_text())
        if "Saved." not in answer.inner_text():
            assert phone.pages.get_by_label("Your entry").input_value() == text
        # What was confirmed is there, and it goes on.
        assert "Confirmed." in go_on(phone)
        phone.write(f"Written after {at}.")
    assert False in told
    phone.context.set_offline(False)
    phone.sync()


# MARK: Releases

@pytest.mark.story
def test_the_next_release_opens_the_vault_of_the_one_before(world, next_release):
    phone = world.phone
    phone.come_back()
    phone.write("Written with the first release.")
    world.relay.stop()
    world.relay.options = ["--app", next_release]
    world.start_relay(world.relay)
    phone.page.reload()
    phone.page.get_by_role("button", name="Use it now").click()
    phone.heading("Unlock your journal")
    number = json.loads((next_release / "-/release").read_text().splitlines()[0])["number"]
    # The one before stays until the new one has opened the vault.
    assert installed(phone)["isTrying"] and installed(phone)["current"]["number"] < number
    phone.unlock()
    phone.shows("Written with the first release.")
    until(phone, lambda: installed(phone)["current"]["number"] == number, "the next release")
    phone.write("Written with the next release.")
    phone.sync()
    world.desk.run("sync", "now")
    assert "Written with the next release." in world.desk.run("list")


def installed(phone):
    return phone.page.evaluate("caches.open('auralyst-app').then((cache) => cache.match('/-/installed')).then((found) => found.json())")
