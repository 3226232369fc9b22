"""The health log: symptoms in two taps, doses, check-ins, corrections, history, the timeline of a day."""
import re

import pytest
from playwright.sync_api import expect

from conftest import enter


SYMPTOMS = [("Headache", "7", "3 hours ago"), ("Fatigue", "4", "today 00:01"), ("Headache", "3", "yesterday 9:00")]


def furnish(app):
    """Two doses today, a medicine for when it is needed, and something of each kind in the log."""
    app.command("medication", "add", "Ramipril", "--strength", "5 mg", "--stock", "20")
    app.command("schedule", "add", "Ramipril", "daily at 13:58 and 13:59")
    app.command("medication", "add", "Sumatriptan", "--strength", "50 mg", "--as-needed")
    app.command("check-in", "--mood", "6", "--sleep", "4", "--note", "A quiet night.")
    app.command("preferences", "--craving", "on")
    for name, severity, when in SYMPTOMS:
        app.command("symptom", name, severity, "--at", when)


@pytest.fixture
def furnished(app, prepared):
    app.copy(prepared(furnish))
    return app


@pytest.fixture
def health(furnished, open_context):
    page = open_context().new_page()
    enter(page, furnished)
    page.goto(furnished.origin + "/health")
    return page


def logged(app, kind):
    return app.json(kind, "list")


def group(page, name):
    return page.get_by_role("group", name=name, exact=True)


@pytest.mark.phone
@pytest.mark.story
def test_a_symptom_is_logged_in_two_taps_and_taken_back(furnished, health):
    form = health.locator("#quick-symptom")
    expect(form.get_by_role("button", name="6 of 10")).to_be_hidden()
    form.get_by_role("radio", name="Fatigue").click()
    form.get_by_role("button", name="6 of 10").click()
    expect(health.get_by_role("status").get_by_text("Fatigue 6 logged.")).to_be_visible()
    expect(health.locator("#latest li").first).to_contain_text("Fatigue")
    assert [(entry["symptom"], entry["severity"]) for entry in logged(furnished, "symptom")][0] == ("Fatigue", 6)
    # In place: the page was not left.
    expect(form.get_by_role("radio", name="Fatigue")).not_to_be_checked()
    health.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(health.get_by_role("status").get_by_text("The symptom was deleted.")).to_be_visible()
    assert len(logged(furnished, "symptom")) == 3


def test_a_new_symptom_is_typed_and_its_number_chosen_by_keys(furnished, health):
    form = health.locator("#quick-symptom")
    form.get_by_role("radio", name="Another…").click()
    expect(form.get_by_label("What is it?")).to_be_focused()
    health.keyboard.type("Dizziness")
    health.keyboard.press("Enter")
    for _ in range(3):
        health.keyboard.press("Tab")
    health.keyboard.press("Enter")
    expect(health.locator("#latest").get_by_role("link", name=re.compile("Dizziness"))).to_be_visible()
    assert logged(furnished, "symptom")[0]["severity"] == 3


def test_a_dose_that_breaks_a_limit_is_asked_about_and_logged_only_if_it_is_meant(furnished, open_context):
    health = open_context(expected=["422"]).new_page()
    enter(health, furnished)
    health.goto(furnished.origin + "/health")
    furnished.command("medication", "edit", "Sumatriptan", "--min-gap", "2")
    take = health.get_by_role("button", name="Take 1 tablet of Sumatriptan")
    take.click()
    expect(health.get_by_role("status").get_by_text(re.compile("Sumatriptan 50 mg: 1 tablet taken"))).to_be_visible()
    take.click()
    expect(health.get_by_role("heading", name="Log this dose?")).to_be_visible()
    expect(health.get_by_text(re.compile("and set at least 2 hours between doses"))).to_be_visible()
    health.get_by_role("link", name="Cancel").click()
    assert len(logged(furnished, "dose")) == 1
    take.click()
    health.get_by_role("button", name="Log it anyway").click()
    expect(health.get_by_role("heading", name="Health", exact=True)).to_be_visible()
    assert len(logged(furnished, "dose")) == 2


