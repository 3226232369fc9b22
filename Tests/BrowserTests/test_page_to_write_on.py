"""Today as a page to write on: the field and its bar, what takes one tap, the tabs, lists that go on by themselves."""
import pytest
from playwright.sync_api import expect

from conftest import choose_mood, enter, open_sheet, until


def part_of_screen(page, selector):
    """How much of the window's height an element takes that is wholly in view."""
    box = page.locator(selector).bounding_box()
    height = page.viewport_size["height"]
    return (min(box["y"] + box["height"], height) - max(box["y"], 0)) / height


@pytest.mark.parametrize("size, least", [((390, 844), 0.45), ((1440, 900), 0.5)], ids=["phone", "desk"])
def test_the_field_takes_the_page_and_save_is_in_view(signed_in, size, least):
    page = signed_in
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.reload()
    assert part_of_screen(page, "#text") >= least
    for place in ("#save", "#now"):
        box = page.locator(place).bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], place
    # Also behind a long text.
    page.get_by_label("Your entry").fill("A line.\n" * 120)
    box = page.locator("#save").bounding_box()
    assert box["y"] + box["height"] <= size[1]


@pytest.mark.phone
def test_what_is_chosen_in_the_bar_stands_below_the_text_and_is_saved(app, signed_in):
    page = signed_in
    app.command("add", "Before.", "--tag", "walk")
    page.reload()
    page.get_by_label("Your entry").fill("By the river.")
    choose_mood(page, "relaxed")
    open_sheet(page, "tags")
    page.locator(".tag-choices").get_by_text("#walk").click()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Your entry")).to_be_focused()
    expect(page.locator("#chosen li")).to_have_text(["relaxed", "#walk"])
    page.get_by_label("Starred").check(force=True)
    # A chip opens its sheet, and a second tap takes the tag back.
    page.locator("#chosen").get_by_text("#walk").click()
    expect(page.get_by_label("Tags")).to_be_visible()
    page.locator(".tag-choices").get_by_text("#walk").click()
    expect(page.locator("#chosen li")).to_have_text(["relaxed"])
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Your entry")).to_have_value("")
    [entry] = [one for one in app.json("list") if one["text"] == "By the river."]
    assert (entry["mood"], entry["starred"], entry.get("tags", [])) == ("relaxed", True, [])


def test_one_sheet_is_open_at_a_time_and_a_tap_outside_closes_it(signed_in):
    page = signed_in
    open_sheet(page, "mood")
    open_sheet(page, "tags")
    expect(page.locator(".tool[open]")).to_have_count(1)
    page.get_by_label("Your entry").click()
    expect(page.locator(".tool[open]")).to_have_count(0)


def test_the_question_of_the_day_goes_with_the_first_letter(signed_in):
    page = signed_in
    expect(page.locator(".prompt")).to_be_visible()
    page.get_by_label("Your entry").press_sequentially("A")
    expect(page.locator(".prompt")).to_be_hidden()


def test_a_face_saves_a_check_in_with_one_tap(app, signed_in):
    page = signed_in
    page.locator("#now").get_by_role("button", name="4 of 5").click()
    expect(page.get_by_text("Check-in saved.")).to_be_visible()
    [saved] = app.json("check-in", "list")
    assert saved["mood"] == 8
    page.get_by_role("button", name="Undo").click()
    until(lambda: app.json("check-in", "list") == [], lambda: app.json("check-in", "list"))


@pytest.mark.parametrize("typed, text", [
    ("- tea\nmilk\n\nafter", "- tea\n- milk\nafter"),
    ("1. one\ntwo", "1. one\n2. two"),
    ("9) nine\nten", "9) nine\n10) ten"),
    ("- [x] done\nopen", "- [x] done\n- [ ] open"),
    ("  * deeper\nmore", "  * deeper\n  * more"),
    ("> said\nstill", "> said\n> still"),
    ("plain\nnext", "plain\nnext"),
    ("-not a list\nnext", "-not a list\nnext"),
], ids=["list", "numbers", "brackets", "checklist", "deeper", "quote", "plain", "no list"])
def test_enter_goes_on_with_a_list(signed_in, typed, text):
    field = signed_in.get_by_label("Your entry")
    field.press_sequentially(typed)
    expect(field).to_have_value(text)


@pytest.mark.parametrize("act, text", [
    ("Bold", "one **two** three"), ("Italic", "one *two* three"), ("List", "- one two three"), ("Numbered list", "1. one two three"),
    ("Checklist", "- [ ] one two three"), ("Quote", "> one two three"), ("Link", "one [two](https://) three")])
