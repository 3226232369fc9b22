"""The settings: a list with what is set, one page for each, and switches that are saved when they are made."""
import pytest
from playwright.sync_api import expect

from conftest import enter

PLACES = ["Writing", "Health", "Reminders", "Appearance", "Language", "Journals", "Sync", "Your data", "Lock", "Browsers", "Keys"]


@pytest.mark.story
def test_the_list_stays_beside_the_page_where_there_is_room(app, signed_in, look):
    page = signed_in
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(app.origin + "/settings")
    rows = page.get_by_role("navigation", name="Settings").get_by_role("link")
    expect(rows).to_have_count(len(PLACES))
    for row, name in zip(rows.all(), PLACES):
        expect(row).to_contain_text(name)
    rows.filter(has_text="Lock").click()
    expect(page.get_by_role("heading", name="Lock", level=1)).to_be_visible()
    expect(page.locator(".settings [aria-current]")).to_contain_text("Lock")
    expect(rows.first).to_be_visible()
    # A narrow window has the list alone, then the page with a way back.
    page.set_viewport_size({"width": 390, "height": 844})
    expect(rows.first).to_be_hidden()
    page.locator(".settings-page").get_by_role("link", name="Settings").click()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(rows.first).to_be_visible()
    expect(page.get_by_role("heading", name="Writing")).to_be_hidden()
    look(page, "the list of the settings")


@pytest.mark.story
def test_a_switch_is_saved_at_once_by_keys_alone(app, signed_in):
    page = signed_in
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(app.origin + "/settings/writing")
    switch = page.get_by_role("switch", name="Show a writing prompt on Today")
    expect(switch).to_be_checked()
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)
    switch.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    expect(switch).to_be_focused()
    # The list tells what is set by now.
    expect(page.locator("#settings-values li").first).to_contain_text("no prompt")
    assert app.json("preferences")["prompts"] is False
    page.goto(app.origin + "/settings/lock")
    page.get_by_label("Lock after inactivity of").select_option(label="5 minutes")
    expect(page.locator("#settings-values")).to_contain_text("after 5 minutes")


def test_what_cannot_be_saved_is_said_and_stays_typed(app, signed_in):
    page = signed_in
    page.context.watch.expected.append("422")
    page.goto(app.origin + "/settings/reminders")
    times = page.get_by_label("Remind me to check in at")
    times.fill("noon or so")
    times.press("Enter")
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    expect(times).to_have_value("noon or so")
    times.fill("21:00")
    times.press("Tab")
    expect(page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    assert app.json("preferences")["check_in_times"] == [21 * 60]


def test_without_scripts_a_button_saves(app, open_context):
    page = open_context(java_script_enabled=False).new_page()
    enter(page, app)
    page.goto(app.origin + "/settings/health")
    page.get_by_role("switch", name="Menstruation").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("switch", name="Menstruation")).to_be_checked()
    page.goto(app.origin + "/symptom/new")
    expect(page.get_by_role("group", name="Menstruation on this day")).to_be_visible()


def test_a_craving_is_asked_for_where_its_owner_wants_that(app, signed_in):
    page = signed_in
    for path in "/health", "/check-in/new":
        page.goto(app.origin + path)
        expect(page.get_by_text("Craving", exact=True)).to_have_count(0)
    page.goto(app.origin + "/settings/health")
    page.get_by_role("switch", name="Craving").check()
    expect(page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    for path in "/health", "/check-in/new":
        page.goto(app.origin + path)
        expect(page.get_by_text("Craving", exact=True)).to_be_visible()


@pytest.mark.parametrize("bookmark, path", [("keys", "keys"), ("daily", "writing"), ("templates", "writing"), ("calendar", "reminders"), ("data", "data")])
def test_an_old_bookmark_leads_to_its_page(app, signed_in, bookmark, path):
    signed_in.goto(app.origin + "/settings#" + bookmark)
    signed_in.wait_for_url("**/settings/" + path)