def test_a_dose_long_before_its_time_is_asked_about_and_logged_only_if_it_is_meant(furnished, open_context):
    health = open_context(expected=["422"]).new_page()
    furnished.command("medication", "add", "Magnesium")
    furnished.command("schedule", "add", "Magnesium", "daily at 8:00 and 23:58", "--from", "today")
    enter(health, furnished)
    health.goto(furnished.origin + "/health")
    take = health.get_by_role("button", name=re.compile("^Take.*Magnesium")).last
    take.click()
    expect(health.get_by_role("heading", name="Log this dose?")).to_be_visible()
    expect(health.get_by_text(re.compile("is due at 23:58, and this would be 10 hours early"))).to_be_visible()
    health.get_by_role("link", name="Cancel").click()
    assert logged(furnished, "dose") == []
    take.click()
    health.get_by_role("button", name="Log it anyway").click()
    expect(health.get_by_role("heading", name="Health", exact=True)).to_be_visible()
    assert [dose["timing"] for dose in logged(furnished, "dose")] == ["early"]


def test_a_button_that_is_pressed_while_its_list_is_refreshed_does_what_it_says(furnished, health):
    health.get_by_role("button", name="Take 1 tablet of Sumatriptan").hover()
    health.mouse.down()
    with health.expect_response(lambda response: response.url.endswith("/health") and response.request.headers.get("x-background") == "1") as refreshed:
        furnished.command("symptom", "Nausea", "2")
    refreshed.value.finished()
    health.evaluate("() => new Promise(requestAnimationFrame)")
    health.mouse.up()
    expect(health.get_by_role("status").get_by_text(re.compile("Sumatriptan.*taken"))).to_be_visible()
    expect(health.locator("#latest").get_by_role("link", name=re.compile("Nausea"))).to_be_visible()


def test_a_strong_symptom_is_asked_about_once(furnished, health):
    question = health.locator("#follow-ups")
    expect(question).to_contain_text("Headache")
    question.get_by_role("button", name="2 of 10").click()
    expect(question.get_by_role("button")).to_have_count(0)
    assert logged(furnished, "symptom")[0]["severity"] == 2


@pytest.mark.phone
@pytest.mark.story
def test_doses_are_taken_skipped_and_taken_back(furnished, health):
    waiting, settled = health.locator("#doses > .doses .dose"), health.locator("#settled .dose")
    expect(waiting).to_have_count(2)
    waiting.nth(0).get_by_role("button", name=re.compile("^Take")).click()
    # What is settled is folded away, and the next one is at hand.
    expect(waiting).to_have_count(1)
    expect(settled).to_be_hidden()
    expect(waiting.get_by_role("button", name=re.compile("^Take"))).to_be_focused()
    waiting.get_by_role("button", name=re.compile("^Skip")).click()
    expect(health.get_by_text("All 2 done.")).to_be_visible()
    health.get_by_text("2 done", exact=True).click()
    expect(settled.nth(0)).to_contain_text("taken")
    expect(settled.nth(1)).to_contain_text("skipped")
    settled.nth(0).get_by_role("button", name=re.compile("^Undo")).click()
    expect(waiting.get_by_role("button", name=re.compile("^Take"))).to_be_focused()
    # It was unfolded, and is so still.
    expect(settled).to_be_visible()
    health.get_by_role("button", name=re.compile("^Take 1 tablet")).click()
    expect(health.locator("#needed")).to_contain_text("just now")
    assert sorted(dose["state"] for dose in logged(furnished, "dose")) == ["skipped", "taken"]


def test_what_the_command_line_writes_comes_in(furnished, health):
    furnished.command("symptom", "Nausea", "2")
    expect(health.locator("#latest li").first).to_contain_text("Nausea")


@pytest.mark.story
def test_a_check_in_takes_a_tap_for_each_number(furnished, health):
    form = health.locator("#quick-check-in")
    group(form, "Mood").get_by_role("radio", name="8").click()
    group(form, "Craving").get_by_role("radio", name="3").click()
    # A second tap takes a number back.
    group(form, "Craving").get_by_role("radio", name="3").click()
    group(form, "Sleep last night").get_by_role("radio", name="5").click()
    form.get_by_label("Note").fill("Rested.")
    form.get_by_role("button", name="Save").click()
    expect(health.get_by_text("Check-in saved.")).to_be_visible()
    stored = logged(furnished, "check-in")[0]
    assert (stored.get("mood"), stored.get("craving"), stored.get("sleep"), stored.get("note")) == (8, None, 5, "Rested."), stored


