"""Medicines in the browser: every kind of schedule built and read, changed and ended, stock, and what becomes of doses."""
import re

import pytest
from playwright.sync_api import expect

from conftest import ZONE, enter


def add_medicine(page, app, name="Ramipril", *, needed=False, **fields):
    page.goto(app.origin + "/medicine/new")
    page.get_by_label("Name").fill(name)
    for label, text in fields.items():
        page.locator(f"[name={label.replace('_', '-')}]").fill(text)
    if needed:
        page.get_by_label("As needed").check()
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()


def begin(page):
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("Start schedule|Change from now on")).click()


@pytest.mark.story
def test_each_kind_of_schedule_says_what_it_will_do_while_it_is_made(app, signed_in):
    page = signed_in
    add_medicine(page, app)
    medicine = page.url.removesuffix("/schedule/new")
    said = page.locator("#preview .preview-words")
    rows = page.locator("#preview li")

    def kind(name):
        page.goto(medicine + "/schedule/new")
        page.get_by_role("radio", name=name, exact=True).check()

    kind("Every day")
    page.get_by_label("Time 1", exact=True).fill("23:59")
    page.get_by_role("button", name="Another time").click()
    expect(page.get_by_label("Time 2", exact=True)).to_be_focused()
    page.get_by_label("Time 2", exact=True).fill("07:30")
    expect(said).to_have_text(re.compile("1 tablet every day at 07:30 and 23:59.*Next dose: today 23:59"))
    expect(rows).to_have_count(5)
    begin(page)
    kind("Every few days")
    page.get_by_label("Every how many days").fill("3")
    # Each at a time of its own: a second dose at one time is asked about.
    page.get_by_label("Time 1", exact=True).fill("09:00")
    expect(said).to_have_text(re.compile("every 3 days at 09:00"))
    begin(page)
    kind("Days of the week")
    expect(page.locator("#preview")).to_have_text(re.compile("no day of the week"))
    page.get_by_role("checkbox", name="Monday").check()
    page.get_by_role("checkbox", name="Friday").check()
    page.get_by_label("Time 1", exact=True).fill("10:00")
    expect(said).to_have_text(re.compile("every Monday and Friday at 10:00"))
    begin(page)
    kind("Every few weeks")
    page.get_by_role("checkbox", name="Sunday").check()
    page.get_by_label("Time 1", exact=True).fill("11:00")
    expect(said).to_have_text(re.compile("every other Sunday at 11:00"))
    begin(page)
    kind("Days on and off")
    page.get_by_label("Time 1", exact=True).fill("12:00")
    expect(said).to_have_text(re.compile("21 days on, 7 days off.* at 12:00|at 12:00.*21 days on, 7 days off"))
    begin(page)
    kind("Every few hours")
    page.get_by_label("Time of the first dose").fill("06:00")
    expect(said).to_have_text(re.compile("every 8 hours, first at 14:00"))
    expect(page.get_by_label("Time 1", exact=True)).to_be_hidden()
    begin(page)
    kind("Every day")
    page.get_by_role("radio", name="In steps (taper)").check()
    page.get_by_label("Time 1", exact=True).fill("13:30")
    page.get_by_label("Step 1: amount").fill("4")
    page.get_by_label("Step 1: days").fill("5")
    page.get_by_role("button", name="Remove step 2").click()
    page.get_by_role("button", name="Another step").click()
    expect(page.get_by_label("Step 2: amount")).to_be_focused()
    page.keyboard.type("1/2")
    page.get_by_role("radio", name=f"Home time ({ZONE})").check()
    expect(said).to_have_text(re.compile("4 tablets for 5 days, then 0.5.*" + re.escape(ZONE) + " time"))
    begin(page)
    expect(page.locator(".sched-row")).to_have_count(7)


