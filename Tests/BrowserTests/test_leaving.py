"""What was typed last is there again, however the page was left: in the same moment, before any pause in typing."""
import re
import signal

import pytest
from playwright.sync_api import expect

from conftest import PASSPHRASE, enter, until
from test_journaling import kept, picture, write
from test_locking import lock

# Types, and leaves the page before anything else can happen in it.
TYPE = """words => {
  const text = document.getElementById("text");
  text.focus();
  text.setRangeText(words, text.value.length, text.value.length, "end");
  text.dispatchEvent(new InputEvent("input", { bubbles: true }));
  %s
}"""
WAYS = {
    "reload": "location.reload()",
    "link": "document.querySelector('.bar nav a[href=\"/journal\"]').click()",
    "same": "document.querySelector('.bar .brand').click()",
    "back": "history.back()",
    "lock": "document.querySelector('form.lock button').click()",
}


def leave(page, way, words):
    with page.expect_navigation():
        page.evaluate(TYPE % WAYS[way], words)


def shows(page, address, words):
    """The page's own request may be answered before the words have arrived."""
    return until(lambda: page.goto(address) and page.get_by_label("Your entry").input_value() == words, page.content)


def unlock_again(page):
    page.wait_for_url("**/unlock**")
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url(re.compile("/(today|entry)"))


@pytest.mark.story
@pytest.mark.parametrize("way", WAYS)
def test_words_typed_in_the_moment_of_leaving_are_kept(app, signed_in, way):
    page = signed_in
    page.goto(app.origin + "/journal")
    page.goto(app.origin + "/today")
    leave(page, way, "To the last letter")
    if way == "lock":
        unlock_again(page)
    # A page that was loaded again shows them by itself.
    if way in ("reload", "same"):
        expect(page.get_by_label("Your entry")).to_have_value("To the last letter")
    shows(page, app.origin + "/today", "To the last letter")
    expect(page.locator(".other-drafts")).to_have_count(0)


@pytest.mark.parametrize("way", ["reload", "link", "lock"])
def test_so_are_those_in_an_entry(app, signed_in, way):
    page = signed_in
    app.command("add", "An entry.")
    page.goto(app.origin + f"/entry/{app.json('list')[0]['id']}/edit")
    address = page.url
    leave(page, way, " To the last letter.")
    if way == "lock":
        unlock_again(page)
    shows(page, address, "An entry. To the last letter.")


@pytest.mark.parametrize("way", ["reload", "link"])
def test_so_are_those_on_a_phone(app, open_context, way):
    page = open_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).new_page()
    enter(page, app)
    leave(page, way, "To the last letter")
    shows(page, app.origin + "/today", "To the last letter")


def test_so_are_those_at_the_end_of_a_text_longer_than_browsers_send_then(app, signed_in):
    page = signed_in
    # Each of these letters is sent as six.
    words = "Слово за словом. " * 2000
    with page.expect_response(lambda answer: answer.ok and "/draft/" in answer.url):
        page.get_by_label("Your entry").fill(words)
    leave(page, "reload", "До последней буквы 🌍")
    shows(page, app.origin + "/today", words + "До последней буквы 🌍")
    leave(page, "link", " и дальше")
    shows(page, app.origin + "/today", words + "До последней буквы 🌍 и дальше")


def test_so_are_those_in_a_tab_that_is_closed(app, signed_in):
    page = signed_in.context.new_page()
    page.goto(app.origin + "/today")
    page.evaluate(TYPE % "", "To the last letter")
    page.close(run_before_unload=True)
    shows(signed_in, app.origin + "/today", "To the last letter")


def test_whoever_types_without_a_pause_loses_little_to_a_kill(app, signed_in):
    page = signed_in
    page.clock.install(time="2026-03-14T12:00:00")
    page.goto(app.origin + "/today")
    page.clock.pause_at("2026-03-14T12:05:00")
    # A key each tenth of a second, by the page's clock: there is never a pause.
    with kept(page, "abcdefghijklmno"):
        for letter in "abcdefghijklmnop":
            page.get_by_label("Your entry").press(letter)
            page.clock.run_for(100)
    page.context.watch.expected += ["Failed to load resource", "ERR_", "EventSource's response", "401"]
    app.stop(signal.SIGKILL)
    page.clock.resume()
    enter(page, app)
    assert page.get_by_label("Your entry").input_value().startswith("abcdefghijklmno")


