"""Search, filters, the calendar, and lists that go on."""
import re

import pytest
from playwright.sync_api import expect

from conftest import App, enter

ENTRIES = """[2026-03-14 21:00] Walked along the river. @walk

[2026-03-02 08:30] Breakfast with Ada and a long phrase about gardens.

[2026-01-20 19:00] Headache again, tired. @health

[2025-12-24 18:00] Candles, snow, the whole family.
"""


def bring_in(app, text):
    (app.folder / "diary.txt").write_text(text)
    app.command("import", "jrnl", str(app.folder / "diary.txt"))


def fill(app):
    bring_in(app, ENTRIES)


@pytest.fixture
def journal(app, prepared, page):
    app.copy(prepared(fill))
    enter(page, app)
    page.goto(app.origin + "/journal")
    return page


@pytest.fixture(scope="module")
def searched(prepared, open_shared_context, tmp_path_factory):
    """A page of the journal on which only searches are made."""
    app = App(tmp_path_factory.mktemp("searched"))
    app.copy(prepared(fill))
    page = open_shared_context().new_page()
    enter(page, app)
    yield app, page
    app.end()


def rows(page):
    return page.locator("[data-entry]")


@pytest.mark.parametrize("words, found", [
    pytest.param("river", 1, marks=pytest.mark.story), ("long phrase", 1), ('"phrase long"', 0), ("tag:health", 1), ("March 2026", 2), ("3/14/26", 1),
    ("from:2026-01-01 to:2026-02-01", 1), ("candl*", 1), ("-river", 3), ("nothingofthekind", 0), ("walk", 1), ("#breakfast", 1),
])
def test_the_search_language_works_while_typing(searched, words, found):
    app, journal = searched
    journal.goto(app.origin + "/journal")
    expect(rows(journal)).to_have_count(4)
    journal.get_by_role("searchbox").press_sequentially(words)
    expect(rows(journal)).to_have_count(found)
    assert "river" not in journal.url and "phrase" not in journal.url and "health" not in journal.url


def test_a_search_survives_a_reload_and_can_be_cleared(journal):
    journal.get_by_role("searchbox").fill("river")
    expect(rows(journal)).to_have_count(1)
    expect(journal.locator("mark").first).to_have_text("river")
    journal.wait_for_url("**view=**")
    journal.reload()
    expect(rows(journal)).to_have_count(1)
    journal.get_by_role("searchbox").focus()
    journal.keyboard.press("Escape")
    expect(rows(journal)).to_have_count(4)


@pytest.mark.phone
@pytest.mark.story
def test_filters_by_date_mood_and_tag(app, journal):
    app.command("edit", "last", "--mood", "sad")
    journal.reload()
    journal.get_by_text("Filters", exact=True).click()
    journal.get_by_label("From", exact=True).fill("2026-01-01")
    journal.get_by_label("To", exact=True).fill("2026-03-05")
    journal.get_by_label("To", exact=True).press("Enter")
    expect(rows(journal)).to_have_count(2)


def test_dates_and_times_are_in_one_order_in_any_browser(app, open_context):
    page = open_context(locale="en-US").new_page()
    enter(page, app)
    page.goto(app.origin + "/day")
    field = page.locator("#date")
    expect(field).to_have_attribute("type", "text")
    field.fill("13 march 2026")
    field.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("13 March 2026")
    expect(field).to_have_value("2026-03-13")
    page.locator(".date-row [type=date]").evaluate("(field) => { field.value = '2026-03-12'; field.dispatchEvent(new Event('change', { bubbles: true })); }")
    expect(field).to_have_value("2026-03-12")
    page.goto(app.origin + "/symptom/new")
    page.get_by_label("What is it?").fill("Headache")
    page.get_by_role("radio", name="5", exact=True).check(force=True)
    page.get_by_label("When").fill("2026-03-13 08:30")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/health")
    page.goto(app.origin + "/health/history")
    expect(page.get_by_text("08:30")).to_be_visible()


