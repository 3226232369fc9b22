"""What is typed wrongly, and relays that answer wrongly: each has its sentence on the phone, and nothing is lost."""
import json

import pytest

from frame import until
from journal import CANARY, Desk


@pytest.mark.story
def test_a_wrong_passphrase_is_said_and_the_right_one_still_opens(world):
    phone = world.phone
    phone.page.goto(world.address)
    phone.unlock("amber ladder quiet comet fir")
    phone.shows("The passphrase is wrong.")
    phone.unlock()
    phone.heading("Today")
    phone.shows(CANARY)


def test_codes_that_are_mistyped_taken_or_expired(world, tmp_path):
    desk, phone = world.desk, world.other_phone(tmp_path / "other")
    code = phone.ask_to_link()
    mistyped = desk.try_to("sync", "approve", ("A" if code[0] != "A" else "B") + code[1:])
    assert "no new device is waiting with this code" in mistyped.stderr
    assert "that is not the code of a new device" in desk.try_to("sync", "approve", code[:-2]).stderr
    phone.shows("It expires at")
    for one in desk, world.relay, phone:
        one.move_clock(11 / 1440)
    expired = desk.try_to("sync", "approve", code)
    assert "no new device is waiting with this code" in expired.stderr
    phone.shows("This device was not approved in time")
    phone.page.reload()
    code = phone.ask_to_link()
    desk.run("sync", "approve", code)
    taken = desk.try_to("sync", "approve", code)
    assert "no new device is waiting with this code" in taken.stderr
    phone.shows("This device now has your journal.")
    phone.shows(CANARY)


def error(status, word, **numbers):
    return (status, "application/json", json.dumps({"error": word, **numbers}).encode())


# What the relay answers in place of its own: to which requests, what, and the sentence for it.
WRONG = {
    "HTML": ("GET", "/v1/", (200, "text/html", b"<!doctype html><title>Sign in</title>"), "there is no relay at that address"),
    "nothing": ("GET", "/v1/", (200, "application/json", b""), "there is no relay at that address"),
    "garbage": ("GET", "/ops", (200, "application/vnd.auralyst.ops", bytes(range(256)) * 4), "there is no relay at that address"),
    "a broken gateway": ("GET", "/v1/", (502, "text/plain", b""), "the relay is busy"),
    "no session": ("", "/v1/", error(401, "no_session"), "the relay does not accept this device"),
    "another epoch": ("POST", "/ops", error(409, "stale_epoch", epoch=1, seq=1), "another device made a change at the same time"),
    "a control conflict": ("POST", "/ops", error(409, "control_conflict", seq=1), "another device made a change at the same time"),
    "a gap": ("POST", "/ops", error(409, "gap", expected_wseq=1), "another device made a change at the same time"),
    "an upgrade": ("", "/v1/", error(426, "upgrade"), "the relay needs a newer version of Auralyst"),
    "not available": ("", "/v1/", error(503, "unavailable", retry_after=1), "the relay is busy"),
}
# These stop the sync of a journal, until the owner asks for it.
STOPPING = {
    "a fork": ("POST", "/ops", error(409, "device_fork", wseq=1), "This vault was copied, and both copies write as the same device"),
    "a forgotten beginning": ("GET", "/ops", error(410, "gone", floor=3, checkpoint_seq=3), "copy of the first 3 changes cannot be decrypted"),
    "a forgotten journal": ("GET", "/ops", error(410, "gone", floor=3, checkpoint_seq=0), "Another device deleted this journal from the relay"),
}


def test_each_wrong_answer_of_a_relay_has_its_sentence_and_nothing_is_lost(world):
    phone, desk = world.phone, world.desk
    phone.come_back()
    phone.sync()
    for name, (method, path, answer, sentence) in {**WRONG, **STOPPING}.items():
        world.between.answer = lambda asked, at: answer if asked.startswith(method) and path in at else None
        phone.go("/today")
        phone.write(f"Written during {name}.")
        phone.sync(sentence)
        world.between.rest()
        phone.sync()
    desk.run("sync", "now")
    there, here = desk.run("list", "-n", "60"), phone.entries()
    for name in {**WRONG, **STOPPING}:
        assert f"Written during {name}." in there and f"Written during {name}." in here, name


def test_a_copy_of_the_vault_that_another_device_sent_first_is_said_and_sent_again(world):
    phone, desk, put = world.phone, world.desk, "PUT /v1/vault"
    phone.come_back()
    phone.sync()
    world.between.answer = lambda *asked: error(409, "stale_vault", generation=7) if " ".join(asked) == put else None
    # With other keys it has another copy to send.
    desk.run("keys", "rotate", "--journal", "Journal")
    desk.run("sync", "now")
    phone.go("/today")
    phone.write("Written meanwhile.")
    # It holds up nothing else.
    phone.sync()
    until(phone, lambda: put in world.between.asked, put)
    assert "The relay may not have your latest keys yet." in phone.sync_page()
    world.between.rest()
    phone.sync()
    until(phone, lambda: "latest keys" not in phone.sync_page(), "the end of the hint")
    desk.run("sync", "now")
    assert "Written meanwhile." in desk.run("list")


def test_a_relay_with_another_log_is_told_and_the_right_one_goes_on(world, tmp_path):
    phone, right = world.phone, world.relay
    world.desk.run("add", "Seen by the phone.")
    world.desk.run("sync", "now")
    phone.come_back()
    phone.sync()
    assert "Seen by the phone." in phone.entries()
    world.start_relay(world.copied_relay(tmp_path / "other"))
    other = Desk(tmp_path / "other-desk", world.authority, like=world.first_desk)
    other.run("add", "Another history.")
    other.run("sync", "now")
    phone.go("/today")
    phone.write("Written in doubt.")
    phone.sync("Your devices saw different histories of this journal")
    world.start_relay(right)
    phone.come_back()
    phone.sync()
    world.desk.run("sync", "now")
    assert "Written in doubt." in world.desk.run("list")
    # It may have read the other log; what it had is there.
    shown = phone.entries()
    assert "Seen by the phone." in shown and "Written in doubt." in shown
