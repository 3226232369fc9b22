"""Every page: accessible, calm in both themes and all widths, usable without scripts and by keys alone."""
import datetime
import re

import pytest
from playwright.sync_api import expect

from conftest import App, PASSPHRASE, choose_mood, enter, open_sheet
from test_journaling import picture

PAGES = ["/today", "/journal", "/journal/calendar", "/deleted", "/settings", "/settings/writing", "/settings/reminders", "/settings/keys", "/settings/data", "/settings/about", "/settings/passphrase", "/settings/recovery", "ENTRY",
         "/import", "/progress", "/settings/export", "/settings/backup", "/settings/rotation", "/settings/drill", "/settings/profiles",
         "/settings/wipe", "ENTRY/edit", "ENTRY/history", "/insights", "/insights/report", "/insights/trials/new", "/insights/review", "/people", "/people/join", "/people/show", "/phone", "/phone/tailnet", "/nothing-here"]
# One of each kind; the others have the same parts.
STORIES = {"/today", "/journal", "/settings", "ENTRY"}


def furnish(app):
    app.command("add", "# A title\n\nSome *text* with a [link](https://example.org), `code`,\n\n- [ ] a task\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |",
                "--mood", "happy", "--tag", "walk", "--star", "--attach", str(picture(app.folder / "lake.png")))
    app.command("edit", "last", "--text", "# A title\n\nSome *other* text with a [link](https://example.org).\n\n> a quote")
    app.command("add", "Another one, deleted.")
    app.command("delete", "last")


@pytest.fixture
def furnished(app, prepared):
    app.copy(prepared(furnish))
    return app


@pytest.fixture(scope="module")
def visited(prepared, open_shared_context, tmp_path_factory):
    """One served vault and one page, which goes from place to place and changes nothing."""
    app = App(tmp_path_factory.mktemp("visited"))
    app.copy(prepared(furnish))
    page = open_shared_context(expected=["404"]).new_page()
    enter(page, app)
    yield app, page
    app.end()


@pytest.mark.parametrize("path", [pytest.param(path, marks=pytest.mark.story if path in STORIES else ()) for path in PAGES])
def test_no_page_hinders_anyone(visited, look, path):
    app, page = visited
    page.goto(app.origin + path.replace("ENTRY", "/entry/" + app.json("list")[0]["id"]))
    look(page)
    assert not look.found, look.found


def test_the_page_of_a_locked_vault_hinders_no_one(furnished, page, look):
    page.goto(furnished.start().address)
    page.wait_for_url("**/unlock")
    look(page)


