"""What people do each day, and how many taps each takes on a phone, from Today: no more than docs/decisions/0089 says, which has them
beside Day One and Daylio. Typing is no tap, nor is choosing a file in the system's own sheet."""
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from conftest import until
from test_journaling import picture


class Taps:
    def __init__(self, page):
        self.page, self.count = page, 0

    def __call__(self, place):
        (self.page.locator(place).first if isinstance(place, str) else place).click()
        self.count += 1


@pytest.fixture
def tap(app, signed_in):
    app.command("add", "Before.", "--tag", "walk", "--at", "2025-03-14 12:00")
    app.command("symptom", "headache", "4")
    app.command("medication", "add", "Ramipril")
    # The clock of the tests began at 13:00, and goes on during the tests before this one.
    soon = datetime.fromisoformat(app.json("symptom", "list")[0]["instant"]) + timedelta(minutes=4)
    app.command("schedule", "add", "Ramipril", f"daily at {soon:%H:%M}", "--from", "today")
    app.command("measure", "weight", "80")
    app.move_clock(420)
    signed_in.set_viewport_size({"width": 390, "height": 844})
    signed_in.reload()
    return Taps(signed_in)


def write(tap):
    tap("#text")
    tap.page.keyboard.type("By the river.")


def save(tap):
    tap("#save")
    expect(tap.page.locator("#today-entries .row")).to_have_count(1)


def mood(tap, app, _):
    tap(tap.page.locator("#now").get_by_role("button", name="4 of 5"))
    until(lambda: app.json("check-in", "list"), lambda: "no check-in")


def text(tap, app, _):
    write(tap)
    save(tap)


def mood_and_text(tap, app, _):
    write(tap)
    tap('.tool[data-sheet="mood"] summary')
    tap('.tool[data-sheet="mood"] label >> nth=3')
    save(tap)


def photo(tap, app, folder):
    with tap.page.expect_file_chooser() as chosen:
        tap('.tool[data-sheet="files"] summary')
    chosen.value.set_files(str(picture(folder / "river.png")))
    expect(tap.page.locator("[data-staged]")).to_be_visible()
    write(tap)
    save(tap)


def tag(tap, app, _):
    write(tap)
    tap('.tool[data-sheet="tags"] summary')
    tap('[data-tag="walk"]')
    save(tap)


def dose(tap, app, _):
    tap(tap.page.locator("#now").get_by_role("button", name="Take"))
    until(lambda: [one for one in app.json("dose", "list") if "created" in one], lambda: app.json("dose", "list"))


def symptom(tap, app, _):
    # The form comes back for the strength.
    tap.page.context.watch.expected += ["status of 422"]
    tap(tap.page.locator("#now").get_by_role("button", name="headache"))
    tap(".steps label >> nth=6")
    tap(tap.page.get_by_role("button", name="Save", exact=True))
    until(lambda: len(app.json("symptom", "list")) == 2, lambda: app.json("symptom", "list"))


def measurement(tap, app, _):
    tap(tap.page.locator("#health-today input[inputmode]").first)
    tap.page.keyboard.type("81")
    tap(tap.page.locator("#health-today").get_by_role("button", name="Log").first)
    until(lambda: len(app.json("measure", "list")) == 2, lambda: app.json("measure", "list"))


def search(tap, app, _):
    tap('.bar nav a[href="/journal"]')
    tap(tap.page.get_by_role("searchbox"))
    tap.page.keyboard.type("before")
    expect(tap.page.get_by_text("1 entry found.")).to_be_visible()


def year_by_mood(tap, app, _):
    tap('.bar nav a[href="/journal"]')
    tap(tap.page.get_by_role("link", name="Calendar"))
    tap(tap.page.get_by_role("link", name="Mood", exact=True))
    expect(tap.page.locator("#day-levels")).to_be_attached()


@pytest.mark.parametrize("job, most", [
    (mood, 1), (text, 2), (mood_and_text, 4), (photo, 3), (tag, 4), (dose, 1), (symptom, 3), (measurement, 2), (search, 2), (year_by_mood, 3),
], ids=lambda one: getattr(one, "__name__", ""))
def test_a_daily_job_takes_few_taps(job, most, tap, app, tmp_path):
    job(tap, app, tmp_path)
    assert tap.count == most


def test_most_of_the_journal_s_first_screen_is_the_list(tap):
    tap.page.goto(tap.page.url.replace("/today", "/journal"))
    list_, bar = tap.page.locator("#results").bounding_box(), tap.page.locator(".bar nav").bounding_box()
    assert (bar["y"] - list_["y"]) / 844 >= 0.7
    tap(tap.page.get_by_role("link", name="Filters, dates and help"))
    expect(tap.page.get_by_text("Go to a date")).to_be_visible()
