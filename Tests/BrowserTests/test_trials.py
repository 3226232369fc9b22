"""Trials and the month in review: the plan, the one tap of a day, the sealed page, the answer, with and without scripts."""
import re

import pytest
from playwright.sync_api import expect

from conftest import enter


def plan(page, app, action="Magnesium before bed"):
    page.goto(app.origin + "/insights/trials/new")
    page.get_by_label("What do you do in the “with” blocks").fill(action)
    page.get_by_label("What might it change?").select_option("mood")
    page.get_by_label("First day").fill(page.evaluate("new Date().toLocaleDateString('sv')"))
    with page.expect_navigation():
        page.get_by_role("button", name="Preview the plan").click()


@pytest.mark.phone
@pytest.mark.story
def test_a_question_is_planned_begun_and_answered_with_one_tap(app, signed_in, look):
    page = signed_in
    page.goto(app.origin + "/insights/trials")
    look(page)
    page.get_by_role("link", name="New trial").click()
    page.wait_for_url("**/insights/trials/new")
    look(page)
    plan(page, app)
    expect(page.get_by_role("heading", name="The plan", exact=True)).to_be_visible()
    expect(page.locator("#plan-shown")).to_contain_text("48 days in 16 blocks of 3 days")
    look(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Start the trial").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Does “Magnesium before bed” change your mood?")
    expect(page.get_by_role("heading", name="Hidden until the end")).to_be_visible()
    expect(page.locator(".trial-block")).to_have_count(1)
    look(page)
    page.goto(app.origin + "/today")
    card = page.get_by_role("region", name="Trial")
    expect(card).to_contain_text("Block 1 of 16, day 1 of 3")
    with page.expect_navigation():
        card.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("region", name="Trial").get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    look(page)
    assert "agnesium" not in page.url and "agnesium" not in page.title()


def test_a_trial_is_stopped_without_a_result(app, signed_in):
    page = signed_in
    plan(page, app)
    with page.expect_navigation():
        page.get_by_role("button", name="Start the trial").click()
    page.locator("summary", has_text="Stop").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Stop the trial").click()
    expect(page.get_by_role("heading", name="No result")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete it").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="No result")).to_be_visible()


def test_the_pages_fit_a_phone_with_a_long_name(app, signed_in, look):
    page = signed_in
    app.command("add", "The garden was quiet and green, and I sat there for a whole hour.", "--at", "2021-03-05 20:00")
    plan(page, app, action="x" * 150)
    look(page, "the plan")
    with page.expect_navigation():
        page.get_by_role("button", name="Start the trial").click()
    look(page, "the trial")
    for path in ["/insights/trials", "/insights/review", "/today"]:
        page.goto(app.origin + path)
        look(page)


def test_a_month_is_chosen_and_leads_to_its_entries(app, signed_in):
    page = signed_in
    app.command("add", "The garden was quiet and green, and I sat there for a whole hour.", "--at", "2021-03-05 20:00")
    app.command("add", "Snow fell all night, and the street was silent in the morning.", "--at", "2021-01-05 20:00")
    page.goto(app.origin + "/insights/review")
    expect(page.get_by_role("heading", level=1)).to_have_text("March 2021")
    expect(page.locator(".review-sentence")).to_have_text(
        ["The garden was quiet and green, and I sat there for a whole hour."])
    page.get_by_label("Month").select_option("2021-01")
    with page.expect_navigation():
        page.get_by_role("button", name="Show").click()
    assert re.search(r"/insights/review\?view=[\w-]+$", page.url)
    expect(page.locator(".review-sentence")).to_contain_text(["Snow fell"])
    with page.expect_navigation():
        page.locator(".review-from a").click()
    expect(page.locator("main")).to_contain_text("Snow fell all night")


def test_everything_works_without_scripts(app, open_context):
    app.command("add", "The garden was quiet and green, and I sat there for a whole hour.", "--at", "2021-03-05 20:00")
    page = open_context(java_script_enabled=False).new_page()
    enter(page, app)
    page.goto(app.origin + "/insights/trials/new")
    page.get_by_label("What do you do in the “with” blocks").fill("Tea")
    page.get_by_label("What might it change?").select_option("mood")
    page.get_by_label("Pairs of blocks").fill("4")
    page.get_by_role("button", name="Preview the plan").click()
    expect(page.locator("#plan-shown")).to_contain_text("can never count as more than chance")
    page.get_by_role("button", name="Start the trial").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Does “Tea” change your mood?")
    page.locator("summary", has_text="Stop").click()
    page.get_by_role("button", name="Cancel the trial").click()
    expect(page.get_by_role("status")).to_contain_text("cancelled before it began")
    page.goto(app.origin + "/insights/review")
    expect(page.locator(".review-sentence")).to_have_count(1)