def test_a_slip_in_the_search_is_explained_and_kept(journal):
    journal.get_by_role("searchbox").fill("from:nonsense")
    expect(journal.locator("#fault-words")).to_be_visible()
    expect(journal.get_by_role("searchbox")).to_have_value("from:nonsense")


def test_the_calendar_shows_the_year_and_leads_to_a_day(app, journal):
    journal.goto(app.origin + "/journal/calendar?year=2026")
    journal.get_by_role("button", name=re.compile("14 March 2026")).click()
    expect(rows(journal)).to_have_count(1)
    assert "2026-03-14" not in journal.url
    journal.goto(app.origin + "/journal/calendar?year=2026")
    journal.get_by_role("link", name=re.compile("2025")).click()
    expect(journal.get_by_role("button", name=re.compile("24 December 2025"))).to_be_visible()


def test_the_first_entry_of_an_empty_journal_comes_to_an_open_page(app, page):
    enter(page, app)
    page.goto(app.origin + "/journal")
    expect(page.get_by_text("Your entries will be here")).to_be_visible()
    app.command("add", "The first one.")
    expect(rows(page)).to_have_count(1)


def test_the_calendar_goes_over_years_without_an_entry(app, page):
    bring_in(app, "[1664-03-01 09:00] An old diary.\n")
    enter(page, app)
    page.goto(app.origin + "/journal/calendar")
    year = page.locator("#year-calendar h2")
    present = year.inner_text()
    years = page.get_by_role("navigation", name="Years")
    expect(years.get_by_role("link")).to_have_text(["« 1664", f"‹ {int(present) - 1}"])
    years.get_by_role("link", name="1664").click()
    expect(year).to_have_text("1664")
    expect(page.get_by_role("button", name=re.compile("1 March 1664: 1 entry"))).to_be_visible()
    expect(years.get_by_role("link")).to_have_text(["1665 ›", f"{present} »"])
    years.get_by_role("link", name=present).click()
    expect(year).to_have_text(present)


def test_a_long_list_goes_on_by_scrolling_and_by_links(app, page):
    bring_in(app, "".join(f"[{2000 + n // 300}-{n // 25 % 12 + 1:02}-{n % 25 + 1:02} 09:00] Entry number {n}.\n\n" for n in range(300)))
    enter(page, app)
    page.goto(app.origin + "/journal")
    seen = rows(page).count()
    assert 20 <= seen < 300
    shown = seen
    while shown <= seen + 60:
        page.mouse.wheel(0, 20_000)
        page.wait_for_function("(shown) => document.querySelectorAll('[data-entry]').length > shown", arg=shown)
        shown = rows(page).count()
    ids = rows(page).evaluate_all("list => list.map(row => row.dataset.entry)")
    assert len(ids) == len(set(ids)), "no entry twice"


def test_keys_move_delete_and_undo(app, journal):
    journal.get_by_text("How to search").click()
    expect(journal.get_by_text("Keyboard shortcuts").first).to_be_visible()
    journal.get_by_text("How to search").click()
    journal.keyboard.press("j")
    journal.keyboard.press("j")
    second = rows(journal).nth(1).get_attribute("data-entry")
    assert journal.evaluate("document.activeElement.closest('[data-entry]').dataset.entry") == second
    journal.keyboard.press("Delete")
    expect(rows(journal)).to_have_count(3)
    journal.keyboard.press("z")
    expect(rows(journal)).to_have_count(4)
    journal.keyboard.press("/")
    expect(journal.get_by_role("searchbox")).to_be_focused()


def test_a_swipe_deletes_with_undo(app, prepared, open_context):
    app.copy(prepared(fill))
    page = open_context(viewport={"width": 390, "height": 800}, has_touch=True, is_mobile=True).new_page()
    enter(page, app)
    page.goto(app.origin + "/journal")
    box = rows(page).first.bounding_box()
    client = page.context.new_cdp_session(page)
    x, y = box["x"] + box["width"] - 30, box["y"] + box["height"] / 2
    client.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 15):
        client.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x - step * 20, "y": y}]})
        page.evaluate("new Promise((shown) => requestAnimationFrame(() => shown(null)))")
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(rows(page)).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(rows(page)).to_have_count(4)
