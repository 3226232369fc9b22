"""Looking back: moods in the calendar, a day of the list, words that were mistyped, and pages to print."""
import datetime
import re

import pytest
from playwright.sync_api import expect

from conftest import enter
from test_finding import bring_in, rows
from test_journaling import picture

# Mondays and a Tuesday of 2026, with their moods; one mood more on a day without an entry.
MOODS = {"2026-01-05": 2, "2026-01-12": 3, "2026-01-19": 4, "2026-01-20": 9, "2026-02-02": 7}


def fill(app):
    picture(app.folder / "lake.png")
    bring_in(app, "".join(f"[{day} 09:00] Entry of {day}.\n\n" for day in list(MOODS)[:4]))
    app.bring_in([{"kind": "check_in", "day": day, "time": "09:00", "mood": mood} for day, mood in MOODS.items()])
    app.command("add", "# The lake\n\nA **long** swim to ![the boats](boats.png), then the _river_.", "--at", "2025-03-14 10:00",
                "--tag", "swim", "--mood", "happy", "--attach", str(app.folder / "lake.png"))
    app.command("add", "Rivers and roads.", "--at", "2024-07-01 10:00")


@pytest.fixture
def desk(app, prepared, page):
    app.copy(prepared(fill))
    enter(page, app)
    return page


def test_the_year_shows_moods_by_colour_and_by_number(app, desk, look):
    desk.goto(app.origin + "/journal/calendar?year=2026")
    desk.get_by_role("link", name="Mood", exact=True).click()
    expect(desk.get_by_role("link", name="Mood", exact=True)).to_have_attribute("aria-current", "true")
    worst = desk.get_by_role("button", name="5 January 2026: mood 2.0, 1 entry, with health records")
    best = desk.get_by_role("button", name=re.compile("^20 January 2026: mood 9.0"))
    colour = "(day) => getComputedStyle(day).backgroundColor"
    assert len({worst.evaluate(colour), best.evaluate(colour), desk.locator(".day.mood-none").first.evaluate(colour)}) == 3
    expect(worst.get_by_text("2.0")).to_be_hidden()
    desk.get_by_label("Show the number in each day").check()
    expect(worst.get_by_text("2.0")).to_be_visible()
    look(desk)
    # A day on which nothing was written leads to what was logged.
    desk.get_by_role("button", name="2 February 2026: mood 7.0, with health records").click()
    expect(desk.get_by_role("heading", level=1)).to_contain_text("2 February 2026")


def test_a_mean_of_fewer_than_three_days_is_not_shown(app, desk):
    desk.goto(app.origin + "/journal/calendar?year=2026&show=mood")
    means = desk.get_by_role("region", name="Mood by weekday, hour and tag")
    # (2 + 3 + 4 + 7) / 4
    expect(means.get_by_role("row", name="Mon")).to_have_text(re.compile(r"4\.0\s*4$"))
    expect(means.get_by_role("row", name="Tue")).to_have_text(re.compile("–1$"))
    expect(means.get_by_role("row", name="09:00")).to_have_text(re.compile(r"5\.0\s*5$"))


def test_the_calendar_opens_at_today_on_a_phone(app, desk):
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.goto(app.origin + "/journal")
    desk.get_by_role("link", name="Calendar").click()
    expect(desk.locator('.day[aria-current="date"]')).to_be_in_viewport()


def test_a_day_says_that_it_has_files(app, desk):
    desk.goto(app.origin + "/journal/calendar?year=2025")
    expect(desk.get_by_role("button", name="14 March 2025: 1 entry, with files")).to_be_visible()


def test_the_list_goes_to_a_date_and_back(app, desk):
    desk.goto(app.origin + "/journal")
    expect(rows(desk)).to_have_count(6)
    desk.get_by_text("Go to a date").click()
    desk.get_by_label("Show the list from this day back").fill("2025-12-31")
    desk.get_by_role("button", name="Go", exact=True).click()
    expect(rows(desk)).to_have_count(2)
    expect(desk.locator(".month").first).to_have_text("March 2025")
    assert "2025" not in desk.url
    desk.get_by_role("button", name="Remove filter: up to 31 Dec 2025").click()
    expect(rows(desk)).to_have_count(6)


def test_a_wrong_date_to_go_to_is_explained_where_it_was_typed(app, open_context):
    # In another order of dates than the browser's, days are typed.
    page = open_context(locale="en-US").new_page()
    enter(page, app)
    page.goto(app.origin + "/journal")
    page.get_by_text("Go to a date").click()
    page.get_by_label("Show the list from this day back").fill("smarch 1664")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(page.locator(".find-jump .fault")).to_contain_text("'smarch 1664' is not a date.")
    expect(page.get_by_label("Show the list from this day back")).to_have_value("smarch 1664")
    expect(page.locator("#to")).to_have_value("")


