"""What people do each day, and how many taps each takes on a phone, from Today: no more than docs/decisions/0089 says, which has them
beside Day One and Daylio. Typing is no tap; choosing a file in the system's own sheet is none either, since it is the same everywhere."""
import pytest
from playwright.sync_api import expect

from test_journaling import picture


class Taps:
    def __init__(self, page):
        self.page, self.count = page, 0

    def __call__(self, selector, **options):
        self.page.locator(selector).first.click(**options)
        self.count += 1


@pytest.fixture
def tap(app, signed_in):
    app.command("add", "Before.", "--tag", "walk", "--at", "2025-03-14 12:00")
    app.command("symptom", "add", "headache", "4")
    app.command("medication", "add", "Sumatriptan", "--amount", "1", "--unit", "tablet")
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.reload()
    return Taps(signed_in)


def write(tap, text):
    tap("#text")
    tap.page.keyboard.type(text)


def mood(tap, app, tmp_path):
    tap('#now button[title*="4"], #now button:nth-of-type(4)')
    expect(tap.page.get_by_text("Check-in saved.")).to_be_visible()