def test_the_small_bar_marks_what_is_chosen_and_takes_it_back(signed_in, act, text):
    page = signed_in
    field = page.get_by_label("Your entry")
    field.fill("one two three")
    field.evaluate("(field) => { field.focus(); field.setSelectionRange(4, 7); }")
    open_sheet(page, "style")
    page.get_by_role("button", name=act, exact=True).click()
    expect(field).to_have_value(text)
    if act == "Link":
        return
    page.get_by_role("button", name=act, exact=True).click()
    expect(field).to_have_value("one two three")


def test_keys_mark_and_undo_takes_it_back(signed_in):
    page = signed_in
    field = page.get_by_label("Your entry")
    field.press_sequentially("calm")
    field.evaluate("(field) => field.setSelectionRange(0, 4)")
    page.keyboard.press("Control+b")
    expect(field).to_have_value("**calm**")
    page.keyboard.press("Control+i")
    expect(field).to_have_value("***calm***")
    page.keyboard.press("Control+z")
    page.keyboard.press("Control+z")
    expect(field).to_have_value("calm")


def test_five_tabs_lead_everywhere_and_new_opens_a_sheet(app, signed_in):
    page = signed_in
    page.set_viewport_size({"width": 390, "height": 844})
    tabs = page.get_by_role("navigation", name="Main").locator("> ul > li:visible")
    expect(tabs).to_have_count(5)
    assert [text.strip() for text in tabs.all_inner_texts()] == ["Today", "Journal", "New", "Health", "More"]
    tabs.nth(2).locator("summary").click()
    page.get_by_role("link", name="Measurement").click()
    page.wait_for_url("**/measure/new")
    page.locator(".nav-more summary").click()
    page.get_by_role("link", name="Settings", exact=True).click()
    page.wait_for_url("**/settings")
    expect(page.locator(".nav-more summary")).to_have_class("is-here")


def test_n_opens_what_is_new_and_escape_closes_it(signed_in):
    page = signed_in
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(page.url.replace("/today", "/journal"))
    page.locator("main").press("n")
    expect(page.get_by_role("link", name="Check-in", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Check-in", exact=True)).to_be_hidden()


def test_an_empty_day_of_the_calendar_is_written_for(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/journal/calendar?year=2024")
    page.get_by_role("link", name="12 March 2024: write").click()
    page.wait_for_url("**/today?on=2024-03-12")
    expect(page.locator("#chosen li")).to_have_text(["12 Mar 2024, 12:00"])
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday, 12 March 2024")
    expect(page.locator(".prompt, #now")).to_have_count(0)
    page.get_by_label("Your entry").fill("Found in an old notebook.")
    page.get_by_role("button", name="Save", exact=True).click()
    until(lambda: app.json("list", "--on", "2024-03-12"), lambda: app.json("list"))


def test_a_draft_of_today_stays_beside_an_entry_for_another_day(app, signed_in):
    page = signed_in
    page.get_by_label("Your entry").fill("Begun today.")
    page.goto(app.origin + "/today?on=2024-03-12")
    expect(page.get_by_label("Your entry")).to_have_value("")
    expect(page.locator("#chosen li")).to_have_text(["12 Mar 2024, 12:00"])
    page.get_by_label("Your entry").fill("Of a day long ago.")
    page.get_by_role("button", name="Save", exact=True).click()
    entry = until(lambda: app.json("list"), page.content)
    assert [one["day"] for one in entry] == ["2024-03-12"]
    page.goto(app.origin + "/today")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Today")
    expect(page.get_by_label("Your entry")).to_have_value("Begun today.")


def test_what_was_begun_for_another_day_stays_with_that_day(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/today?on=2024-03-12")
    page.get_by_label("Your entry").fill("Half a sentence")
    page.goto(app.origin + "/today")
    expect(page.get_by_label("Your entry")).to_have_value("")
    expect(page.locator("#chosen li")).to_have_count(0)
    until(lambda: page.reload() and page.get_by_role("link", name="for 12 Mar 2024").count(), page.content)
    page.goto(app.origin + "/today?on=2024-03-13")
    expect(page.get_by_label("Your entry")).to_have_value("")
    page.get_by_role("link", name="for 12 Mar 2024").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday, 12 March 2024")
    expect(page.get_by_label("Your entry")).to_have_value("Half a sentence")
    # Of a day without a word nothing is kept.
    page.get_by_label("Your entry").fill("")
    expect(page.locator("#saved-state")).to_be_empty()
    until(lambda: page.goto(app.origin + "/today") and not page.locator(".other-drafts").count(), page.content)


def test_a_template_is_put_into_the_entry_for_another_day(app, signed_in):
    page = signed_in
    app.command("template", "set", "Evening", "What was good?")
    page.goto(app.origin + "/today?on=2024-03-12")
    page.get_by_label("Begin with a template").select_option("Evening")
    page.get_by_role("button", name="Use").click()
    expect(page.get_by_label("Your entry")).to_have_value("What was good?")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday, 12 March 2024")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday, 12 March 2024")
