"""A sealed page: the code opens it in a browser that has no network, a wrong one does not, and behind its last day it shows nothing."""
import base64
import datetime
import json
import re

import pytest
from playwright.sync_api import expect

from conftest import enter


@pytest.fixture
def made(app, tmp_path):
    """The page of a symptom, and its code."""
    app.command("symptom", "Headache", "8", "--note", "behind the left eye")
    until = (datetime.date.today() + datetime.timedelta(days=7)).isoformat()
    file = tmp_path / "for-dr-gruber.html"
    told = json.loads(app.command("share", "page", "--with", "symptoms", "--until", until, "--out", str(file), "--json"))
    return file, told["code"]


@pytest.fixture
def alone(page):
    """A browser without a network, and what it asked for and complained of."""
    asked = []
    page.context.set_offline(True)
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: asked.append(message.text))
    yield page
    assert all(address.startswith(("file:", "data:")) for address in asked), asked


def open_with(page, file, code):
    page.goto(file.as_uri())
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Open").click()


@pytest.mark.story
def test_the_code_opens_the_page(made, alone):
    file, code = made
    text = file.read_text()
    assert "Headache" not in text and "How much was logged" not in text and oct(file.stat().st_mode)[-3:] == "600"
    open_with(alone, file, code.lower().replace("-", " "))
    expect(alone.get_by_role("article", name="Health report")).to_contain_text("1 of 90 days")
    written = alone.get_by_role("article", name="As it was written down")
    expect(written).to_contain_text("Headache 8 of 10")
    expect(written).not_to_contain_text("behind the left eye")
    expect(alone.get_by_text("The page closes by itself after that")).to_be_visible()


def test_another_code_does_not(made, alone):
    file, code = made
    wrong = ("1" if code[0] != "1" else "2") + code[1:]
    open_with(alone, file, wrong)
    expect(alone.get_by_text("This code does not open the page")).to_be_visible()
    expect(alone.get_by_role("article")).to_have_count(0)


def test_a_changed_byte_is_found(made, alone, tmp_path):
    file, code = made
    text = file.read_text()
    sealed = re.search(r'id="sealed" hidden>([A-Za-z0-9+/=]+)<', text)[1]
    octets = bytearray(base64.b64decode(sealed))
    octets[-1] ^= 1
    changed = tmp_path / "changed.html"
    changed.write_text(text.replace(sealed, base64.b64encode(octets).decode()))
    open_with(alone, changed, code)
    expect(alone.get_by_text("This file is damaged")).to_be_visible()


def test_content_of_a_newer_version_is_refused(made, alone):
    file, code = made
    alone.add_init_script("const read = JSON.parse; JSON.parse = text => ({ ...read(text), v: 2 });")
    open_with(alone, file, code)
    expect(alone.get_by_text("made by a newer version of Auralyst")).to_be_visible()
    expect(alone.get_by_role("article")).to_have_count(0)


def test_behind_its_last_day_it_shows_nothing(made, alone):
    file, code = made
    alone.clock.set_fixed_time(datetime.datetime.now() + datetime.timedelta(days=9))
    open_with(alone, file, code)
    expect(alone.get_by_text("no longer opens")).to_be_visible()
    expect(alone.get_by_role("article")).to_have_count(0)


@pytest.mark.phone
@pytest.mark.parametrize("has_scripts", [pytest.param(True, marks=pytest.mark.story), False])
def test_a_page_made_in_the_app_opens_with_the_code_that_was_shown_with_it(app, open_context, tmp_path, look, has_scripts):
    app.command("symptom", "Migraine", "7", "--note", "behind the left eye")
    app.command("medication", "add", "Metformin", "--strength", "500 mg")
    app.command("add", "Nobody else reads this.")
    page = open_context(java_script_enabled=has_scripts, accept_downloads=True).new_page()
    enter(page, app)
    page.goto(app.origin + "/people")
    page.get_by_role("link", name="Share part of your log…").click()
    page.get_by_role("button", name="Share", exact=True).wait_for()
    if has_scripts:  # looking for what hinders someone needs them
        look(page, "the form")
    page.get_by_role("button", name="Share", exact=True).click()
    page.locator(".page-code").wait_for()
    if has_scripts:
        look(page, "the page is ready")
    code = page.locator(".page-code").inner_text().strip()
    assert re.fullmatch(r"(?:[0-9A-Z]{4}-){4}[0-9A-Z]{4}", code) and code not in page.url
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save the page").click()
    file = tmp_path / "page.html"
    waiting.value.save_as(file)
    assert code not in file.read_text() and "Migraine" not in file.read_text()
    page.goto(app.origin + "/people/show")
    assert code not in page.content()

    alone = open_context().new_page()
    alone.context.set_offline(True)
    open_with(alone, file, ("1" if code[0] != "1" else "2") + code[1:])
    expect(alone.get_by_text("This code does not open the page")).to_be_visible()
    alone.get_by_label("Code").fill(code)
    alone.get_by_role("button", name="Open").click()
    written = alone.get_by_role("article", name="As it was written down")
    expect(written).to_contain_text("Migraine")
    expect(written).to_contain_text("Metformin 500 mg")
    assert "behind the left eye" not in alone.content() and "Nobody else reads this." not in alone.content()
