"""What a day with the app leaves in the files of the browser: nothing that was written, and nothing that was looked for."""
import http.server
import re
import threading

import pytest
from playwright.sync_api import expect

from conftest import open_profile

MARK = "qzkword"
# Not followed: it leads out of the pages, ends the session, or is no page.
AWAY = re.compile(r"^/(attachment|lock|locked|unlock|progress|events|manifest|nothing|sos|waiting)|\.ics$|/raw$")
FIELDS = """[...document.querySelectorAll('textarea, input, [contenteditable]')].filter((field) =>
  !field.readOnly && !field.disabled && ['textarea', 'text', 'search', 'tel', 'email', 'url', 'password'].includes(field.type ?? 'text'))"""

# Where a browser would take what is typed for the name that belongs to a password, and keep it, if it comes to offer to save that.
NAMES = """[...document.querySelectorAll('input[type=password]')].map((secret) =>
  [...secret.form.querySelectorAll('input:not([type=hidden], [type=radio], [type=checkbox], [type=file], [type=password]), textarea')]
    .findLast((field) => field.compareDocumentPosition(secret) & Node.DOCUMENT_POSITION_FOLLOWING)?.autocomplete ?? '')"""


class Unkept(http.server.BaseHTTPRequestHandler):
    """A page as ours must not be: its text is remembered, and a form is answered by a page."""

    def do_GET(self):
        self.answer("<form method=post><textarea id=text name=text></textarea></form>")

    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.answer("<p>Refused")

    def answer(self, body):
        page = f"<!doctype html><title>Other</title><link rel=icon href=data:,>{body}".encode()
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("cache-control", "no-store")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


@pytest.fixture
def unkept():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Unkept)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://localhost:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Day:
    """Goes to every page of the app once, writes a word of its own into every field, and sends every form once, refused."""

    def __init__(self, page, origin):
        self.page, self.origin, self.words = page, origin, []
        self.seen, self.sent, self.waiting = set(), set(), ["/today", "/settings", "/health/history", "/deleted"]

    @staticmethod
    def kind(path):
        """Pages that differ only in what they show."""
        return re.sub(r"[0-9a-f]{12,}|\d{4}-\d\d(-\d\d)?|(?<==)[^&]+", "*", path.split("#")[0])

    def word(self, place):
        self.words.append(place)
        return f"{MARK}{len(self.words) - 1}x"

    def fill(self, path):
        for number, field in enumerate(self.page.evaluate_handle(FIELDS).get_properties().values()):
            element = field.as_element()
            word = self.word(f"{path}: {element.evaluate('field => field.name || field.id')}")
            if element.is_visible():
                element.fill(word)
            else:
                element.evaluate("(field, word) => { field.value = word; field.dispatchEvent(new Event('input', { bubbles: true })); }", word)

    def go(self, path):
        self.page.goto(self.origin + path)
        self.page.evaluate("for (const details of document.querySelectorAll('details')) details.open = true")

    def run(self):
        while self.waiting:
            path = self.waiting.pop(0)
            if self.kind(path) in self.seen or AWAY.search(path.split("?")[0]):
                continue
            self.seen.add(self.kind(path))
            self.go(path)
            self.waiting += self.page.evaluate("[...document.querySelectorAll('a[href^=\"/\"]:not([download])')].map((link) => link.getAttribute('href'))")
            assert MARK not in self.page.title() + self.page.url
            assert set(self.page.evaluate(NAMES)) <= {"username"}, path
            # Left as it is typed, for another page.
            self.fill(path)
            self.refuse(path)

    def refuse(self, path):
        actions = self.page.evaluate("[...document.querySelectorAll('form[method=post]')].map((form) => form.getAttribute('action'))")
        for number, action in enumerate(actions):
            if self.kind(action) in self.sent:
                continue
            self.sent.add(self.kind(action))
            self.go(path)
            self.fill(path + " sent to " + action)
            # As without scripts, with a token that is not the session's: nothing is changed, and a page says so.
            with self.page.expect_navigation():
                self.page.evaluate("""(number) => {
                  const form = document.querySelectorAll('form[method=post]')[number];
                  for (const token of form.querySelectorAll('[name="form-token"]')) token.value = 'none';
                  HTMLFormElement.prototype.submit.call(form);
                }""", number)


def words_in(profile):
    """The words that are in any file of a profile, with the files."""
    found = {}
    for file in sorted(path for path in profile.rglob("*") if path.is_file()):
        data = file.read_bytes()
        for text in (data, data[::2], data[1::2]):
            # The second and third are texts of two bytes a letter.
            for word in re.findall(rf"{MARK}(\d+|[a-z]+)x".encode(), text):
                found.setdefault(word.decode(), set()).add(str(file.relative_to(profile)))
    return found


@pytest.mark.story
def test_a_day_leaves_no_word_in_the_files_of_the_browser(app, playwright, tmp_path, unkept):
    for line in (["add", "An entry", "--tag", "walk"], ["add", "A deleted one"], ["delete", "last"], ["symptom", "Headache", "4"],
                 ["medication", "add", "Ibuprofen", "400 mg"], ["measure", "weight", "71.4"], ["check-in", "--mood", "5"],
                 ["template", "set", "Evening", "What was good?"], ["support", "step", "add", "Call someone"]):
        app.command(*line)
    app.start(is_unlocked=True)
    profile = tmp_path / "profile"
    context = open_profile(playwright, profile)
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(app.address)
    page.wait_for_url("**/today")
    day = Day(page, app.origin)
    day.run()
    assert len(day.seen) > 40 and len(day.sent) > 50 and len(day.words) > 100, (day.seen, day.sent, len(day.words))
    # What is saved, looked for, and refused for what it says.
    day.go("/today")
    # Drafts with dates that are none are there from before: two, if a page was there before the last one's words had come.
    while page.locator("#text").input_value():
        with page.expect_navigation():
            page.get_by_role("button", name="Discard").click()
    page.locator("#text").fill(day.word("saved"))
    page.locator(".composer button.primary").click()
    expect(page.get_by_role("link", name=re.compile(f"{MARK}{len(day.words) - 1}x"))).to_be_visible()
    day.go("/journal")
    page.locator("#words").fill(day.word("looked for"))
    page.keyboard.press("Enter")
    page.wait_for_url("**view=**")
    day.go("/settings/templates/new")
    page.locator("#text").fill(day.word("refused"))
    with page.expect_navigation():
        page.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('.page form'))")
    expect(page.locator("#text")).to_have_value(f"{MARK}{len(day.words) - 1}x")
    # The same once more, as a reload does.
    page.reload()
    expect(page.locator("#text")).to_have_value(f"{MARK}{len(day.words) - 1}x")
    day.go("/today")
    page.locator("form.lock button").click()
    page.wait_for_url("**/unlock**")
    page.get_by_label("Passphrase", exact=True).fill(day.word("wrong passphrase"))
    with page.expect_navigation():
        page.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('#unlock-form'))")
    # That the search finds what is there: a page that does none of it.
    for kind in ("typed", "sent"):
        page.goto(unkept + kind)
        page.locator("#text").fill(f"{MARK}{kind}x")
        if kind == "sent":
            with page.expect_navigation():
                page.evaluate("document.forms[0].submit()")
    page.goto(app.origin + "/unlock")
    context.close()
    found = words_in(profile)
    assert {"typed", "sent"} <= set(found), "the search finds nothing"
    del found["typed"], found["sent"]
    assert not found, {day.words[int(word)]: files for word, files in found.items()}