# Words of usual length that are cut by a line end.
BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.parentElement.checkVisibility() || walker.currentNode.parentElement.closest("code, .hidden")) continue;
    for (const match of walker.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, match.index);
      range.setEnd(walker.currentNode, match.index + match[0].length);
      if (match[0].length <= 18 && new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(match[0]);
    }
  }
  return broken;
}"""
SMALL = """() => [...document.querySelectorAll("main :is(input, select, textarea):not([type=hidden], [hidden])")]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML)"""
ORDINARY = ["/today", "/journal", "/health", "/health/history", "/medicines", "/insights", "/support", "/people", "/settings/writing", "/settings/keys", "/settings/export", "/import", "/deleted"]


@pytest.mark.parametrize("path", ORDINARY)
def test_no_word_is_broken_and_no_field_is_small(visited, path):
    app, page = visited
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app.origin + path)
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(SMALL) == []


def test_headings_are_in_one_place_on_all_pages(visited):
    app, page = visited
    page.set_viewport_size({"width": 1440, "height": 900})

    def left(path):
        page.goto(app.origin + path)
        return round(page.locator("main").evaluate("main => main.querySelector('h1').getBoundingClientRect().left - (main.querySelector('.card > h1') ? 21 : 0)"))

    assert len({left(path) for path in ORDINARY}) == 1


def test_the_focus_is_never_under_the_tabs(visited):
    app, page = visited
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(app.origin + "/settings/reminders")
    bar = page.get_by_role("navigation", name="Main").bounding_box()["y"]
    for _ in range(12):
        page.keyboard.press("Tab")
        box = page.evaluate("() => { const { top, bottom } = document.activeElement.getBoundingClientRect(); return [top, bottom, !document.activeElement.closest('.bar')]; }")
        assert not box[2] or box[1] <= bar, page.evaluate("document.activeElement.outerHTML")


@pytest.mark.story
def test_the_first_pages_hinder_no_one(empty_app, page, look):
    empty_app.start()
    page.goto(empty_app.address)
    page.wait_for_url("**/welcome")
    look(page)
    page.get_by_role("link", name="Restore from it").click()
    page.wait_for_url("**/welcome/restore")
    look(page)
    page.get_by_role("link", name="Create a new journal").click()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_label("Repeat the passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Create my journal").click()
    page.wait_for_url("**/welcome/recovery")
    for path in ("/welcome/recovery", "/welcome/kit", "/welcome/proof", "/welcome/ready", "/import"):
        page.goto(empty_app.origin + path)
        look(page)


@pytest.mark.parametrize("width", [320, 360])
def test_all_places_fit_a_small_screen(signed_in, width):
    signed_in.set_viewport_size({"width": width, "height": 700})
    places = signed_in.get_by_role("navigation", name="Main").locator("li > a:visible, summary:visible").evaluate_all(
        """(links) => links.map((link) => {
             const [place, label] = [link, link.querySelector("span")].map((one) => one.getBoundingClientRect());
             const box = ({ left, right, height }) => ({ left, right, height });
             return { name: link.textContent.trim(), place: box(place), label: box(label) };
           })""")
    assert places
    for one in places:
        assert one["place"]["left"] >= 0 and one["place"]["right"] <= width + 0.5, one
        assert one["place"]["height"] >= 44, one
        # The label stands whole within its place, in one line.
        assert one["place"]["left"] <= one["label"]["left"] and one["label"]["right"] <= one["place"]["right"], one
        assert one["label"]["height"] <= 24, one
    for left, right in zip(places, places[1:]):
        assert left["place"]["right"] <= right["place"]["left"] + 0.5, (left, right)
        # Two words are told apart.
        assert right["label"]["left"] - left["label"]["right"] >= 4, (left, right)
    assert signed_in.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_journaling_works_without_scripts(furnished, open_context, tmp_path):
    page = open_context(java_script_enabled=False).new_page()
    enter(page, furnished)
    page.get_by_label("Your entry").fill("Written without a script.")
    choose_mood(page, "sad")
    page.locator("#files").set_input_files(str(picture(tmp_path / "plain.png")))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name=re.compile("Written without")).first.click()
    expect(page.locator("main img")).to_have_count(1)
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Your entry").fill("Changed without a script.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Changed without a script.")).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(page.locator("del").first).to_be_visible()
    page.goto(furnished.origin + "/journal")
    page.get_by_role("searchbox").fill("changed")
    page.keyboard.press("Enter")
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.locator("[data-entry] a").first.click()
    page.get_by_role("button", name="Delete").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    assert "Changed without a script." in furnished.command("list")


def test_dates_are_typed_without_scripts(app, open_context):
    page = open_context(expected=["422"], java_script_enabled=False, locale="en-US").new_page()
    enter(page, app)
    page.goto(app.origin + "/settings/language")
    page.get_by_label("Language of dates").select_option("en")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    today = datetime.date.today()

    def is_text(name):
        expect(page.locator(f"#{name}")).to_have_attribute("type", "text")

    page.goto(app.origin + "/day")
    is_text("date")
    page.locator("#date").fill("no such day")
    page.locator("#date").press("Enter")
    expect(page.locator("#date-fault")).to_be_visible()
    expect(page.locator("#date")).to_have_value("no such day")
    for typed in ("3/4/2024", "3 april 2024", "2024-04-03", "3.4.2024"):
        page.locator("#date").fill(typed)
        page.locator("#date").press("Enter")
        expect(page.get_by_role("heading", level=1)).to_contain_text("3 April 2024")

    # A moment: in words, then in figures, then untouched.
    page.goto(app.origin + "/symptom/new")
    is_text("when")
    page.get_by_label("What is it?").fill("Headache")
    page.get_by_role("radio", name="5", exact=True).check(force=True)
    page.get_by_label("When").fill("the day it rained")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#when-fault")).to_be_visible()
    expect(page.get_by_label("When")).to_have_value("the day it rained")
    page.get_by_label("When").fill("3/4/2024 9pm")
    page.get_by_role("button", name="Save").click()
    first = app.json("symptom", "list", "--limit", "1")[0]
    assert (first["day"], first["instant"]) == ("2024-04-03", "2024-04-03T21:00:00+02:00")
    page.goto(f"{app.origin}/symptom/{first['id']}")
    expect(page.get_by_label("When")).to_have_value("2024-04-03 21:00")
    page.get_by_label("Note").fill("Slept.")
    page.get_by_role("button", name="Save").click()
    second = app.json("symptom", "list", "--limit", "1")[0]
    assert (second["instant"], second["note"]) == (first["instant"], "Slept.")

    # An entry, a search, a schedule, a report.
    page.goto(app.origin + "/today")
    page.get_by_label("Your entry").fill("Written about another day.")
    open_sheet(page, "when")
    is_text("when")
    page.get_by_label("When").fill("2024-04-03 08:30")
    page.get_by_role("button", name="Save", exact=True).click()
    assert app.json("list", "--on", "2024-04-03")[0]["instant"] == "2024-04-03T08:30:00+02:00"
    page.goto(app.origin + "/journal")
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("From", exact=True).fill("1/4/2024")
    page.get_by_label("To", exact=True).fill("april 2024")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("[data-entry]")).to_have_count(1)
    page.get_by_text("Filters", exact=True).click()
    page.get_by_label("To", exact=True).fill("soonish")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#fault-to")).to_be_visible()
    expect(page.get_by_label("To", exact=True)).to_have_value("soonish")
    page.goto(app.origin + "/medicine/new")
    page.get_by_label("Name").fill("Metoprolol")
    page.get_by_label("Pack expires on").fill("when it does")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#expiry-fault")).to_be_visible()
    expect(page.get_by_label("Pack expires on")).to_have_value("when it does")
    page.get_by_label("Pack expires on").fill(f"1/2/{today.year + 1}")
    page.get_by_role("button", name="Save").click()
    assert app.json("medication", "list")[0]["expires"] == f"{today.year + 1}-02-01"
    page.goto(app.origin + "/insights/report")
    is_text("from")
    page.get_by_label("First day").fill("some time ago")
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("#from-fault")).to_be_visible()
    expect(page.get_by_label("First day")).to_have_value("some time ago")


@pytest.mark.phone
def test_everything_essential_is_reached_by_keys_alone(app, page):
    app.start()
    page.goto(app.address)
    page.wait_for_url("**/unlock")
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Enter")
    page.wait_for_url("**/today")

    def tab_to(description, ready, limit=60):
        for _ in range(limit):
            if page.evaluate(ready):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {description}")

    tab_to("the text", "document.activeElement.id === 'text'")
    page.keyboard.type("By keys alone.")
    tab_to("the moods", "document.activeElement.closest('.tool')?.dataset.sheet === 'mood'")
    page.keyboard.press("Enter")
    tab_to("a mood", "document.activeElement.name === 'mood'")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    tab_to("Save", "document.activeElement.matches('.composer button.primary')")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("link", name=re.compile("By keys alone"))).to_be_visible()
    tab_to("the entry", "document.activeElement.matches('.row-link')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/entry/*")
    tab_to("Delete", "document.activeElement.textContent.trim() === 'Delete'")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to("Undo", "document.activeElement.textContent.trim() === 'Undo'")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "By keys alone." in app.command("list")


def test_the_theme_is_kept(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/settings/look")
    page.get_by_label("Dark").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.reload()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(11, 18, 32)"
