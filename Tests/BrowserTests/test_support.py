"""The support plan, cravings, and the SOS page: by keys alone, locked, and without scripts."""
import re

import pytest
from playwright.sync_api import expect


def add_line(page, app, part, name, phone=None):
    """Sends the form of a line, as the page does."""
    token = page.locator("body").get_attribute("data-form-token")
    fields = {"form-token": token, "name": name, "note": "", **({"phone": phone} if phone else {})}
    answer = page.request.post(f"{app.origin}/support/{part}", form=fields, headers={"Origin": app.origin}, max_redirects=0)
    assert answer.status == 303


@pytest.fixture
def planned(app, signed_in):
    for part, name, phone in [
            ("step", "Drink a glass of water", None), ("step", "Go outside", None), ("trigger", "Payday", None),
            ("buddy", "Anna", "+43 660 123 45 67"), ("contact", "Crisis line", "142")]:
        add_line(signed_in, app, part, name, phone)
    return signed_in


@pytest.mark.phone
@pytest.mark.story
def test_a_plan_is_written_ordered_changed_and_brought_back(app, planned):
    page = planned
    page.goto(app.origin + "/support")
    section = page.locator("#step")
    section.locator("summary").click()
    section.get_by_label("Step", exact=True).fill("Call Anna")
    section.get_by_role("button", name="Add", exact=True).click()
    # The form stays open for the next one.
    expect(section.locator(".plan-words")).to_have_count(3)
    expect(section.get_by_label("Step", exact=True)).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Move up: Go outside").click()
    expect(page.locator("#step .plan-words")).to_have_text(["Go outside", "Drink a glass of water", "Call Anna"])
    page.get_by_role("link", name="Change Payday").click()
    page.get_by_label("Trigger").fill("Pay day")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Change Pay day").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Remove it").click()
    expect(page.get_by_role("link", name="Change Pay day")).to_have_count(0)
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("link", name="Change Pay day")).to_have_count(1)


def test_a_craving_is_logged_with_what_set_it_off(app, planned):
    page = planned
    page.goto(app.origin + "/support")
    page.locator("#craving").get_by_role("radio", name="7", exact=True).check(force=True)
    page.get_by_role("checkbox", name="Payday").check(force=True)
    page.get_by_role("checkbox", name="Go outside").check(force=True)
    page.locator("[name=other-triggers]").fill("hunger")
    with page.expect_navigation():
        page.get_by_role("button", name="Log craving").click()
    row = page.locator(".craving-row")
    expect(row).to_contain_text("Payday, hunger")
    expect(row).to_contain_text("Go outside")
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(row).to_have_count(0)


@pytest.mark.story
def test_help_is_reached_and_dialled_by_keys_alone(app, planned):
    page = planned
    page.goto(app.origin + "/today")

    def tab_to(description, ready, limit=40):
        for _ in range(limit):
            if page.evaluate(ready):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {description}")

    tab_to("SOS", "document.activeElement.matches('.sos-link')")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Help now")).to_be_visible()
    tab_to("the first number", "document.activeElement.matches('a.call')")
    assert page.evaluate("document.activeElement.href") == "tel:142"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.href") == "tel:+436601234567"
    # What a browser does with it is another program's matter; our own policy must not stand in the way (the watch looks for that).
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your steps")).to_be_visible()
    size = page.locator("a.call").first.bounding_box()
    assert size["height"] >= 64, "large enough for a shaking hand"


@pytest.mark.story
def test_help_is_there_while_locked_and_without_scripts(app, planned, open_context):
    page = planned
    page.goto(app.origin + "/support")
    page.get_by_role("button", name="Lock").click()
    page.wait_for_url("**/unlock**")
    page.goto(app.origin + "/sos")
    expect(page.get_by_text("Call your local emergency number")).to_be_visible()
    expect(page.get_by_text("142")).to_have_count(0)
    expect(page.get_by_text("Auralyst is not a medical")).to_be_visible()
    page.get_by_role("link", name="Unlock it").click()
    page.wait_for_url("**/unlock**")
    plain = open_context(java_script_enabled=False).new_page()
    plain.goto(app.next_address())
    plain.wait_for_url("**/unlock")
    plain.goto(app.origin + "/sos")
    expect(plain.get_by_text("Call your local emergency number")).to_be_visible()
    expect(plain.get_by_text("Auralyst is not a medical")).to_be_visible()


@pytest.mark.story
def test_numbers_are_there_while_locked_where_the_owner_wants_that(app, planned, look):
    page = planned
    page.goto(app.origin + "/settings/lock")
    page.get_by_label("SOS numbers while locked").check()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("SOS numbers while locked")).to_be_checked()
    add_line(page, app, "contact", "Dr. Novak", "+43 1 23")
    page.goto(app.origin + "/support")
    page.get_by_role("button", name="Lock").click()
    page.wait_for_url("**/unlock**")
    page.get_by_role("link", name="Help now (SOS)").click()
    expect(page.locator("a.call")).to_have_count(2)
    assert [call.get_attribute("href") for call in page.locator("a.call").all()] == ["tel:142", "tel:+43123"]
    expect(page.get_by_text("Anna")).to_have_count(0)
    expect(page.get_by_text("Drink a glass of water")).to_have_count(0)
    look(page, "sos with numbers, locked")


def test_the_pages_hinder_no_one(app, planned, look):
    page = planned
    page.context.watch.expected.append("422")
    page.goto(app.origin + "/support?add=buddy")
    page.get_by_role("button", name="Log craving").click()
    expect(page.locator("#craving-fault")).to_be_visible()
    look(page, "refused")
    page.goto(app.origin + "/support?add=contact")
    look(page, "support")
    page.get_by_role("link", name="Change Anna").click()
    expect(page.get_by_role("button", name="Save")).to_be_visible()
    look(page, "a line")
    page.goto(app.origin + "/sos")
    look(page, "sos")
    page.goto(app.origin + "/support")
    page.get_by_role("button", name="Lock").click()
    page.wait_for_url("**/unlock**")
    page.goto(app.origin + "/sos")
    look(page, "sos, locked")
