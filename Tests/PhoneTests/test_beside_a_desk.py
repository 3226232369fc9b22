"""The phone beside the desk: keys that the desk changes, a phone that it removes, and the calendar file that both give."""
import re

from journal import CANARY


def test_a_phone_takes_the_keys_that_the_desk_changed_and_what_it_wrote_before_arrives(world):
    phone, desk = world.phone, world.desk
    # The vault gets another key too. The program that has the key of the other tests' copies keeps theirs.
    desk.environment["AURALYST_KEY_HOLDER"] = "kernel"
    phone.come_back()
    phone.sync()
    phone.context.set_offline(True)
    phone.go("/today")
    phone.write("Written before it heard of the keys.")
    phone.unsent("1 change not sent yet")
    told = desk.run("keys", "rotate")
    assert "The vault has a new key" in told and "The journal has a new key" in told
    desk.run("add", "Written at the desk with the new key.")
    desk.run("sync", "now")
    phone.context.set_offline(False)
    phone.sync()
    phone.go("/today")
    phone.write("Written with the new key.")
    phone.sync()
    desk.run("sync", "now")
    assert "The keys are not being changed." in desk.run("keys", "rotate", "--status")
    there = desk.run("list", "-n", "60")
    phone.come_back()
    here = phone.entries()
    for text in f"A {CANARY} flew by.", "Written before it heard of the keys.", "Written at the desk with the new key.", "Written with the new key.":
        assert text in there and text in here


def test_a_phone_that_is_removed_while_it_is_used_says_so_keeps_what_it_has_and_sends_no_more(world):
    phone, desk = world.phone, world.desk
    phone.come_back()
    phone.write("Written in time.")
    phone.sync()
    desk.run("sync", "now")
    lost, = (device["id"] for device in desk.json("sync", "devices") if not device["this"])
    desk.run("sync", "drop", lost, "--yes")
    desk.run("add", "Not for the removed one.")
    desk.run("sync", "now")
    phone.go("/today")
    phone.write("Written too late.")
    phone.sync("The last sync failed: the relay does not accept this device.")
    phone.unsent("1 change not sent yet")
    desk.run("sync", "now")
    there = desk.run("list", "-n", "60")
    assert "Written in time." in there and "Written too late." not in there
    # It still says so when it is opened again, and what to do.
    phone.come_back()
    phone.unsent("1 change not sent yet")
    shown = phone.entries()
    assert all(text in shown for text in (CANARY, "Written in time.", "Written too late.")) and "Not for the removed one." not in shown
    said = phone.sync_page()
    assert "the relay does not accept this device" in said and "Link this phone again\n\nIf it was removed" in said


def steady(calendar):
    """A calendar file without the time at which it was written: a check-in has it as its own."""
    return re.sub(rb"(?m)^(UID:check-in-.*\r\nDTSTAMP:)\w+", rb"\1", calendar)


def test_the_calendar_file_of_a_phone_is_the_one_of_the_desk(world, tmp_path):
    phone, desk = world.phone, world.desk
    desk.run("medication", "add", "Metformin", "--strength", "500 mg")
    for when in "daily at 8:00 and 20:00", "every friday at 9", "every 8 hours from 06:00":
        desk.run("schedule", "add", "Metformin", *when.split(), "--yes")
    desk.run("schedule", "add", "Metformin", "daily", "at", "12:00", "--travel", "home", "--yes")
    desk.run("remind", "settings", "--check-in", "21:00")
    desk.run("sync", "now")
    phone.come_back()
    phone.sync()
    for options, file in ([], tmp_path / "doses.ics"), (["--names"], tmp_path / "names.ics"):
        phone.go("/settings/reminders")
        if options:
            phone.pages.get_by_label("Include the names of the medicines").check()
        with phone.page.expect_download() as download:
            phone.pages.get_by_role("button", name="Download the calendar file").click()
        assert download.value.suggested_filename == "auralyst.ics"
        desk.run("remind", "calendar", "--out", str(file), "--yes", *options)
        content = download.value.path().read_bytes()
        assert content.count(b"BEGIN:VEVENT") == 8 and content.count(b"BEGIN:VTIMEZONE") == 1
        assert steady(content) == steady(file.read_bytes())
        assert (b"Metformin" in content) == bool(options)
