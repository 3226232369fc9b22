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


# MARK: An end in the middle of something

# Lets the worker's steps at its files go by, until the one at which it stands still for good: as if the processor had been taken away.
STAND_STILL = """(last) => {
  let step = 0;
  for (const name of ["write", "flush", "truncate"]) {
    const own = FileSystemSyncAccessHandle.prototype[name];
    FileSystemSyncAccessHandle.prototype[name] = function (...words) {
      step += 1;
      if (step === last) {
        new BroadcastChannel("steps").postMessage("stands");
        for (;;);
      }
      return own.apply(this, words);
    };
  }
}"""
LISTEN = "() => { window.steps = []; new BroadcastChannel('steps').onmessage = ({ data }) => window.steps.push(data); }"


def send_form(phone, text):
    """Begins to save, without waiting for the answer."""
    phone.pages.get_by_label("Your entry").fill(text)
    phone.page.frames[1].evaluate("() => { setTimeout(() => document.querySelector('form textarea').form.requestSubmit()) }")


def test_a_save_that_is_killed_at_any_step_is_there_whole_or_not_at_all(world):
    phone = world.phone
    phone.come_back()
    phone.context.set_offline(True)
    kept, outcomes = [], []
    for step in range(1, 100):
        phone.write(f"Confirmed {step}.")
        kept.append(f"Confirmed {step}.")
        phone.page.evaluate(LISTEN)
        phone.page.workers[0].evaluate(STAND_STILL, step)
        send_form(phone, f"Cut off {step}.")
        is_saved = phone.pages.get_by_text(f"Cut off {step}.", exact=True).locator("visible=true")
        until(phone, lambda: phone.page.evaluate("window.steps.length") or (is_saved.count() and "all steps"), "the step")
        print(step, phone.page.evaluate("window.steps"))
        if not phone.page.evaluate("window.steps.length"):
            break
        phone.kill()
        phone.start()
        phone.context.set_offline(True)
        phone.come_back()
        shown = phone.entries()
        assert [text for text in kept if text not in shown] == []
        if f"Cut off {step}." in shown:
            kept.append(f"Cut off {step}.")
        outcomes.append(f"Cut off {step}." in shown)
    print(outcomes)
    assert 0
