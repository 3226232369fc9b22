"""Writing, reading, changing, finding, undoing."""
import datetime
import json
import re
import signal
import struct
import urllib.parse
import zlib

import pytest
from playwright.sync_api import expect

from conftest import ZONE, choose_mood, enter, open_sheet, until


def write(page, text, mood=None, tags=None):
    page.get_by_label("Your entry").fill(text)
    if mood:
        choose_mood(page, mood)
    if tags:
        open_sheet(page, "tags")
        page.get_by_label("Tags").fill(tags)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("link", name=re.compile(re.escape(text[:20]))).first).to_be_visible()


def picture(path, shade=90):
    """A true PNG of 64 × 48."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes((shade, 120, 200)) * 64 for _ in range(48))
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    return path


def kept(page, words):
    """Waits until the program has answered that these words are kept."""
    sent = urllib.parse.quote_plus(words)
    return page.expect_response(lambda answer: answer.ok and "/draft" in answer.url and sent in (answer.request.post_data or ""))


@pytest.mark.story
def test_an_entry_has_what_was_chosen(app, signed_in):
    page = signed_in
    write(page, "Walked along the river.", mood="relaxed", tags="walk, river")
    entry = app.json("list")[0]
    assert (entry["text"], entry["mood"], entry["tags"]) == ("Walked along the river.", "relaxed", ["river", "walk"])
    assert entry["mood_source"] == "chosen" and entry["zone"] == ZONE
    expect(page.get_by_label("Your entry")).to_have_value("")


def test_saving_can_be_undone(app, signed_in):
    write(signed_in, "Not what I meant.")
    with signed_in.expect_navigation():
        signed_in.get_by_role("button", name="Undo").click()
    expect(signed_in.locator("#today-entries").get_by_text("Not what I meant.")).to_have_count(0)
    assert app.json("list") == []


@pytest.mark.phone
@pytest.mark.story
def test_an_entry_is_read_edited_and_keeps_its_history(app, signed_in):
    page = signed_in
    write(page, "First version of the day.")
    page.get_by_role("link", name=re.compile("First version")).first.click()
    page.wait_for_url("**/entry/*")
    page.get_by_role("link", name="Edit").click()
    page.wait_for_url("**/edit")
    page.get_by_label("Your entry").fill("Second version of the day.\n\n- **bold** point")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/entry/[^/]+$"))
    expect(page.locator("strong", has_text="bold")).to_be_visible()
    page.get_by_role("link", name="History").click()
    expect(page.locator("del", has_text="First").first).to_be_visible()
    expect(page.locator("ins", has_text="Second").first).to_be_visible()
    page.get_by_role("button", name=re.compile("Restore this version")).last.click()
    page.wait_for_url(re.compile(r"/entry/[^/]+$"))
    expect(page.get_by_text("First version of the day.")).to_be_visible()


@pytest.mark.story
def test_an_edit_saves_itself(app, signed_in):
    page = signed_in
    write(page, "Before.")
    page.get_by_role("link", name=re.compile("Before")).first.click()
    page.clock.install()
    page.get_by_role("link", name="Edit").click()
    page.wait_for_url("**/edit")
    page.get_by_label("Your entry").fill("After a while it saves itself.")
    page.clock.fast_forward("00:06")
    expect(page.locator("#saved-state")).to_contain_text("Saved")
    assert app.json("list")[0]["text"] == "After a while it saves itself."


@pytest.mark.story
def test_a_deleted_entry_comes_back(app, signed_in):
    page = signed_in
    write(page, "Gone and back again.")
    page.get_by_role("link", name=re.compile("Gone and back")).first.click()
    page.get_by_role("button", name="Delete").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    assert len(app.json("list")) == 1
    app.command("delete", "last")
    page.goto(app.origin + "/deleted")
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("Restore")).click()
    assert len(app.json("list")) == 1


@pytest.mark.phone
@pytest.mark.story
def test_a_photo_comes_by_picker_paste_and_drop(app, signed_in, tmp_path):
    page = signed_in
    page.locator("#files").set_input_files(str(picture(tmp_path / "picked.png")))
    expect(page.locator("#staged")).to_contain_text("picked.png")
    page.evaluate(
        """bytes => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], "pasted.png", {type: "image/png"}));
          document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", {clipboardData: transfer, bubbles: true, cancelable: true}));
        }""", list(picture(tmp_path / "pasted.png", 30).read_bytes()))
    expect(page.locator("#staged")).to_contain_text("pasted.png")
    page.evaluate(
        """bytes => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(bytes)], "dropped.png", {type: "image/png"}));
          for (const kind of ["dragenter", "dragover", "drop"])
            document.querySelector(".composer").dispatchEvent(new DragEvent(kind, {dataTransfer: transfer, bubbles: true, cancelable: true}));
        }""", list(picture(tmp_path / "dropped.png", 200).read_bytes()))
    expect(page.locator("#staged")).to_contain_text("dropped.png")
    write(page, "Three pictures of the lake.")
    page.get_by_role("link", name=re.compile("Three pictures")).first.click()
    page.wait_for_url("**/entry/**")
    images = page.locator(".entry-pictures img")
    expect(images).to_have_count(3)
    for number in range(3):
        images.nth(number).scroll_into_view_if_needed()
        expect(images.nth(number)).to_have_js_property("naturalWidth", 64)
    folder = tmp_path / "out"
    folder.mkdir()
    app.command("show", "last", "--save-attachments", str(folder))
    assert (folder / "picked.png").read_bytes() == (tmp_path / "picked.png").read_bytes()
    # On the disk nothing of it stands in clear.
    for file in (app.vault / "attachments").iterdir():
        assert b"PNG" not in file.read_bytes()


@pytest.mark.story
def test_nothing_is_lost_by_a_reload_in_the_middle_of_typing(app, signed_in):
    page = signed_in
    with kept(page, "Half a sentence that"):
        page.get_by_label("Your entry").press_sequentially("Half a sentence that")
    expect(page.locator("#saved-state")).not_to_be_empty()
    page.reload()
    expect(page.get_by_label("Your entry")).to_have_value("Half a sentence that")
    assert app.json("list") == [], "a draft is no entry"
    page.get_by_label("Your entry").fill("Half a sentence that ends.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Your entry")).to_have_value("")


def test_nothing_is_lost_by_a_kill_of_the_program(app, page):
    enter(page, app)
    with kept(page, "Written just before the power failed."):
        page.get_by_label("Your entry").press_sequentially("Written just before the power failed.")
    expect(page.locator("#saved-state")).not_to_be_empty()
    page.context.watch.expected += ["Failed to load resource", "ERR_"]
    app.stop(signal.SIGKILL)
    enter(page, app)
    expect(page.get_by_label("Your entry")).to_have_value("Written just before the power failed.")


def test_what_the_command_line_writes_arrives_by_itself(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/journal")
    app.command("add", "From the command line.", "--mood", "happy")
    expect(page.get_by_role("link", name=re.compile("From the command line"))).to_be_visible()
    app.command("delete", "last")
    expect(page.get_by_role("link", name=re.compile("From the command line"))).to_have_count(0)


def test_two_windows_lose_no_word(app, signed_in):
    page = signed_in
    write(page, "The common beginning.")
    page.get_by_role("link", name=re.compile("The common")).first.click()
    page.get_by_role("link", name="Edit").click()
    page.wait_for_url("**/edit")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Your entry").fill("The text of the first window.")
    other.get_by_label("Your entry").fill("The text of the second window.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url(re.compile(r"/entry/[^/]+$"))
    other.bring_to_front()
    other.get_by_label("Your entry").press("Control+s")
    expect(other.get_by_text(re.compile("other window|another window|changed elsewhere", re.I)).first).to_be_visible()
    # The sentence comes as soon as the first window has saved: the second one's own save may still be on its way.
    history = lambda: json.dumps(app.json("history", "last"))
    until(lambda: "The text of the second window." in history(), history)
    texts = history()
    assert "The text of the first window." in texts and "The text of the second window." in texts


def test_templates_prompts_and_the_quote(app, signed_in):
    page = signed_in
    expect(page.get_by_label("Quote of the day")).to_be_visible()
    quote = app.json("quote")
    expect(page.get_by_label("Quote of the day")).to_contain_text(quote["text"][:40])
    page.goto(app.origin + "/settings/writing")
    page.get_by_role("link", name=re.compile("template", re.I)).first.click()
    page.get_by_label("Name").fill("Evening")
    page.get_by_label("Text").fill("Three good things:\n1. ")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.goto(app.origin + "/today")
    page.get_by_label("Begin with a template").select_option(label="Evening")
    page.get_by_role("button", name="Use").click()
    expect(page.get_by_label("Your entry")).to_have_value("Three good things:\n1. ")


def test_on_this_day_brings_back_earlier_years(app, signed_in):
    past = datetime.date.today().replace(year=datetime.date.today().year - 3)
    app.command("add", "Three years ago by the sea.", "--at", f"{past} 10:00")
    signed_in.reload()
    expect(signed_in.get_by_role("region", name="On this day")).to_contain_text("Three years ago by the sea.")


def test_words_that_were_typed_before_the_script_arrived_are_kept(app, signed_in):
    page, held = signed_in, []
    page.route("**/composer.js", lambda route: held.append(route))
    with page.expect_request("**/composer.js"):
        page.goto(app.origin + "/today", wait_until="commit")
    page.get_by_label("Your entry").fill("Typed at once")
    held.pop().continue_()
    expect(page.get_by_text("Draft saved")).to_be_visible()
    page.unroute("**/composer.js")
    page.reload()
    expect(page.get_by_label("Your entry")).to_have_value("Typed at once")
