"""Words that are not saved yet outlive everything that closes the door: a kill, a stop, a lock, the idle time, no connection, and
another program at the port. Browsers that were let in once come back by themselves."""
import contextlib
import http.server
import json
import os
import pathlib
import re
import signal
import sqlite3
import subprocess
import threading

import pytest
from playwright.sync_api import expect

from conftest import CHROMIUM, PASSPHRASE, PROGRAM, enter, unlock, until
from test_journaling import kept
from test_locking import LISTENS, await_listening, lock

WORDS = "Every word of this, to the last"
NETWORK = ["Failed to load resource", "ERR_", "EventSource's response", "401", "403"]


def begin(page, app):
    """Today, in a page that hears what happens, and whose requests may fail."""
    page.context.add_init_script(LISTENS)
    page.context.watch.expected += NETWORK
    enter(page, app)
    await_listening(page)


def port_of(app):
    return int(app.origin.rsplit(":", 1)[1])


def type_unkept(page, words):
    """Types, while no draft arrives."""
    page.route("**/draft/**", lambda route: route.abort())
    page.get_by_label("Your entry").press_sequentially(words)
    expect(page.locator("#saved-state")).to_contain_text("Draft not saved")


def type_kept(page, words):
    with kept(page, words):
        page.get_by_label("Your entry").press_sequentially(words)


def unlock_in_place(page, passphrase=PASSPHRASE):
    page.locator("#door-passphrase").fill(passphrase)
    page.locator("#door").get_by_role("button", name="Unlock", exact=True).click()


def save_and_find(page, app, words):
    expect(page.locator("#door")).to_have_count(0)
    expect(page.get_by_label("Your entry")).to_have_value(words)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Your entry")).to_have_value("")
    assert [entry["text"] for entry in app.json("list")] == [words]