def test_rows_and_words_of_a_schedule_stay_whatever_answer_comes_late(app, signed_in):
    page = signed_in
    add_medicine(page, app)
    page.get_by_role("radio", name="In steps (taper)").check()
    expect(page.locator("#preview")).to_have_text(re.compile("1 tablet for 7 days"))
    held = []
    page.route("**/schedule/**", lambda route: held.append(route))
    page.get_by_role("button", name="Remove step 2").click()
    page.get_by_role("button", name="Another step").click()
    expect(page.get_by_label("Step 2: amount")).to_be_focused()
    with page.expect_request(lambda request: "1%2F2" in (request.post_data or "")):
        page.keyboard.type("1/2")
    page.get_by_role("button", name="Remove step 1").click()
    expect(page.get_by_role("button", name="Remove step 1")).to_be_hidden()
    with page.expect_request(lambda request: "step-days=1&" in (request.post_data or "")):
        page.get_by_label("Step 1: days").fill("1")
    # The newest answer first, the oldest one last.
    for route in reversed(held):
        with page.expect_response(route.request.url):
            route.fulfill(response=route.fetch())
    page.unroute("**/schedule/**")
    expect(page.get_by_label("Step 1: amount")).to_have_value("1/2")
    expect(page.get_by_label("Step 1: days")).to_have_value("1")
    expect(page.locator(".taper-rows li")).to_have_count(1)
    expect(page.locator("#preview")).to_have_text(re.compile("0.5 tablet for 1 day"))


def test_a_schedule_is_changed_and_ended_and_stays_in_the_history(app, signed_in):
    page = signed_in
    add_medicine(page, app)
    begin(page)
    page.get_by_role("link", name="Change").click()
    expect(page.get_by_text("The change counts from now on. The old times stay in the history")).to_be_visible()
    page.get_by_label("Time 1", exact=True).fill("09:15")
    begin(page)
    expect(page.locator(".sched-row")).to_have_text(re.compile("every day at 09:15"))
    page.get_by_text("Earlier schedules (1)").click()
    expect(page.get_by_text("every day at 08:00")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="End it now").click()
    expect(page.locator(".sched-row")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".sched-row")).to_have_count(1)


def test_the_editor_works_without_scripts_and_keeps_what_is_typed(app, open_context):
    page = open_context(java_script_enabled=False, expected=["422"]).new_page()
    enter(page, app)
    add_medicine(page, app)
    page.get_by_role("radio", name="Days of the week").check()
    page.get_by_role("button", name="Another time").click()
    page.get_by_label("Time 2", exact=True).fill("21:00")
    page.get_by_role("button", name="Show preview").click()
    expect(page.locator("#preview")).to_have_text(re.compile("no day of the week"))
    begin(page)
    expect(page.locator("#weekdays-fault")).to_be_visible()
    expect(page.get_by_label("Time 2", exact=True)).to_have_value("21:00")
    page.get_by_role("checkbox", name="Sunday").check()
    page.get_by_role("button", name="Show preview").click()
    expect(page.locator("#preview")).to_have_text(re.compile("every Sunday at 08:00 and 21:00"))
    # Enter in a field saves, and does not press one of the small buttons.
    page.get_by_label("Amount of each dose").fill("2")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.locator(".sched-row")).to_have_text(re.compile("2 tablets every Sunday"))


@pytest.mark.phone
@pytest.mark.story
def test_stock_is_counted_and_refilled_and_says_for_how_long(app, signed_in):
    page = signed_in
    page.context.watch.expected.append("422")
    add_medicine(page, app, stock="4", refill_at="6", expiry="2020-01-31")
    page.get_by_role("button", name="Another time").click()
    page.get_by_label("Time 2", exact=True).fill("20:00")
    begin(page)
    expect(page.get_by_text(re.compile("^Running low: "))).to_be_visible()
    expect(page.get_by_text("This pack has expired")).to_be_visible()
    page.get_by_label("Refill: add").fill("lots")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#refill-fault")).to_be_visible()
    page.get_by_label("Refill: add").fill("30")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_text("Stock updated: 34 tablets left.")).to_be_visible()
    expect(page.get_by_text("Running low")).to_have_count(0)
    page.goto(app.origin + "/medicines")
    expect(page.get_by_text("34 tablets, of a pack that expired on")).to_be_visible()