def test_a_time_is_corrected(furnished, health):
    health.context.watch.expected.append("422")
    health.locator("#doses .dose").first.get_by_role("button", name=re.compile("^Take")).click()
    health.get_by_text("1 done", exact=True).click()
    health.locator("#doses .dose-taken .dose-title a").click()
    health.wait_for_url("**/dose/*")
    day = health.get_by_label("When").input_value()[:10]
    health.get_by_label("When").fill(day + "T23:59")
    health.get_by_role("button", name="Save").click()
    expect(health.get_by_text("That time is in the future")).to_be_visible()
    health.get_by_label("When").fill(day + "T00:05")
    health.get_by_label("How much").fill("1/2")
    health.get_by_role("button", name="Save").click()
    expect(health.get_by_text(re.compile("due at 13:58, and this would be 13 hours early"))).to_be_visible()
    health.get_by_role("button", name="Log it anyway").click()
    health.wait_for_url("**/health")
    expect(health.locator("#doses .dose-taken")).to_contain_text("00:05")
    expect(health.locator("#doses .dose-taken")).to_contain_text("0.5 tablet")
    health.locator("#latest").get_by_role("link", name=re.compile("Fatigue")).click()
    health.get_by_label("What is it?").fill("Tiredness")
    health.get_by_text("Measurements").click()
    health.get_by_label("Name of measurement 1").fill("temperature")
    health.get_by_label("Value of measurement 1").fill("38,2")
    health.get_by_role("button", name="Save").click()
    expect(health.locator("#latest").get_by_role("link", name=re.compile("Tiredness.*temperature 38.2"))).to_be_visible()


def test_the_history_is_filtered_and_a_day_shows_everything(furnished, health):
    health.get_by_role("link", name="History").click()
    rows = health.locator("#log .row")
    expect(rows).to_have_count(4)
    health.get_by_role("radio", name="Check-ins").click()
    expect(rows).to_have_count(1)
    health.get_by_role("radio", name="Everything").click()
    expect(rows).to_have_count(4)
    health.get_by_label("Show", exact=True).select_option(label="Headache")
    expect(rows).to_have_count(2)
    assert "eadache" not in health.url
    health.reload()
    expect(rows).to_have_count(2)
    health.get_by_role("button", name=re.compile("^See the whole day")).last.click()
    health.wait_for_url("**/day**")
    expect(health.get_by_role("heading", level=1)).to_contain_text("Yesterday")
    expect(health.locator(".moment")).to_have_count(1)
    health.get_by_role("button", name="Next day").click()
    expect(health.get_by_role("heading", level=1)).to_contain_text("Today")
    expect(health.locator(".moment-open")).to_have_count(2)
    health.locator(".moment-open").first.get_by_role("button", name=re.compile("^Take")).click()
    expect(health.locator(".moment-dose")).to_have_count(1)
    assert re.search(r"/day(\?view=[\w-]+)?$", health.url)


@pytest.mark.story
def test_a_measurement_is_logged_with_one_tap_from_today_and_taken_back(furnished, open_context):
    furnished.command("measure", "Alcohol", "no", "--at", "yesterday 9:00")
    for when in ("yesterday 7:00", "yesterday 8:00"):
        furnished.command("measure", "Blood pressure", "128/82", "--at", when)
    page = open_context(expected=["422"]).new_page()
    enter(page, furnished)
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(furnished.origin + "/today")
    card = page.get_by_role("region", name="Measurements")
    boxes = card.locator("button, input:not([type=hidden])").evaluate_all(
        "(list) => list.map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])")
    assert len(boxes) == 5 and all(width >= 44 and height >= 44 for width, height in boxes), boxes
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The last value is told and not filled in: a tap alone logs nothing.
    number, lower = card.get_by_label("Blood pressure", exact=True), card.get_by_label("Blood pressure, lower number")
    expect(card.get_by_text("last 128/82 mmHg")).to_be_visible()
    card.get_by_role("button", name="Log").click()
    expect(number).to_be_focused()
    assert len(logged(furnished, "measure")) == 3
    number.fill("128")
    lower.fill("82")
    card.get_by_role("button", name="Log").click()
    notice = page.get_by_role("status")
    expect(notice.get_by_text("Blood pressure 128/82 mmHg logged.")).to_be_visible()
    assert len(logged(furnished, "measure")) == 4
    notice.get_by_role("button", name="Undo").click()
    expect(notice.get_by_text("The measurement was deleted.")).to_be_visible()
    number.fill("131")
    lower.fill("82")
    card.get_by_role("button", name="Log").click()
    expect(notice.get_by_text("Blood pressure 131/82 mmHg logged.")).to_be_visible()
    card.get_by_role("button", name="Yes").click()
    expect(notice.get_by_text("Alcohol yes logged.")).to_be_visible()
    assert [entry["value"] for entry in logged(furnished, "measure")][:2] == [1, 131]
    # Numbers in the wrong order are asked about in place.
    number.fill("82")
    lower.fill("131")
    card.get_by_role("button", name="Log").click()
    page.get_by_role("button", name="Save 131/82 mmHg").click()
    expect(page.get_by_role("status").get_by_text("Blood pressure 131/82 mmHg logged.")).to_be_visible()
    assert [entry["value"] for entry in logged(furnished, "measure")][0] == 131