@contextlib.contextmanager
def stranger(port):
    """Another program at a port, which answers everything; gives the bodies that it was sent."""
    received = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.0"

        def do_POST(self):
            received.append((self.path, self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()))
            self.answer(b'{"proof": "AAAA", "token": "t", "open": false}')

        def do_GET(self):
            received.append((self.path, ""))
            if self.path == "/events":
                self.answer(b": I am here\n\n", "text/event-stream")
            else:
                self.answer(b"{}")

        def answer(self, body, kind="application/json"):
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    class ByName(http.server.ThreadingHTTPServer):
        allow_reuse_address = True

    class BySix(ByName):
        import socket
        address_family = socket.AF_INET6

    servers = [ByName(("127.0.0.1", port), Handler), BySix(("::1", port), Handler)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield received
    finally:
        for server in servers:
            server.shutdown()
            server.server_close()


def test_a_refusal_of_before_the_unlock_that_comes_late_does_not_close_the_page(app, page):
    begin(page, app)
    type_kept(page, WORDS)
    with page.expect_response("**/door"):
        page.evaluate("new BroadcastChannel('auralyst').postMessage({ kind: 'locked' })")
    page.get_by_label("Your entry").press_sequentially(" letter.")
    assert page.url == app.origin + "/today"
    save_and_find(page, app, WORDS + " letter.")


@pytest.mark.phone
@pytest.mark.story
def test_a_kill_while_typing_loses_no_word(app, page):
    begin(page, app)
    type_kept(page, WORDS)
    app.stop(signal.SIGKILL)
    # In one go: a phone has the next program at once, and leads whoever pauses to the passphrase.
    page.keyboard.insert_text(" letter.")
    app.start(port=port_of(app))
    expect(page.locator("#door")).to_contain_text("What you typed is still here")
    expect(page.get_by_label("Your entry")).to_be_hidden()
    unlock_in_place(page)
    save_and_find(page, app, WORDS + " letter.")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_stop_before_the_draft_is_kept_loses_no_word(app, page, number):
    begin(page, app)
    type_unkept(page, WORDS)
    app.stop(number)
    expect(page.locator("#door")).to_contain_text("Auralyst has stopped")
    # Whoever types on without looking loses nothing either.
    page.keyboard.type(" and on")
    page.unroute("**/draft/**")
    app.start(port=port_of(app))
    expect(page.locator("#door")).to_contain_text("Auralyst was restarted")
    expect(page.get_by_label("Your entry")).to_be_hidden()
    unlock_in_place(page)
    save_and_find(page, app, WORDS + " and on")


def test_who_unlocks_stays_signed_in_while_the_page_asks_again_and_again(app, page):
    begin(page, app)
    type_kept(page, WORDS)
    app.stop(signal.SIGKILL)
    # A page that hears of the end only after the restart has nothing to lose, and is left for the Unlock page.
    expect(page.locator("#door")).to_contain_text("Auralyst has stopped")
    app.start(port=port_of(app))
    expect(page.locator("#door")).to_contain_text("Auralyst was restarted")
    expect(page.locator("#door-passphrase")).to_be_visible()
    # As other tabs do when they think that the app is open.
    page.evaluate("""() => {
      const pages = new BroadcastChannel("auralyst");
      let left = 40;
      const timer = setInterval(() => { pages.postMessage({ kind: "opened" }); if (--left === 0) clearInterval(timer); }, 50);
    }""")
    unlock_in_place(page)
    save_and_find(page, app, WORDS)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_stop_after_the_draft_is_kept_loses_no_word(app, page, number):
    begin(page, app)
    type_kept(page, WORDS)
    expect(page.locator("#saved-state")).to_contain_text("Draft saved")
    app.stop(number)
    app.start(port=port_of(app))
    page.goto(app.origin + "/today")
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/today")
    save_and_find(page, app, WORDS)


def test_what_was_sent_while_nobody_answered_is_saved_after_unlocking(app, page):
    begin(page, app)
    page.get_by_label("Your entry").press_sequentially(WORDS)
    app.stop(signal.SIGKILL)
    expect(page.locator("#door")).to_be_visible()
    # The keys still go to the hidden field.
    page.keyboard.press("Control+Enter")
    app.start(port=port_of(app))
    unlock_in_place(page)
    until(lambda: [entry["text"] for entry in app.json("list")] == [WORDS], page.content)
    expect(page.get_by_label("Your entry")).to_have_value("")


@pytest.mark.story
def test_a_lock_elsewhere_hides_unsaved_words_and_loses_none(app, page):
    begin(page, app)
    type_unkept(page, WORDS)
    other = page.context.new_page()
    other.goto(app.origin + "/journal")
    lock(other)
    expect(page.locator("#door")).to_contain_text("Auralyst is locked")
    expect(page.get_by_label("Your entry")).to_be_hidden()
    page.unroute("**/draft/**")
    unlock_in_place(page, "wrong")
    expect(page.locator("#door-fault")).to_be_visible()
    unlock_in_place(page)
    save_and_find(page, app, WORDS)


def test_a_field_with_the_cursor_is_hidden_after_a_stop_and_takes_every_letter(app, page):
    begin(page, app)
    type_kept(page, "Kept. ")
    app.stop(signal.SIGKILL)
    expect(page.locator("#door")).to_contain_text("Auralyst has stopped")
    assert not page.locator("body > :not(#door)").evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.outerHTML)")
    # As a person sees it: the picture of the page is the same with the words and without.
    page.evaluate("getSelection().removeAllRanges()")
    before = page.screenshot(caret="hide")
    page.keyboard.type("Unseen.")
    expect(page.locator(".door-words")).to_be_visible()
    page.locator(".door-words").evaluate("(one) => { one.hidden = true; }")
    assert page.screenshot(caret="hide") == before
    app.start(port=port_of(app))
    unlock_in_place(page)
    save_and_find(page, app, "Kept. Unseen.")


def test_who_types_on_through_a_lock_loses_no_letter(app, page):
    begin(page, app)
    type_unkept(page, WORDS)
    # Until the clock of the page goes on, the last letter was typed just now.
    page.evaluate("performance.now = () => 0")
    page.keyboard.type("!")
    other = page.context.new_page()
    other.goto(app.origin + "/journal")
    lock(other)
    page.bring_to_front()
    expect(page.locator("#door-passphrase")).to_be_visible()
    page.keyboard.type(" letter.")
    page.unroute("**/draft/**")
    page.evaluate("performance.now = () => 1e9")
    expect(page.locator("#door-passphrase")).to_be_focused()
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Enter")
    save_and_find(page, app, WORDS + "! letter.")


def test_a_lock_after_the_draft_is_kept_loses_no_word(app, page):
    begin(page, app)
    type_kept(page, WORDS)
    expect(page.locator("#saved-state")).to_contain_text("Draft saved")
    other = page.context.new_page()
    other.goto(app.origin + "/journal")
    lock(other)
    page.wait_for_url("**/unlock**")
    assert WORDS not in page.content()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/today")
    save_and_find(page, app, WORDS)


