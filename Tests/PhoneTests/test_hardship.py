"""What happens to a phone: a month without a network, an end in the middle of something, a full disk. After each, what was saved is there."""
import json
import re

import pytest
from playwright.sync_api import Error, expect

from frame import until
from journal import CANARY, DAY, PHONE_PASSPHRASE, Hold


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
    expect(phone.sync()).to_contain_text("nothing")
    desk.run("sync", "now")
    there, here = desk.run("list", "-n", "60"), phone.entries()
    for week in range(1, 6):
        for place in "on the phone", "at the desk":
            assert f"Week {week} {place}." in there
            assert f"Week {week} {place}." in here
    # Each was written on its day.
    assert [entry["instant"][:10] for entry in desk.json("list", "-n", "60") if "on the phone" in entry["text"]] == [
        "2026-08-12", "2026-08-05", "2026-07-29", "2026-07-22", "2026-07-15"]
