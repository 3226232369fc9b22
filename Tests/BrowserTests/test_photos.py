"""Photos: small ones in lists, at their places in a text, in the viewer, and by month."""
import pytest
from playwright.sync_api import expect

from test_journaling import picture
from test_locking import lock


def add(app, tmp_path, *names, text="By the river."):
    """An entry with pictures; gives its id."""
    files = [word for name in names for word in ("--attach", str(picture(tmp_path / name)))]
    return app.json("add", text, *files)["id"]


def test_lists_show_thumbnails_and_are_never_sent_originals(app, signed_in, tmp_path):
    page = signed_in
    add(app, tmp_path, "a.png", "b.png", "c.png")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(app.origin + "/journal")
    first = page.locator(".row-pictures img").first
    expect(first).to_have_js_property("naturalWidth", 64)
    expect(page.locator(".row-pictures")).to_contain_text("3 photos")
    assert not [url for url in asked if "/attachment/" in url]


def test_a_narrow_row_shows_one_photo_and_how_many_more_there_are(app, signed_in, tmp_path):
    page = signed_in
    add(app, tmp_path, "a.png", "b.png", "c.png", "d.png")
    shown = page.locator(".row-pictures img:visible")
    more = "getComputedStyle(document.querySelector('.row-more'), '::after').content"
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(app.origin + "/journal")
    expect(shown).to_have_count(1)
    assert '"+3"' in page.evaluate(more)
    assert shown.first.bounding_box()["width"] == 56
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(shown).to_have_count(3)
    assert '"+1"' in page.evaluate(more)


@pytest.mark.phone
def test_a_photo_opens_in_the_viewer_and_arrow_keys_lead_on(app, signed_in, tmp_path):
    page = signed_in
    page.goto(app.origin + f"/entry/{add(app, tmp_path, 'a.png', 'b.png', 'c.png')}")
    links = page.locator(".entry-pictures a.picture")
    expect(links).to_have_count(3)
    links.nth(1).click()
    viewer = page.locator("dialog.viewer")
    expect(viewer).to_contain_text("2 of 3")
    page.keyboard.press("ArrowRight")
    expect(viewer).to_contain_text("3 of 3")
    expect(viewer.get_by_label("Next photo")).to_be_disabled()
    expect(viewer.locator("img")).to_have_js_property("naturalWidth", 64)
    page.keyboard.press("Escape")
    expect(viewer).to_have_count(0)
    expect(links.nth(2)).to_be_focused()
    # The way back closes it too, and stays on the page.
    links.first.click()
    expect(viewer).to_contain_text("1 of 3")
    page.go_back()
    expect(viewer).to_have_count(0)
    expect(page.locator(".entry-pictures")).to_be_visible()


def test_the_lock_takes_the_viewer_away(app, signed_in, tmp_path):
    page = signed_in
    page.goto(app.origin + f"/entry/{add(app, tmp_path, 'a.png')}")
    page.locator(".entry-pictures a.picture").click()
    expect(page.locator("dialog.viewer")).to_be_visible()
    page.context.watch.expected += ["401", "EventSource's response"]
    other = page.context.new_page()
    other.goto(app.origin + "/today")
    lock(other)
    page.wait_for_url("**/unlock**")
    expect(page.locator("dialog.viewer")).to_have_count(0)


def test_without_scripts_a_photo_has_a_page_that_leads_to_the_next(app, browser, signed_in, tmp_path):
    entry = add(app, tmp_path, "a.png", "b.png")
    context = browser.new_context(java_script_enabled=False, storage_state=signed_in.context.storage_state())
    page = context.new_page()
    page.goto(app.origin + f"/entry/{entry}")
    page.locator(".entry-pictures a.picture").first.click()
    expect(page.get_by_text("1 of 2")).to_be_visible()
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name="b.png")).to_be_visible()
    context.close()


@pytest.mark.phone
def test_a_picture_that_the_text_names_stands_there(app, signed_in, tmp_path):
    page = signed_in
    entry = add(app, tmp_path, "river.png", "boat.png", text="Before.\n\n![The *river*](river.png)\n\nAfter.")
    page.goto(app.origin + f"/entry/{entry}")
    placed = page.locator(".prose a.picture img")
    expect(placed).to_have_count(1)
    expect(placed).to_have_attribute("alt", "The river")
    expect(placed).to_have_js_property("naturalWidth", 64)
    expect(page.locator(".entry-pictures img")).to_have_attribute("alt", "boat.png")


def test_photos_are_listed_by_month(app, signed_in, tmp_path):
    page = signed_in
    page.goto(app.origin + "/photos")
    expect(page.get_by_text("The photos of your entries will be here")).to_be_visible()
    file = str(picture(tmp_path / "a.png"))
    app.command("add", "March.", "--at", "2026-03-02 12:00", "--attach", file)
    app.command("add", "April.", "--at", "2026-04-02 12:00", "--attach", file, "--attach", file)
    app.command("add", "No photo.", "--at", "2026-04-03 12:00")
    page.goto(app.origin + "/journal")
    page.get_by_role("link", name="Photos", exact=True).click()
    expect(page.locator("h2.month")).to_have_text(["April 2026", "March 2026"])
    expect(page.locator(".photo-grid").first.locator("img")).to_have_count(2)
    page.locator(".photo-grid a").last.click()
    expect(page.locator("dialog.viewer")).to_contain_text("3 of 3")
    page.locator("dialog.viewer").get_by_role("link", name="Entry").click()
    expect(page.get_by_text("March.")).to_be_visible()


def test_a_thumbnail_is_made_once_and_what_is_no_picture_gets_none(app, signed_in, tmp_path):
    page = signed_in
    broken = tmp_path / "broken.png"
    broken.write_bytes(b"\x89PNG\r\n\x1a\n" + b"no picture" * 40)
    entry = app.json("add", "Two.", "--attach", str(broken), "--attach", str(picture(tmp_path / "good.png")))
    [bad, good] = [file["id"] for file in entry["attachments"]]
    answers = {id: page.request.get(app.origin + f"/thumbnail/{entry['id']}/{id}") for id in (bad, good)}
    assert (answers[bad].status, answers[good].status) == (204, 200)
    assert answers[good].headers["content-type"] == "image/jpeg"
    # One file for each attachment, and one for the thumbnail.
    assert len(list((app.vault / "attachments").iterdir())) == 3
    page.goto(app.origin + f"/entry/{entry['id']}")
    page.goto(app.origin + "/journal")
    expect(page.locator(".row-pictures img").nth(1)).to_have_js_property("naturalWidth", 64)
    assert len(list((app.vault / "attachments").iterdir())) == 3


@pytest.mark.phone
def test_a_photo_that_is_written_with_has_a_thumbnail(app, signed_in, tmp_path):
    page = signed_in
    page.get_by_label("Your entry").fill("With a photo.")
    page.locator('input[type="file"]').first.set_input_files(str(picture(tmp_path / "new.png")))
    expect(page.locator("[data-staged]")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#today-entries .row-pictures img")).to_have_js_property("naturalWidth", 64)