@pytest.mark.parametrize("choice", ["Keep in the history", "Delete with the medicine"])
def test_deleting_asks_what_becomes_of_the_doses(app, signed_in, choice):
    page = signed_in
    add_medicine(page, app, "Sumatriptan", needed=True)
    medicine = page.url
    page.goto(app.origin + "/health")
    page.locator("form[action='/doses/take'] button").first.click()
    expect(page.get_by_role("status").get_by_text(re.compile("Sumatriptan: 1 tablet taken"))).to_be_visible()
    page.goto(medicine)
    with page.expect_navigation():
        page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("group", name="Its one dose in your history")).to_be_visible()
    page.get_by_role("radio", name=choice).check()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No current medicines")).to_be_visible()
    page.goto(app.origin + "/health/history")
    expect(page.locator("main").get_by_text("Sumatriptan")).to_have_count(1 if choice.startswith("Keep") else 0)


def test_the_pages_hinder_no_one(app, open_context, look):
    page = open_context(expected=["422"]).new_page()
    enter(page, app)
    add_medicine(page, app, stock="1", refill_at="2")
    page.get_by_role("radio", name="In steps (taper)").check()
    expect(page.locator("#preview")).not_to_contain_text("Not complete")
    look(page, "taper")
    page.get_by_label("Step 1: amount").fill("lots")
    begin(page)
    expect(page.locator(".fault").first).to_be_visible()
    look(page, "refused")
    page.get_by_role("radio", name="The same each time").check()
    page.get_by_role("radio", name="Every few weeks").check()
    page.get_by_role("checkbox", name="Sunday").check()
    look(page, "weeks")
    begin(page)
    look(page, "medicine")
    medicine = page.url.split("#")[0]
    for path in (app.origin + "/medicines", medicine + "/edit", app.origin + "/medicine/new"):
        page.goto(path)
        look(page)


@pytest.mark.story
def test_the_page_of_a_medicine_takes_a_dose_and_shows_four_weeks(app, page, look):
    app.stop_clock()
    app.command("medication", "add", "Ramipril", "--strength", "5 mg")
    app.command("schedule", "add", "Ramipril", "daily at 13:30", "--from", "today")
    # In time, not at all, three hours late.
    app.move_clock(31 * 60)
    app.command("dose", "take", "Ramipril")
    app.move_clock(24 * 3600)
    app.command("check-in", "--mood", "6")
    app.move_clock(27 * 3600)
    app.command("dose", "take", "Ramipril")
    app.move_clock(21 * 3600)
    enter(page, app)
    page.goto(app.origin + "/medicines")
    page.get_by_role("link", name="Ramipril").click()
    days = page.get_by_role("list", name="Day by day, until yesterday").get_by_role("listitem")
    expect(days).to_have_count(28)
    for day, said in (-3, "1 taken on time"), (-2, "1 missed"), (-1, "1 late"), (0, "No dose was due."):
        expect(days.nth(day)).to_contain_text(said)
    expect(page.get_by_text("1 of 3 on time in July 2026")).to_be_visible()
    page.get_by_role("button", name="Take now").click()
    expect(page.get_by_role("status").get_by_text("taken at")).to_be_visible()
    # What is due today is logged: one tap more would be a dose too many.
    expect(page.get_by_role("button", name="Take now")).to_have_count(0)
    expect(page.get_by_role("button", name="Log an extra dose")).to_be_visible()
    expect(page.get_by_role("region", name="Latest doses").get_by_role("listitem")).to_have_count(3)
    look(page, "a medicine")
