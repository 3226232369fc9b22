"""Part of a log, shown for a time: to someone with an Auralyst of their own, and to someone with only a browser."""
import re

import pytest
from playwright.sync_api import expect

from conftest import enter
from test_people import ask, let_in, person  # noqa: F401 (a fixture)
from test_sync import begin, relay, reload_until  # noqa: F401 (a fixture)


def log(app):
    app.command("symptom", "Migraine", "7", "--note", "behind the left eye")
    app.command("medication", "add", "Metformin", "--strength", "500 mg")
    app.command("schedule", "add", "metformin", "daily at 8:00 and 20:00")
    app.command("add", "Nobody else reads this.")


def test_a_clinician_reads_what_was_chosen_until_it_ends(person, relay, look):  # noqa: F811
    address, _ = relay
    (ben, here), (doctor, theirs) = person("ben"), person("doctor")
    log(ben)
    begin(here, ben, address)
    here.goto(ben.origin + "/people")
    here.get_by_role("link", name="Share part of your log…").click()
    look(here, "the form")
    here.get_by_label("For whom").fill("Dr Gruber")
    here.get_by_label("Your name there").fill("Ben")
    here.get_by_role("button", name="Share", exact=True).click()
    expect(here.get_by_text("The link is ready.")).to_be_visible()
    card = here.get_by_role("region", name="For Dr Gruber")
    expect(card).to_contain_text("Symptoms and medicines, of the last 90 days, until")
    look(here, "an open link")
    link = card.get_by_role("textbox", name="Link").input_value()
    ben.command("sync", "now")
    let_in(here, "Dr Gruber", ask(doctor, theirs, link, "Dr Gruber"), ben, doctor)
    expect(theirs.get_by_role("link", name="Read it")).to_be_visible()
    ben.command("sync", "now")
    theirs.get_by_role("link", name="Read it").click()
    reload_until(theirs, lambda: "Migraine" in theirs.content(), ben, doctor)
    expect(theirs.locator(".excerpt")).to_contain_text("Metformin 500 mg")
    expect(theirs.locator(".excerpt")).not_to_contain_text("behind the left eye")
    assert "Nobody else reads this." not in theirs.content()
    look(theirs, "reading")
    here.goto(ben.origin + "/people")
    card.get_by_role("link", name=re.compile("Stop sharing")).click()
    expect(here.get_by_text("What has been read or copied can’t be taken back.")).to_be_visible()
    look(here, "ending")
    here.get_by_role("button", name="Stop sharing").click()
    expect(here.get_by_text("Nothing is shared now.")).to_be_visible()


@pytest.mark.parametrize("has_scripts", [pytest.param(True, marks=pytest.mark.story), False])
def test_a_sealed_page_opens_with_the_code_that_was_shown_with_it(app, open_context, tmp_path, has_scripts):
    log(app)
    page = open_context(java_script_enabled=has_scripts, accept_downloads=True).new_page()
    enter(page, app)
    page.goto(app.origin + "/people/show")
    page.get_by_label(re.compile("They have only a browser")).check()
    page.get_by_role("button", name="Share", exact=True).click()
    code = page.locator(".page-code").inner_text().strip()
    assert re.fullmatch(r"(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}", code) and code not in page.url
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save the page").click()
    file = tmp_path / "page.html"
    waiting.value.save_as(file)
    assert code not in file.read_text() and "Migraine" not in file.read_text()
    page.goto(app.origin + "/people/show")
    assert code not in page.content()

    alone = open_context().new_page()
    alone.context.set_offline(True)
    alone.goto(file.as_uri())
    alone.get_by_label("Code").fill(("1" if code[0] != "1" else "2") + code[1:])
    alone.get_by_role("button", name="Open").click()
    expect(alone.get_by_text("This code does not open the page")).to_be_visible()
    alone.get_by_label("Code").fill(code)
    alone.get_by_role("button", name="Open").click()
    expect(alone.get_by_role("article", name="As it was written down")).to_contain_text("Migraine")
