"""Lock and unlock: by passphrase, recovery code and passkey; what a lock leaves behind."""
import re
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import PASSPHRASE, PROGRAM, unlock, until


# A page that hears what happens elsewhere says so.
LISTENS = """window.EventSource = class extends EventSource {
  constructor(...all) {
    super(...all);
    this.addEventListener("open", () => { document.documentElement.dataset.listens = "yes"; });
  }
};"""


# Whether a page knows all that was written.
IS_CURRENT = """fetch("/changes?since=" + document.body.dataset.position).then((answer) => answer.json())
    .then((changes) => String(changes.position) === document.body.dataset.position)"""


def await_listening(page):
    page.locator("html[data-listens]").wait_for(state="attached")


def write(page, words):
    """Saves an entry, and waits until the page that shows it listens."""
    page.context.add_init_script(LISTENS)
    page.get_by_label("Your entry").fill(words)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text(words).first).to_be_visible()
    await_listening(page)


def add_authenticator(page):
    client = page.context.new_cdp_session(page)
    client.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "ctap2Version": "ctap2_1", "transport": "internal", "hasResidentKey": True,
        "hasUserVerification": True, "hasPrf": True, "isUserVerified": True, "automaticPresenceSimulation": True}
    client.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return client


def lock(page):
    page.get_by_role("button", name="Lock", exact=True).first.click()
    page.wait_for_url("**/unlock**")


def test_the_command_line_knows_the_running_app(app, signed_in, open_context):
    port = re.search(r":(\d+)", app.origin)[1]
    environment = {**app.environment, "AURALYST_PASSPHRASE_FILE": str(app.passphrase_file)}

    def run(*words):
        done = subprocess.run([PROGRAM, *words], env=environment, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    note = f"the app is still open at http://localhost:{port}/: lock it there"
    # It is announced a moment after it is there.
    until(lambda: note in run("lock")[1], lambda: run("lock"))
    assert run("lock")[0] == "It was already locked.\n"
    run("unlock", "--for", "15m")
    said, noted = run("lock")
    assert said == "Commands are locked.\n" and note in noted
    signed_in.reload()
    expect(signed_in.get_by_label("Your entry")).to_be_visible()
    # A second one leads to the first.
    said, noted = run("open", "--no-browser")
    assert said.startswith(f"http://localhost:{port}/?token=") and "already running" in noted
    signed_in.goto(said.strip())
    expect(signed_in.get_by_label("Your entry")).to_be_visible()
    # It admits a browser that was never here, once.
    for greets in True, False:
        other = open_context(expected=["401"]).new_page()
        other.goto(run("open", "--no-browser")[0].strip() if greets else said.strip())
        expect(other.get_by_label("Passphrase", exact=True) if greets else other.get_by_text("This browser is not known here")).to_be_visible()
    app.stop()
    assert run("lock") == ("It was already locked.\n", "")


@pytest.mark.phone
@pytest.mark.story
def test_lock_and_unlock_by_passphrase(app, signed_in):
    page = signed_in
    write(page, "Before the lock.")
    lock(page)
    assert "Before the lock." not in page.content()
    page.go_back()
    page.wait_for_url("**/unlock**")
    assert "Before the lock." not in page.content()
    page.context.watch.expected.append("403")
    page.get_by_label("Passphrase", exact=True).fill("wrong")
    page.get_by_role("button", name="Unlock", exact=True).click()
    expect(page.locator(".fault").first).to_be_visible()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    page.wait_for_url("**/today")
    expect(page.get_by_text("1 failed attempt")).to_be_visible()


@pytest.mark.story
def test_unlock_by_the_recovery_code(app, page):
    app.start()
    page.goto(app.address)
    page.get_by_text("Use the recovery code").click()
    page.get_by_label("Recovery code").fill((app.folder / "recovery").read_text())
    page.get_by_role("button", name="Unlock with recovery code").click()
    page.wait_for_url("**/today")


def test_unlock_by_a_passkey_and_remove_it(app, signed_in):
    page = signed_in
    add_authenticator(page)
    page.goto(app.origin + "/settings/keys")
    page.get_by_label("Your passphrase, to add a passkey").fill(PASSPHRASE)
    page.get_by_role("button", name="Add a passkey", exact=True).click()
    expect(page.locator("#slot-list")).to_contain_text("Passkey")
    lock(page)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/settings/keys")
    assert "prf" in app.command("--json", "keys", "list")
    page.goto(app.origin + "/settings/keys")
    page.locator("#slot-list li", has_text="Passkey").get_by_text("Remove", exact=False).first.click()
    page.locator("#slot-list li", has_text="Passkey").get_by_role("button", name="Remove it").click()
    expect(page.locator("#slot-list")).not_to_contain_text("Passkey")
    lock(page)
    expect(page.get_by_role("button", name="Use a passkey")).to_have_count(0)


@pytest.mark.story
@pytest.mark.phone
def test_a_lock_blanks_every_window(app, signed_in):
    page = signed_in
    write(page, "Words that must vanish.")
    other = page.context.new_page()
    # Made after the program has noticed what was written: then no news of it is on the way to the page.
    until(lambda: other.goto(app.origin + "/journal") and other.evaluate(IS_CURRENT), other.content)
    expect(other.get_by_text("Words that must vanish.").first).to_be_visible()
    # It hears of the lock from the first page; if that has left before, it asks for itself and is refused.
    page.context.watch.expected += ["401", "EventSource's response"]
    page.bring_to_front()
    lock(page)
    other.wait_for_url("**/unlock**")
    assert "Words that must vanish." not in other.content()


@pytest.mark.phone
@pytest.mark.story
def test_the_idle_time_locks_and_blanks(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/settings/lock")
    page.get_by_label("Lock after").select_option(label="1 minute")
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.context.add_init_script(LISTENS)
    page.goto(app.origin + "/today")
    await_listening(page)
    app.move_clock(61)
    page.wait_for_url("**/unlock**")


def test_a_stop_blanks_the_page(app, signed_in):
    page = signed_in
    write(page, "Words on the screen.")
    page.context.watch.expected += ["Failed to load resource", "ERR_"]
    app.stop()
    expect(page.get_by_text("Auralyst has stopped")).to_be_visible()
    assert "Words on the screen." not in page.content()


def test_what_was_typed_without_scripts_outlives_the_lock(app, open_context):
    page = open_context(java_script_enabled=False).new_page()
    app.start()
    unlock(page, app)
    other = open_context().new_page()
    app.next_address()
    unlock(other, app)
    page.get_by_label("Your entry").fill("Typed while someone locked.")
    lock(other)
    page.context.watch.expected.append("401")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    expect(page.get_by_text("Typed while someone locked.").first).to_be_visible()
    assert "Typed while someone locked." in app.command("list")