def test_unlocking_in_another_tab_brings_the_words_back(app, page):
    begin(page, app)
    type_unkept(page, WORDS)
    other = page.context.new_page()
    other.goto(app.origin + "/journal")
    lock(other)
    expect(page.locator("#door-form")).to_be_visible()
    page.unroute("**/draft/**")
    other.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    other.get_by_role("button", name="Unlock", exact=True).click()
    other.wait_for_url("**/journal")
    page.bring_to_front()
    save_and_find(page, app, WORDS)


def test_the_idle_time_hides_unsaved_words_and_loses_none(app, page, look):
    begin(page, app)
    type_unkept(page, WORDS)
    app.move_clock(24 * 3600)
    expect(page.locator("#door")).to_contain_text("Auralyst is locked")
    expect(page.locator("#door-passphrase")).to_be_focused()
    look(page, "the door in place")
    page.unroute("**/draft/**")
    unlock_in_place(page)
    save_and_find(page, app, WORDS)


def test_words_typed_without_a_connection_are_saved_later(app, page):
    begin(page, app)
    page.context.set_offline(True)
    page.get_by_label("Your entry").press_sequentially(WORDS)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#saved-state")).to_contain_text("Not saved")
    with kept(page, WORDS):
        page.context.set_offline(False)
    save_and_find(page, app, WORDS)


@pytest.mark.story
def test_another_program_at_the_port_gets_neither_words_nor_passphrase(app, page):
    begin(page, app)
    type_kept(page, "Kept. ")
    app.stop(signal.SIGKILL)
    page.locator("html[data-offline]").wait_for(state="attached")
    with stranger(port_of(app)) as received:
        page.get_by_label("Your entry").press_sequentially(WORDS)
        expect(page.locator("#door-state")).to_contain_text("Another program answers here")
        expect(page.locator("#door-passphrase")).to_be_hidden()
    app.start(port=port_of(app))
    unlock_in_place(page)
    save_and_find(page, app, "Kept. " + WORDS)
    assert {path for path, body in received if body} == {"/door"}, received


def test_another_program_at_the_port_gets_neither_forms_nor_files(app, page, tmp_path):
    begin(page, app)
    page.goto(app.origin + "/settings/templates/new")
    await_listening(page)
    page.get_by_label("Text").fill("A secret text")
    page.get_by_label("Name").fill("A secret name")
    writing = page.context.new_page()
    writing.goto(app.origin + "/today")
    writing.get_by_label("Your entry").focus()
    file = tmp_path / "secret.txt"
    file.write_text("A secret file")
    app.stop(signal.SIGKILL)
    with stranger(port_of(app)) as received:
        for one in (page, writing):
            one.locator("html[data-offline]").wait_for(state="attached")
        page.bring_to_front()
        # Enter in the field that has the cursor sends its form.
        page.get_by_label("Name").press("Enter")
        expect(page.locator("#door-state")).to_contain_text("Another program answers here")
        writing.locator('#composer input[type="file"]').set_input_files(file)
        expect(writing.locator("#staged .fault")).to_contain_text("Connection lost")
        # It says that it takes part in everything, and is not believed.
        until(lambda: "/events" in [path for path, _ in received], lambda: received)
        writing.locator("#staged .fault button").dispatch_event("click")
        expect(writing.locator("#staged .fault")).to_contain_text("Connection lost")
    assert {path for path, body in received if body} == {"/door"}, received
    app.start(port=port_of(app))
    unlock_in_place(page)
    expect(page.locator("#door")).to_have_count(0)
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/settings/writing")
    expect(page.get_by_role("link", name="A secret name")).to_be_visible()


def test_an_open_unlock_page_sends_the_passphrase_to_the_app_alone(app, page):
    begin(page, app)
    lock(page)
    app.stop(signal.SIGKILL)
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    with stranger(port_of(app)) as received:
        page.get_by_role("button", name="Unlock", exact=True).click()
        expect(page.locator("#notices")).to_contain_text("another program answers here")
    page.get_by_role("button", name="Unlock", exact=True).click()
    expect(page.locator("#notices")).to_contain_text("Auralyst has stopped")
    assert {path for path, body in received if body} == {"/door"}, received
    app.start(port=port_of(app))
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/today")


