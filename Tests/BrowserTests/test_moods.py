"""Moods that are offered: while someone writes, and for an entry that was saved without one; taken, changed, switched off."""
import re

import pytest
from playwright.sync_api import expect

from conftest import choose_mood

GLAD = "I am so happy today, everything worked out and I could hug the whole world."
PLAIN = "Bought two litres of milk"


def write(page, words):
    page.get_by_label("Your entry").fill(words)


def chip(page):
    return page.locator("#mood-chips [data-mood]").first


def save(page):
    with page.expect_navigation():
        page.get_by_role("button", name="Save", exact=True).click()


def entry(app):
    """The latest entry, as the command line shows it."""
    newest = app.json("list")[0]
    return newest.get("mood"), newest.get("mood_source")


@pytest.mark.parametrize("way", [pytest.param("click", marks=pytest.mark.story), "Alt+M"])
def test_an_offered_mood_is_taken_without_moving_the_page(app, signed_in, way):
    page = signed_in
    write(page, GLAD)
    expect(chip(page)).to_be_visible()
    mood = chip(page).get_attribute("data-mood")
    assert chip(page).get_attribute("aria-keyshortcuts") == "Alt+M" and "Alt+M" in chip(page).get_attribute("title")
    expect(page.locator(".mood-key")).to_be_visible()
    places = "[...document.querySelectorAll('#text, .composer-bar, #save')].map((part) => part.getBoundingClientRect().top)"
    before = page.evaluate(places)
    chip(page).click() if way == "click" else page.keyboard.press("Alt+m")
    expect(page.locator(f'input[name="mood"][value="{mood}"]')).to_be_checked()
    expect(chip(page)).to_have_count(0)
    assert page.evaluate(places) == before
    expect(page.locator("#notices")).to_be_empty()
    expect(page.locator("#mood-chips[role=status] .hidden")).to_have_text(f"Mood: {mood}")
    expect(page.get_by_label("Your entry")).to_be_focused()
    save(page)
    assert entry(app) == (mood, "suggested")


@pytest.mark.phone
def test_a_mood_that_is_chosen_instead_is_the_persons_own(app, signed_in):
    page = signed_in
    write(page, GLAD)
    chip(page).click()
    choose_mood(page, "anxious")
    save(page)
    assert entry(app) == ("anxious", "chosen")


def test_a_mood_is_offered_after_saving_without_one(app, signed_in):
    page = signed_in
    write(page, GLAD)
    save(page)
    notice = page.get_by_role("status").filter(has_text="Saved.")
    expect(notice.get_by_text("Suggested mood")).to_be_visible()
    said, undo = (notice.get_by_text("Saved.").bounding_box(), notice.get_by_role("button", name="Undo").bounding_box())
    offered = notice.locator(".chip").first
    # Undo stands beside the sentence, and what is offered below.
    assert abs(undo["y"] + undo["height"] / 2 - said["y"] - said["height"] / 2) < 8 and undo["x"] - said["x"] - said["width"] < 40
    assert offered.bounding_box()["y"] >= undo["y"] + undo["height"]
    mood = offered.inner_text().strip()
    with page.expect_navigation():
        offered.click()
    expect(page.get_by_text(f"Mood set to {mood}.")).to_be_visible()
    assert entry(app) == (mood, "suggested")


@pytest.mark.story
def test_an_entry_without_a_mood_offers_one_on_its_page(app, signed_in, look):
    page = signed_in
    app.command("add", GLAD)
    page.goto(f"{app.origin}/entry/{app.json('list')[0]['id']}")
    offered = page.locator(".entry-mood")
    expect(offered.get_by_text("Suggested mood")).to_be_visible()
    look(page, "an entry without a mood")
    mood = offered.locator(".chip").first.inner_text().strip()
    with page.expect_navigation():
        offered.locator(".chip").first.click()
    expect(page.get_by_text(f"Mood set to {mood}.")).to_be_visible()
    expect(page).to_have_url(re.compile("/entry/"))
    expect(offered).to_have_count(0)
    assert entry(app) == (mood, "suggested")
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    assert entry(app)[0] is None
    # Another one, and one that is offered nothing, are chosen from all.
    app.command("edit", "last", "--text", PLAIN)
    page.reload()
    expect(offered.get_by_text("Suggested mood")).to_have_count(0)
    offered.get_by_text("Add a mood").click()
    with page.expect_navigation():
        offered.get_by_role("button", name="relaxed", exact=True).click()
    assert entry(app) == ("relaxed", "chosen")
    app.command("edit", "last", "--no-mood")
    with page.expect_navigation():
        page.get_by_role("button", name="Delete", exact=True).click()
    page.go_back()
    expect(offered).to_have_count(0)


def test_nothing_is_offered_for_what_has_no_mood(app, signed_in):
    page = signed_in
    with page.expect_response("**/mood/suggest") as answer:
        write(page, PLAIN)
    assert answer.value.status == 204
    expect(chip(page)).to_have_count(0)
    save(page)
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_text("Suggested mood")).to_have_count(0)


def test_it_is_switched_off_and_its_record_is_shown_and_forgotten(app, signed_in):
    page = signed_in
    write(page, GLAD)
    chip(page).click()
    save(page)
    page.goto(app.origin + "/settings/writing")
    expect(page.get_by_text(re.compile("Right 1 of the last 1"))).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Reset mood suggestions").click()
    expect(page.get_by_text("Mood suggestions were reset.")).to_be_visible()
    expect(page.get_by_text(re.compile("of the last"))).to_have_count(0)
    page.get_by_role("switch", name="Suggest a mood for what I write").uncheck()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto(app.origin + "/today")
    with page.expect_response("**/mood/suggest") as answer:
        write(page, GLAD)
    assert answer.value.status == 204
    expect(chip(page)).to_have_count(0)


def test_a_text_about_suicide_gets_no_mood_but_the_way_to_support(app, signed_in):
    page = signed_in
    line = page.locator("#mood-chips .support-line")
    write(page, GLAD)
    expect(chip(page)).to_be_visible()
    write(page, "A long day. " * 2000 + "I want to kill myself.")
    expect(line).to_contain_text("SOS")
    expect(chip(page)).to_have_count(0)
    # It stays when a mood is chosen, and is there for who has chosen one before.
    choose_mood(page, "sad")
    expect(line).to_be_visible()
    write(page, "This traffic is killing me.")
    expect(line).to_have_count(0)
    write(page, "I want to kill myself.")
    expect(line.get_by_role("link", name="your support plan")).to_have_attribute("href", "/support")
    choose_mood(page, "none")
    save(page)
    notice = page.get_by_role("status").filter(has_text="Saved.")
    expect(notice.get_by_role("link", name="SOS")).to_be_visible()
    expect(notice.get_by_text("Suggested mood")).to_have_count(0)
    page.goto(app.origin + "/settings/writing")
    page.get_by_role("switch", name="Show the way to my support plan").uncheck()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto(app.origin + "/today")
    with page.expect_response("**/mood/suggest") as answer:
        write(page, "I want to kill myself.")
    assert answer.value.status == 204
    expect(line).to_have_count(0)


def test_what_is_offered_hinders_no_one(app, signed_in, look):
    page = signed_in
    write(page, GLAD)
    expect(chip(page)).to_be_visible()
    look(page, "while it is written")
    save(page)
    expect(page.locator(".notice .chip").first).to_be_visible()
    look(page, "after it was saved")
