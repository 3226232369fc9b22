"""The first-run story: from an empty machine to the first entry, in the browser."""
import re

import pytest
from playwright.sync_api import expect

from conftest import PASSPHRASE


@pytest.mark.story
def test_a_first_time_user_makes_a_journal_and_writes(empty_app, page):
    page.context.watch.expected.append("422")
    empty_app.start()
    page.goto(empty_app.address)
    page.wait_for_url("**/welcome")
    expect(page.get_by_text("stored only on this device")).to_be_visible()
    expect(page.get_by_text(str(empty_app.vault))).to_be_visible()

    # Three slips: too easy, not the same, and then right.
    page.get_by_label("Passphrase", exact=True).fill("password")
    page.get_by_label("Repeat the passphrase").fill("password")
    page.get_by_role("button", name="Create my journal").click()
    expect(page.get_by_text("easy to guess").first).to_be_visible()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_label("Repeat the passphrase").fill(PASSPHRASE + "x")
    page.get_by_role("button", name="Create my journal").click()
    message = page.get_by_label("Repeat the passphrase").evaluate("field => field.validationMessage")
    assert "don’t match" in message and page.url.split("?")[0].endswith("/welcome")
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_label("Repeat the passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Create my journal").click()

    page.wait_for_url("**/welcome/recovery")
    code = re.sub(r"\s", "", page.locator("#recovery-code").inner_text())
    assert re.fullmatch(r"AGE-SECRET-KEY-1[0-9A-Z]{58}", code)
    page.goto(empty_app.origin + "/welcome/kit")
    expect(page.locator("svg").first).to_be_visible()
    assert re.sub(r"\s", "", page.locator("body").inner_text()).count(code[16:20]) >= 1
    page.goto(empty_app.origin + "/welcome/proof")
    wrong = code[:-1] + ("Q" if code[-1] != "Q" else "P")
    page.get_by_label("Recovery code").fill(wrong)
    page.get_by_role("button", name="Check it").click()
    expect(page.locator("#code-fault")).to_be_visible()
    page.get_by_label("Recovery code").fill(code.lower())
    page.get_by_role("button", name="Check it").click()
    page.wait_for_url("**/welcome/ready")
    page.get_by_role("link", name="Start writing").click()

    page.wait_for_url("**/today")
    page.get_by_label("Your entry").fill("My first entry.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("My first entry"))).to_be_visible()
    # The vault is an ordinary one: the command line reads it, by the passphrase and by the code.
    empty_app.passphrase_file.touch(0o600)
    empty_app.passphrase_file.write_text(PASSPHRASE)
    assert "My first entry." in empty_app.command("list")
    assert '"recovery_proven": "20' in empty_app.command("--json", "status")


@pytest.mark.phone
def test_the_page_weighs_a_passphrase_while_it_is_typed_and_sends_nothing(empty_app, page):
    empty_app.start()
    page.goto(empty_app.address)
    page.wait_for_url("**/welcome")
    # A phone offers something else first.
    page.evaluate("for (const offer of document.querySelectorAll('details')) offer.open = true")
    sent = []
    page.on("request", lambda request: "/static/" in request.url or sent.append(request.url))
    page.get_by_label("Passphrase", exact=True).press_sequentially("qwerty12")
    weak = page.locator("#passphrase-strength").inner_text()
    page.get_by_label("Passphrase", exact=True).fill("")
    page.get_by_label("Passphrase", exact=True).press_sequentially("violet harbour eleven pencil")
    strong = page.locator("#passphrase-strength").inner_text()
    assert weak and strong and weak != strong
    assert not sent


@pytest.mark.story
def test_a_look_around_leaves_nothing(empty_app, page, look):
    empty_app.start()
    page.goto(empty_app.address)
    page.get_by_role("button", name="Look around").click()
    page.wait_for_url("**/today", timeout=60_000)
    banner = page.get_by_text("This is made-up data")
    expect(banner).to_be_visible()
    look(page, "a look around")
    page.goto(empty_app.origin + "/journal")
    expect(page.locator(".row").first).to_be_visible()
    expect(banner).to_be_visible()
    page.get_by_role("button", name="Remove it and start my own").click()
    page.wait_for_url("**/welcome", timeout=30_000)
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_label("Repeat the passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Create my journal").click()
    page.wait_for_url("**/welcome/recovery")
    page.goto(empty_app.origin + "/journal")
    expect(page.get_by_text("Your entries will be here")).to_be_visible()
    expect(banner).to_have_count(0)


def test_who_comes_from_another_program_is_told_how_to_get_the_entries_out(empty_app, page):
    empty_app.start()
    page.goto(empty_app.address)
    page.get_by_text("Standard Notes", exact=True).click()
    expect(page.get_by_text("download the backup")).to_be_visible()
    # One at a time.
    page.get_by_text("Day One", exact=True).click()
    expect(page.get_by_text("Choose JSON, with all journals and media.")).to_be_visible()
    expect(page.get_by_text("download the backup")).to_be_hidden()
