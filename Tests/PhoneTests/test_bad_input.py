"""What is typed wrongly, and relays that answer wrongly: each has its sentence on the phone, and nothing is lost."""
import json
import re

import pytest
from playwright.sync_api import expect

from frame import until
from journal import CANARY, PHONE_PASSPHRASE, Hold


def test_a_wrong_passphrase_is_said_and_the_right_one_still_opens(world):
    phone = world.phone
    phone.page.goto(world.address)
    phone.unlock("amber ladder quiet comet fir")
    print(phone.pages.locator("body").inner_text())
    phone.page.wait_for_timeout(5000)
    print(phone.pages.locator("body").inner_text())
    phone.unlock()
    phone.heading("Today")
    phone.shows(CANARY)


# For the program in the worker time goes faster.
FAST = """(times) => {
  const [later, now] = [setTimeout, performance.now.bind(performance)];
  globalThis.setTimeout = (action, wait, ...words) => later(action, wait / times, ...words);
  performance.now = () => now() * times;
}"""


def test_codes_that_are_mistyped_taken_or_expired(world, tmp_path):
    desk, phone = world.desk, world.other_phone(tmp_path / "other")
    code = phone.ask_to_link()
    mistyped = desk.try_to("sync", "approve", ("A" if code[0] != "A" else "B") + code[1:])
    print(mistyped)
    assert "no new device is waiting with this code" in mistyped.stderr or "that is not the code of a new device" in mistyped.stderr
    assert "that is not the code of a new device" in desk.try_to("sync", "approve", code[:-2]).stderr
    phone.page.workers[0].evaluate(FAST, 60)
    for one in desk, world.relay, phone:
        one.move_clock(11 / 1440)
    expired = desk.try_to("sync", "approve", code)
    assert "no new device is waiting with this code" in expired.stderr
    phone.shows("this device was not approved in time")
    print(phone.pages.locator("body").inner_text())
    phone.page.reload()
    code = phone.ask_to_link()
    desk.run("sync", "approve", code)
    taken = desk.try_to("sync", "approve", code)
    assert "no new device is waiting with this code" in taken.stderr
    phone.shows("This device now has your journal.")
    phone.shows(CANARY)


def error(status, word, **numbers):
    return (status, "application/json", json.dumps({"error": word, **numbers}).encode())


SESSIONS, OPERATIONS = "/v1/session", "/ops"
WRONG = {
    "a page of HTML": ("GET /v1/", (200, "text/html", b"<!doctype html><title>Sign in</title>"), "x"),
    "nothing": ("GET /v1/", (200, "application/json", b""), "x"),
    "a connection that ends": ("GET /v1/", (502, "text/plain", b""), "x"),
    "no session": ("/v1/", error(401, "no_session"), "x"),
    "another epoch": ("POST ops", error(409, "stale_epoch", epoch=1, seq=1), "x"),
    "a control conflict": ("POST ops", error(409, "control_conflict", seq=1), "x"),
    "a gap": ("POST ops", error(409, "gap", expected_wseq=1), "x"),
    "a fork": ("POST ops", error(409, "device_fork", wseq=1), "x"),
    "gone": ("GET ops", error(410, "gone", floor=3, checkpoint_seq=3), "x"),
    "destroyed": ("GET ops", error(410, "gone", floor=3, checkpoint_seq=0), "x"),
    "an older app": ("/v1/", error(426, "upgrade"), "x"),
    "not available": ("/v1/", error(503, "unavailable", retry_after=1), "x"),
    "garbage": ("GET ops", (200, "application/vnd.auralyst.ops", b"\x00\x01garbage" * 30), "x"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_relay_that_answers(world, name):
    place, answer, sentence = WRONG[name]
    method, _, path = place.rpartition(" ")
    phone = world.phone
    phone.come_back()
    phone.sync()
    world.between.answer = lambda asked, at: answer if asked.startswith(method) and path in at else None
    phone.go("/today")
    phone.write("Written meanwhile.")
    phone.go("/settings/sync")
    phone.pages.get_by_role("button", name="Sync now").click()
    phone.shows("Syncing now.")
    phone.page.wait_for_timeout(6000)
    phone.go("/settings/sync")
    print("DURING", name, phone.pages.locator("body").inner_text()[:700], set(world.between.asked[-6:]))
    world.between.rest()
    try:
        phone.sync()
    except AssertionError as e:
        print("AFTER", name, str(e)[:900])
    world.desk.run("sync", "now")
    print("DESK", name, "Written meanwhile" in world.desk.run("list"))