@pytest.mark.phone
@pytest.mark.story
def test_a_draft_in_two_windows_becomes_one_entry(app, signed_in):
    page = signed_in
    with kept(page, "One thought"):
        page.get_by_label("Your entry").fill("One thought")
    other, third = page.context.new_page(), page.context.new_page()
    for window in (other, third):
        window.goto(app.origin + "/today")
        expect(window.get_by_label("Your entry")).to_have_value("One thought")
    page.context.watch.expected += ["Failed to load resource", "ERR_"]
    third.route("**/draft/**", lambda route: route.abort())
    third.get_by_label("Your entry").press("Control+End")
    third.get_by_label("Your entry").press_sequentially(", and another")
    page.bring_to_front()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Your entry")).to_have_value("")
    # A window in which nothing was typed lets go of it; one with more words keeps them, and asks.
    expect(other.get_by_label("Your entry")).to_have_value("")
    expect(third.get_by_text("saved in another window")).to_be_visible()
    third.unroute("**/draft/**")
    third.evaluate("document.getElementById('composer').submit()")
    expect(third.get_by_role("heading", name="Saved in another window")).to_be_visible()
    assert [entry["text"] for entry in app.json("list")] == ["One thought"]
    third.get_by_role("button", name="Change that entry").click()
    third.wait_for_url("**/edit**")
    expect(third.get_by_label("Your entry")).to_have_value("One thought, and another")
    third.get_by_role("button", name="Save", exact=True).click()
    third.wait_for_url(re.compile(r"/entry/[^/]+$"))
    assert [entry["text"] for entry in app.json("list")] == ["One thought, and another"]


@pytest.mark.story
def test_two_windows_change_one_entry_in_different_places(app, signed_in):
    page = signed_in
    app.command("add", "Slept badly. Walked home.")
    page.goto(app.origin + f"/entry/{app.json('list')[0]['id']}/edit")
    other = page.context.new_page()
    other.goto(page.url)
    page.get_by_label("Your entry").fill("Slept badly. Ran home.")
    other.get_by_label("Your entry").fill("Slept well. Walked home.")
    page.bring_to_front()
    page.get_by_label("Your entry").press("Control+s")
    expect(page.locator("#saved-state")).to_contain_text("Saved")
    # What is typed while the answer is on its way stays, too.
    held = []
    other.route(re.compile(r"/entry/[^/]+$"), lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    other.bring_to_front()
    with other.expect_request(lambda request: request.method == "POST" and "/entry/" in request.url):
        other.get_by_label("Your entry").press("Control+s")
    other.get_by_label("Your entry").press("Control+End")
    other.get_by_label("Your entry").press_sequentially(" And ate")
    until(lambda: held, other.content).pop().continue_()
    expect(other.get_by_label("Your entry")).to_have_value("Slept well. Ran home. And ate")
    other.unroute(re.compile(r"/entry/[^/]+$"))
    other.get_by_role("button", name="Save", exact=True).click()
    other.wait_for_url(re.compile(r"/entry/[^/]+$"))
    assert app.json("list")[0]["text"] == "Slept well. Ran home. And ate"
    expect(page.get_by_label("Your entry")).to_have_value("Slept well. Ran home. And ate")


@pytest.mark.story
def test_a_photo_in_a_tab_goes_at_the_lock(app, signed_in, tmp_path):
    page = signed_in
    app.command("add", "At the lake.", "--attach", str(picture(tmp_path / "lake.png")))
    page.goto(app.origin + f"/entry/{app.json('list')[0]['id']}")
    raw = page.locator(".picture img").get_attribute("src")
    page.goto(app.origin + page.locator(".picture").get_attribute("href"))
    expect(page.locator(".file-shown img")).to_have_js_property("naturalWidth", 64)
    # As "Open image in new tab" does.
    other = page.context.new_page()
    other.goto(app.origin + raw)
    other.wait_for_url("**/file/**")
    expect(other.locator(".file-shown img")).to_have_js_property("naturalWidth", 64)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy").click()
    assert saved.value.suggested_filename == "lake.png"
    page.context.watch.expected += ["401", "EventSource's response"]
    page.bring_to_front()
    lock(page)
    other.wait_for_url("**/unlock**")
    for window in (page, other):
        expect(window.locator("img[src*=attachment]")).to_have_count(0)
    other.goto(app.origin + raw)
    other.wait_for_url("**/unlock**")


def test_a_sound_ends_at_the_lock_under_unsaved_words(app, signed_in, tmp_path):
    page = signed_in
    page.goto(app.origin + "/today")
    page.evaluate("""() => {
      const player = document.createElement("audio");
      player.pause = () => { document.documentElement.dataset.paused = "yes"; };
      document.querySelector("main").append(player);
    }""")
    page.route("**/draft/**", lambda route: route.abort())
    page.context.watch.expected += ["Failed to load resource", "ERR_", "401", "EventSource's response"]
    page.get_by_label("Your entry").press_sequentially("Unsaved words")
    expect(page.locator("#saved-state")).to_contain_text("Draft not saved")
    other = page.context.new_page()
    other.goto(app.origin + "/journal")
    lock(other)
    expect(page.locator("#door")).to_be_visible()
    page.locator("html[data-paused]").wait_for(state="attached")