def test_the_month_stays_in_view_while_its_entries_pass(app, desk):
    bring_in(app, "".join(f"[2026-05-{31 - n:02} 09:00] Day {n}.\n\n" for n in range(30)))
    desk.goto(app.origin + "/journal")
    rows(desk).nth(20).scroll_into_view_if_needed()
    expect(desk.get_by_role("heading", name="May 2026")).to_be_in_viewport()


def test_words_and_filters_are_chips_that_can_be_removed(app, desk):
    desk.goto(app.origin + "/journal")
    desk.get_by_role("searchbox").fill("lake")
    desk.get_by_text("Filters", exact=True).click()
    desk.get_by_label("Tag", exact=True).fill("swim")
    expect(desk.get_by_role("button", name="Remove filter: #swim")).to_be_visible()
    desk.get_by_role("button", name="Remove filter: “lake”").click()
    expect(desk.get_by_role("searchbox")).to_have_value("")
    expect(desk.get_by_role("button", name="Remove filter: #swim")).to_be_visible()
    expect(rows(desk)).to_have_count(1)


@pytest.mark.parametrize("typed, offered", [("rivr", "river"), ("lkae swim", "lake swim"), ("boatts", "boats")])
def test_a_mistyped_search_offers_what_may_be_meant(app, desk, typed, offered):
    desk.goto(app.origin + "/journal")
    desk.get_by_role("searchbox").fill(typed)
    desk.get_by_role("button", name=offered, exact=True).click()
    expect(rows(desk)).to_have_count(1)
    expect(desk.get_by_role("searchbox")).to_have_value(offered)


def test_an_excerpt_has_no_marks_of_markdown(app, desk):
    desk.goto(app.origin + "/journal")
    desk.get_by_role("searchbox").fill("swim")
    expect(rows(desk)).to_have_count(1)
    expect(desk.locator(".row-text")).to_have_text(re.compile(r"The lake\s+A long swim to the boats, then the _river_\."))


def test_a_row_names_its_journal_where_there_are_several(app, desk):
    app.command("journal", "new", "Dreams")
    app.command("add", "Flying over the lake.", "--journal", "Dreams")
    desk.goto(app.origin + "/journal")
    expect(rows(desk).first.locator(".chip-journal")).to_have_text("Journal: Dreams")
    desk.goto(app.origin + "/today")
    expect(desk.locator("#today-entries .chip-journal")).to_have_text("Journal: Dreams")


def test_on_this_day_says_the_year_and_how_long_ago(app, desk):
    today = datetime.date.today()
    app.command("add", "A title\n\nAnd what it was about.", "--at", f"{today.year - 1}-{today:%m-%d} 10:00")
    desk.goto(app.origin + "/today")
    row = desk.get_by_role("region", name="On this day").locator("[data-entry]")
    expect(row.locator(".row-date")).to_have_text(f"{today.year - 1} 1 year ago 10:00")
    expect(row.locator(".row-title")).to_have_text("A title")


def test_what_a_search_finds_is_printed_with_its_pictures(app, desk, look):
    desk.goto(app.origin + "/journal")
    desk.get_by_role("searchbox").fill("lake")
    expect(rows(desk)).to_have_count(1)
    desk.get_by_role("button", name="Print").click()
    desk.wait_for_url("**/print?view=*")
    sheet = desk.get_by_role("article")
    expect(sheet.get_by_role("heading", name="The lake")).to_be_visible()
    expect(sheet.locator(".print-facts")).to_have_text("Mood: happy #swim")
    desk.get_by_label("Tags").uncheck()
    expect(sheet.get_by_text("#swim")).to_be_hidden()
    assert desk.locator(".print-picture").evaluate("(picture) => picture.decode().then(() => picture.naturalWidth > 0)")
    look(desk)
    desk.evaluate("() => { window.print = () => { document.title = 'printed'; }; }")
    desk.get_by_role("button", name="Print or save as PDF").click()
    expect(desk).to_have_title("printed")
    desk.emulate_media(media="print")
    expect(desk.get_by_role("navigation")).to_be_hidden()
    expect(desk.get_by_text("Nothing leaves this device")).to_be_hidden()
    expect(sheet.get_by_text("A long swim")).to_be_visible()


def test_a_month_is_printed_from_the_calendar_without_scripts(app, prepared, open_context):
    app.copy(prepared(fill))
    page = open_context(java_script_enabled=False).new_page()
    enter(page, app)
    page.goto(app.origin + "/journal/calendar?year=2026")
    page.get_by_role("button", name="Print January 2026").click()
    expect(page.get_by_role("article").get_by_role("heading", level=1)).to_have_text("January 2026")
    # In order of time.
    expect(page.get_by_role("article").get_by_role("heading", level=2).first).to_contain_text("5 January 2026")
    expect(page.get_by_text("your browser’s print command")).to_be_visible()
    page.goto(app.origin + "/journal")
    page.get_by_role("link", name="Entry of 2026-01-20").click()
    page.get_by_role("link", name="Print").click()
    expect(page.get_by_role("article").get_by_role("heading", level=1)).to_contain_text("20 January 2026")
