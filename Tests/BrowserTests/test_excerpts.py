"""A part of a log, shown for a time: to somebody with an Auralyst of their own, and to somebody with only a browser."""
import datetime
import re

import pytest
from playwright.sync_api import expect

from test_people import ask, let_in, look, person  # noqa: F401 (a fixture)
from test_sync import begin, relay, reload_until  # noqa: F401 (a fixture)


def log(app):
    app.command("symptom", "Migraine", "7", "--note", "behind the left eye")
    app.command("medication", "add", "Metformin", "--strength", "500 mg")
    app.command("schedule", "add", "metformin", "daily at 8:00 and 20:00")
    app.command("add", "Nobody else reads this.")


def test_a_clinician_reads_what_was_chosen_until_it_ends(person, relay):  # noqa: F811
    address, _ = relay
    (ben, here), (doctor, theirs) = person("ben"), person("doctor")
    found = []
    log(ben)
    begin(here, ben, address)
    here.goto(ben.origin + "/people")
    here.get_by_role("link", name="Show a part of your log…").click()
    look(here, "the form", found)
    here.get_by_label("For whom").fill("Dr Gruber")
    here.get_by_label("What you are called there").fill("Ben")
    here.get_by_role("button", name="Show it").click()
    expect(here.get_by_text("The link is ready.")).to_be_visible()
    card = here.get_by_role("region", name="For Dr Gruber")
    expect(card).to_contain_text("Symptoms and medicines, of the last 90 days, until")
    look(here, "an open link", found)
    link = card.get_by_role("textbox", name="Link").input_value()
    ben.command("sync", "now")
    let_in(here, "Dr Gruber", ask(doctor, theirs, link, "Dr Gruber"))
    expect(theirs.get_by_role("link", name="Read it")).to_be_visible(timeout=60_000)
    ben.command("sync", "now")
    theirs.get_by_role("link", name="Read it").click()
    reload_until(theirs, lambda: "Migraine" in theirs.content())
    expect(theirs.locator(".excerpt")).to_contain_text("Metformin 500 mg")
    expect(theirs.locator(".excerpt")).not_to_contain_text("behind the left eye")
    assert "Nobody else reads this." not in theirs.content()
    look(theirs, "reading", found)
    here.goto(ben.origin + "/people")
    card.get_by_role("link", name=re.compile("End it")).click()
    expect(here.get_by_text("What was read or copied, nobody can take back.")).to_be_visible()
    look(here, "ending", found)
    here.get_by_role("button", name="End it now").click()
    expect(here.get_by_text("Nothing is shown to anybody now.")).to_be_visible()
    assert not found, found


@pytest.mark.parametrize("has_scripts", [True, False])
def test_a_sealed_page_opens_with_the_code_that_was_shown_with_it(app, open_context, tmp_path, has_scripts):
    from conftest import enter
    log(app)
    page = open_context(java_script_enabled=has_scripts, accept_downloads=True).new_page()
    enter(page, app)
    page.goto(app.origin + "/people/show")
    page.get_by_label(re.compile("They have only a browser")).check()
    page.get_by_role("button", name="Show it").click()
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


def test_what_cannot_be_shown_is_said_beside_its_field_and_what_was_typed_stays(app, open_context):
    from conftest import enter
    page = open_context(expected=["422"], java_script_enabled=False).new_page()
    enter(page, app)
    page.goto(app.origin + "/people/show")
    page.get_by_role("checkbox", name=re.compile("^Symptoms")).uncheck()
    page.get_by_role("checkbox", name=re.compile("^Medicines")).uncheck()
    page.get_by_label("For whom").fill("Dr <Gruber>")
    page.get_by_label("Open until").fill((datetime.date.today() + datetime.timedelta(days=9)).isoformat())
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose symptoms, check-ins, medicines or moods, or name a tag.")
    expect(page.get_by_label("For whom")).to_have_value("Dr <Gruber>")