def test_a_program_that_takes_the_port_under_an_open_form_gets_no_passphrase(app, page):
    begin(page, app)
    type_unkept(page, WORDS)
    app.move_clock(24 * 3600)
    expect(page.locator("#door-passphrase")).to_be_visible()
    # No look at the door but the one before the passphrase is sent, also none that was to come already.
    page.evaluate("for (let id = setTimeout(() => {}); id > 0; id -= 1) clearTimeout(id); window.setTimeout = () => 0")
    page.locator("#door-passphrase").fill(PASSPHRASE)
    app.stop(signal.SIGKILL)
    with stranger(port_of(app)) as received:
        # Where the end of the connection has hidden the form already, nobody can press the button: then it is right as well.
        page.locator("#door-form button").dispatch_event("click")
        expect(page.locator("#door-state")).to_contain_text("Another program answers here")
    assert not [body for _, body in received if "passphrase" in body], received


def test_an_open_page_without_words_asks_no_stranger_for_the_way(app, page):
    begin(page, app)
    app.stop(signal.SIGKILL)
    with stranger(port_of(app)) as received:
        page.evaluate("document.dispatchEvent(new CustomEvent('door-closed'))")
        expect(page.locator("#door-state")).to_contain_text("Another program answers here")
    assert "/unlock" not in [path for path, _ in received]


@pytest.mark.story
def test_a_bookmark_leads_to_the_passphrase_after_a_restart(app, page):
    begin(page, app)
    bookmark = app.origin + "/journal"
    app.stop()
    app.start(port=None)
    assert bookmark.startswith(app.origin + "/"), "the port is the one of last time"
    page.goto(bookmark)
    page.wait_for_url(re.compile("/unlock"))
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/journal")


def test_an_unknown_browser_needs_the_launch_token(app, page, open_context):
    begin(page, app)
    app.stop()
    app.start(port=port_of(app))
    other = open_context(expected=["401"]).new_page()
    other.goto(app.origin + "/journal")
    expect(other.get_by_text("This browser is not known here")).to_be_visible()


def test_a_browser_is_forgotten_at_once(app, page, open_context, look):
    begin(page, app)
    other = open_context(expected=NETWORK).new_page()
    app.next_address()
    unlock(other, app)
    await_listening(page)
    page.goto(app.origin + "/settings/browsers")
    browsers = page.locator("#browsers li")
    expect(browsers).to_have_count(2)
    expect(browsers.first).to_contain_text("last unlocked today")
    expect(browsers.last).to_contain_text("this browser")
    look(page, "the browsers")
    browsers.first.locator("summary").click()
    look(page, "forgetting a browser")
    browsers.first.get_by_role("button", name="Forget it").click()
    expect(browsers).to_have_count(1)
    expect(other.get_by_text("This browser is not known here")).to_be_visible()
    browsers.first.locator("summary").click()
    browsers.first.get_by_role("button", name="Forget this browser").click()
    expect(page.get_by_text("This browser is not known here")).to_be_visible()
    app.stop()
    app.start(port=port_of(app))
    for one in (page, other):
        one.goto(app.origin + "/journal")
        expect(one.get_by_text("This browser is not known here")).to_be_visible()


def test_the_command_line_forgets_all_browsers(app, page):
    begin(page, app)
    app.stop()
    app.start("--forget-browsers", port=port_of(app))
    page.goto(app.origin + "/journal")
    expect(page.get_by_text("This browser is not known here")).to_be_visible()


def test_a_taken_port_is_said_and_another_one_chosen(app, page):
    begin(page, app)
    taken = port_of(app)
    app.stop()
    with stranger(taken):
        app.start(port=None)
        assert port_of(app) != taken
        until(lambda: f"Port {taken} is used by another program" in (app.folder / "stderr").read_text(), (app.folder / "stderr").read_text)


def test_opening_it_while_it_runs_leads_to_it(app):
    app.start()
    note = app.vault / "open.lock"
    until(lambda: note.exists() and note.read_text().startswith(f"{port_of(app)}\n"), lambda: list(app.vault.iterdir()))
    # With the address that lets the next browser in.
    assert app.json("open") == {"kind": "open", "address": app.address, "port": port_of(app)}