def test_a_measurement_that_is_typed_outlives_a_change_from_elsewhere(furnished, page):
    for when in ("yesterday 7:00", "yesterday 8:00"):
        furnished.command("measure", "Blood pressure", "128/82", "--at", when)
    enter(page, furnished)
    page.evaluate("addEventListener('refreshed', () => { document.body.dataset.arrived = 'yes'; })")
    number = page.get_by_role("region", name="Measurements").get_by_label("Blood pressure", exact=True)
    number.fill("131")
    furnished.command("measure", "Blood pressure", "130/82", "--at", "yesterday 10:00")
    expect(page.locator("body")).to_have_attribute("data-arrived", "yes")
    expect(number).to_have_value("131")


WIDTHS = (320, 360, 768, 1024, 1440)


@pytest.mark.story
def test_every_number_is_as_wide_as_a_finger(furnished, health):
    boxes = "(list) => list.map((one) => one.getBoundingClientRect()).filter((box) => box.width).map(({ width, height }) => [width, height])"
    for path in ("/health", "/symptom/new", "/check-in/new", "/support"):
        health.goto(furnished.origin + path)
        if path == "/health":
            health.get_by_role("radio", name="Headache").check(force=True)
        for width in WIDTHS:
            health.set_viewport_size({"width": width, "height": 900})
            found = health.locator(".step").evaluate_all(boxes)
            assert len(found) >= 11, (path, width)
            # At 320 pixels six of 44 with their gaps are wider than the card.
            least = 44 if width > 320 else 36
            assert min(box[0] for box in found) >= least and min(box[1] for box in found) >= 44, (path, width, found)
            assert health.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, width)


def test_everything_works_without_scripts(furnished, open_context):
    page = open_context(expected=["422"], java_script_enabled=False).new_page()
    enter(page, furnished)
    page.goto(furnished.origin + "/health")
    page.get_by_role("radio", name="Headache").check(force=True)
    page.locator("#quick-symptom").get_by_role("button", name="5 of 10").click()
    expect(page.get_by_text("Headache 5 logged.")).to_be_visible()
    page.get_by_role("radio", name="Another…").check(force=True)
    page.get_by_label("What is it?").fill("Cramp")
    page.get_by_label("What is it?").press("Enter")
    expect(page.get_by_text("Choose how strong it is.")).to_be_visible()
    expect(page.get_by_label("What is it?")).to_have_value("Cramp")
    page.get_by_role("radio", name="4", exact=True).check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Cramp 4 logged.")).to_be_visible()
    page.locator("#doses").get_by_role("button", name=re.compile("^Take")).first.click()
    expect(page.locator("#doses .dose-taken")).to_have_count(1)
    page.get_by_text("1 done", exact=True).click()
    page.locator("#doses").get_by_role("button", name=re.compile("^Undo")).click()
    expect(page.locator("#doses .dose-taken")).to_have_count(0)
    group(page, "Mood").get_by_role("radio", name="7").check(force=True)
    page.locator("#quick-check-in").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Check-in saved.")).to_be_visible()
    page.goto(furnished.origin + "/health/history")
    page.get_by_role("radio", name="Symptoms").check(force=True)
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#log .row")).to_have_count(5)


@pytest.mark.story
def test_the_pages_of_the_log_hinder_no_one(furnished, open_context, look):
    page = open_context(expected=["422"], reduced_motion="reduce").new_page()
    furnished.command("dose", "take", "Sumatriptan", "--extra")
    furnished.command("measure", "Energy", "3", "--type", "scale", "--range", "1..5")
    furnished.command("measure", "Weight", "71.4")
    enter(page, furnished)
    page.goto(furnished.origin + "/health")
    links = page.locator("#latest a").evaluate_all("list => list.map(link => link.getAttribute('href'))")
    page.locator("#quick-symptom .pick").first.click()
    look(page, "/health")
    records = [next(link for link in links if link.startswith(kind)) for kind in ("/symptom/", "/check-in/", "/dose/", "/measure/")]
    for path in ["/health/history", "/day", "/symptom/new", "/measure/new", "/check-in/new", *records]:
        page.goto(furnished.origin + path)
        look(page)
    page.goto(furnished.origin + "/symptom/new")
    page.get_by_label("What is it?").fill("Pain")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    look(page, "/symptom/new, refused")
