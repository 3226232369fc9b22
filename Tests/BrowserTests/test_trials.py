"""Trials and the month in review: the plan, the one tap of a day, the sealed page, the answer, with and without scripts."""
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from conftest import enter


def assert_accessible(page):
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def assert_fits(page):
    """Nothing reaches over the edge."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page.url


def plan(page, app, action="Magnesium before bed"):
    page.goto(app.origin + "/insights/trials/new")
    page.get_by_label("What is done in the blocks").fill(action)
    page.get_by_label("What may change by it?").select_option("mood")
    page.get_by_label("First day").fill(page.evaluate("new Date().toLocaleDateString('sv')"))
    with page.expect_navigation():
        page.get_by_role("button", name="Show the plan").click()


def test_a_question_is_planned_begun_and_answered_with_one_tap(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/insights/trials")
    assert_accessible(page)
    page.get_by_role("link", name="Ask a question").click()
    assert_accessible(page)
    plan(page, app)
    expect(page.get_by_role("heading", name="The plan", exact=True)).to_be_visible()
    expect(page.locator("#plan-shown")).to_contain_text("48 days in 16 blocks of 3 days")
    assert_accessible(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Begin the trial").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Does “Magnesium before bed” change your mood?")
    expect(page.get_by_role("heading", name="Sealed")).to_be_visible()
    expect(page.locator(".trial-block")).to_have_count(1)
    assert_accessible(page)
    page.goto(app.origin + "/today")
    card = page.get_by_role("region", name="Trial")
    expect(card).to_contain_text("Block 1 of 16, day 1 of 3")
    with page.expect_navigation():
        card.get_by_role("button", name="Yes").click()
    expect(page.get_by_role("region", name="Trial").get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    assert_accessible(page)
    assert "agnesium" not in page.url and "agnesium" not in page.title()


def test_a_trial_is_stopped_without_a_result(app, signed_in):
    page = signed_in
    plan(page, app)
    with page.expect_navigation():
        page.get_by_role("button", name="Begin the trial").click()
    page.locator("summary", has_text="Stop").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Stop the trial").click()
    expect(page.get_by_role("heading", name="No result")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Delete it").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="No result")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_a_phone_in_both_themes(app, signed_in, scheme):
    page = signed_in
    app.command("add", "The garden was quiet and green, and I sat there for a whole hour.", "--at", "2021-03-05 20:00")
    page.set_viewport_size({"width": 360, "height": 800})
    page.emulate_media(color_scheme=scheme)
    plan(page, app, action="x" * 150)
    assert_fits(page)
    assert_accessible(page)
    with page.expect_navigation():
        page.get_by_role("button", name="Begin the trial").click()
    assert_fits(page)
    for path in ["/insights/trials", "/insights/review", "/today"]:
        page.goto(app.origin + path)
        assert_fits(page)
        assert_accessible(page)


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
    page.get_by_label("What is done in the blocks").fill("Tea")
    page.get_by_label("What may change by it?").select_option("mood")
    page.get_by_label("Pairs of blocks").fill("4")
    page.get_by_role("button", name="Show the plan").click()
    expect(page.locator("#plan-shown")).to_contain_text("can never count as more than chance")
    page.get_by_role("button", name="Begin the trial").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Does “Tea” change your mood?")
    page.locator("summary", has_text="Stop").click()
    page.get_by_role("button", name="Call it off").click()
    expect(page.get_by_role("status")).to_contain_text("called off before it began")
    page.goto(app.origin + "/insights/review")
    expect(page.locator(".review-sentence")).to_have_count(1)