def test_what_a_history_keeps_of_the_address_lets_nobody_in(app, playwright, tmp_path, page):
    app.start()
    profile = tmp_path / "profile"
    context = playwright.chromium.launch_persistent_context(profile, executable_path=CHROMIUM, args=["--no-sandbox"])
    own = context.pages[0]
    own.goto(app.address)
    own.wait_for_url("**/unlock")
    context.close()
    with contextlib.closing(sqlite3.connect(profile / "Default" / "History")) as history:
        visits = [url for url, in history.execute("SELECT urls.url FROM visits JOIN urls ON visits.url = urls.id")]
        kept = {url for url, in history.execute("SELECT url FROM urls WHERE url LIKE '%token=%'")}
    assert app.origin + "/unlock" in visits, visits
    # Chromium keeps every address that leads on to another one: this one is used up.
    assert kept <= {app.address}
    page.goto(app.address)
    expect(page.get_by_text("This browser is not known here")).to_be_visible()
    assert app.address != app.next_address()
    page.goto(app.address)
    page.wait_for_url("**/unlock")


def start_with_browser(app, port=0, **environment):
    """Starts the program as on a desktop; returns what the desktop's opener was given, with every user of the machine looking on."""
    fifo, seen, opener = app.folder / "started", app.folder / "arguments", app.folder / "opener"
    os.mkfifo(fifo)
    opener.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{seen}"\necho > "{fifo}"\n')
    opener.chmod(0o700)
    environment = {**app.environment, "DISPLAY": ":9", "BROWSER": str(opener), **environment}
    with open(app.folder / "stderr", "ab") as errors:
        app.process = subprocess.Popen([PROGRAM, "open", "--port", str(port)], env=environment, stdout=subprocess.PIPE, stderr=errors, text=True)
    app.address = app.process.stdout.readline().strip()
    fifo.read_text()
    return seen.read_text().strip()


@pytest.mark.story
def test_the_browser_gets_the_address_by_a_file_that_only_its_owner_reads(app, page):
    address = start_with_browser(app, XDG_RUNTIME_DIR=app.kept_key)
    assert address.startswith("file:///") and "token" not in address and "localhost" not in address, address
    file = pathlib.Path(address.removeprefix("file://"))
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    token = re.search(r"token=([\w-]+)", file.read_text())[1]
    assert token not in app.address, "the printed address has a token of its own"
    for arguments in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        # A process may end meanwhile.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            assert token.encode() not in arguments.read_bytes(), arguments
    page.goto(address)
    page.wait_for_url("**/today")
    until(lambda: not file.parent.exists(), lambda: list(file.parent.iterdir()))
    # Used once, it lets no one in.
    page.context.clear_cookies()
    page.goto(f"{app.origin}/?token={token}")
    expect(page.get_by_text("This browser is not known here")).to_be_visible()


def test_a_browser_that_comes_by_the_file_again_stays_the_one_that_is_known(app, page):
    port = 0
    for _ in range(2):
        page.goto(start_with_browser(app, port, XDG_RUNTIME_DIR=app.kept_key))
        page.wait_for_url("**/today")
        port = port_of(app)
        app.stop()
        (app.folder / "started").unlink()
    known = json.loads((app.vault / "open.browsers").read_text())
    assert len(known["browsers"]) == 1, known


def test_the_file_goes_when_the_program_is_killed_before_the_browser_came(app):
    folder = pathlib.Path(start_with_browser(app).removeprefix("file://")).parent
    assert folder.exists()
    app.stop(signal.SIGKILL)
    until(lambda: not folder.exists(), lambda: list(folder.iterdir()))


def test_the_launch_token_is_in_no_step_back(app, page):
    begin(page, app)
    client = page.context.new_cdp_session(page)
    steps = client.send("Page.getNavigationHistory")["entries"]
    assert steps and not [step for step in steps if "token" in step["url"] or "token" in step["userTypedURL"]], steps


def test_known_browsers_are_kept_for_the_owner_alone(app, page):
    begin(page, app)
    file = app.vault / "open.browsers"
    assert file.stat().st_mode & 0o777 == 0o600
    cookie = next(one for one in page.context.cookies() if one["name"] == f"known-auralyst-{port_of(app)}")
    assert cookie["httpOnly"] and cookie["sameSite"] == "Strict" and cookie["value"] not in file.read_text()
    app.stop()
    # Whoever else could have written it says nothing about browsers.
    file.chmod(0o644)
    app.start(port=port_of(app))
    page.goto(app.origin + "/journal")
    expect(page.get_by_text("This browser is not known here")).to_be_visible()
