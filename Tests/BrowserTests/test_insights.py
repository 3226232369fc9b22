"""Insights: patterns that come in by themselves, and charts that are drawn, read by keys, saved, and told in tables."""
import csv
import datetime
import random
import re

import pytest
from playwright.sync_api import expect

from conftest import App, close, enter

CHARTS = ["daily", "moments", "weekdays", "hours"]

# A look at a whole year takes a program that is not optimized a minute and more.
A_LOOK = 600_000

# How much of a canvas is drawn on: points that are not see-through. They are read from a copy: a browser warns of canvases that
# are read again and again.
DRAWN = """(id) => {
  const canvas = document.querySelector(`#${id} canvas`);
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const data = copy.getImageData(0, 0, canvas.width, canvas.height).data;
  let count = 0;
  for (let place = 3; place < data.length; place += 4) count += data[place] > 0;
  return count;
}"""


@pytest.fixture(scope="session")
def demo(tmp_path_factory, browser):
    """A year of a made-up health log, made and served once: the tests only look at it. The browser, in which it has a page, ends later."""
    app = App(tmp_path_factory.mktemp("demo"))
    # It keeps the key by itself, and says its passphrase.
    app.passphrase_file.write_text("demo")
    app.kept_key = str(app.folder)
    app.command("demo", "--vault", str(app.vault))
    yield app
    app.end()


@pytest.fixture(scope="session")
def session(demo, browser):
    """A browser session that the owner of the demo has opened."""
    context = browser.new_context()
    enter(context.new_page(), demo)
    yield context.storage_state()
    close(context)


@pytest.fixture
def browse(demo, session, open_context):
    """Makes a browser that is at Insights, with the charts of headache."""
    def make(outcome="Headache", **options):
        page = open_context(storage_state=session, **options).new_page()
        page.goto(demo.origin + "/insights")
        if outcome:
            page.get_by_role("button", name=outcome, exact=True).click()
            expect(page.get_by_role("heading", name=outcome + ", day by day")).to_be_visible()
        return page

    return make


@pytest.fixture
def planted(app):
    """Twenty weeks in which headache is much stronger the day after wine."""
    dice = random.Random(5)
    wine = False
    records = []
    for back in range(140, 0, -1):
        day = str(datetime.date.today() - datetime.timedelta(days=back))
        level = min(10, dice.randint(0, 3) + (5 if wine else 0))
        records.append({"kind": "symptom_entry", "day": day, "time": "09:00", "symptom": "Headache", "severity": level})
        wine = dice.random() < 0.4
        records.append({"kind": "entry", "day": day, "time": "20:30", "text": "Dinner.", "tags": ["wine"] if wine else []})
    app.bring_in(records)
    return app


def table(page, chart):
    """The cells of a chart's table, row by row."""
    return page.evaluate(
        "(id) => [...document.querySelectorAll(`#${id} table tr`)].map((row) => [...row.cells].map((cell) => cell.textContent.trim()))",
        "chart-" + chart)


@pytest.mark.parametrize("width", [360, 1440])
def test_every_chart_is_drawn(browse, width):
    page = browse(viewport={"width": width, "height": 900})
    expect(page.get_by_text(re.compile("Tested "))).to_be_visible(timeout=A_LOOK)
    for chart in CHARTS:
        assert page.evaluate(DRAWN, "chart-" + chart) > 2000, chart
        figure = page.locator(f"#chart-{chart}")
        assert len(table(page, chart)) > 7
        # A sentence says in numbers what is to be seen.
        assert re.search(r"\d\.\d", figure.locator("figcaption p").first.inner_text()), chart
        described = figure.locator("canvas").get_attribute("aria-describedby")
        assert page.locator("#" + described).count() == 1
    page.emulate_media(color_scheme="dark")
    for chart in CHARTS:
        page.wait_for_function(f"(id) => ({DRAWN})(id) > 2000", arg="chart-" + chart)


def test_the_charts_and_their_tables_hinder_no_one(browse, look):
    page = browse()
    expect(page.get_by_text(re.compile("Tested "))).to_be_visible(timeout=A_LOOK)
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    look(page, "the charts")


@pytest.mark.story
def test_a_chart_takes_the_colours_of_the_theme(browse):
    page = browse(color_scheme="light")
    shot = "() => document.querySelector('#chart-daily canvas').toDataURL()"
    light = page.evaluate(shot)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function("(light) => document.querySelector('#chart-daily canvas').toDataURL() !== light", arg=light)


def test_a_chart_is_saved_as_a_picture_and_as_a_table(browse, tmp_path):
    page = browse()
    for chart in CHARTS:
        figure = page.locator(f"#chart-{chart}")
        with page.expect_download() as waiting:
            figure.get_by_role("button", name="Save as PNG").click()
        assert waiting.value.suggested_filename == f"auralyst-{chart}.png"
        waiting.value.save_as(tmp_path / "chart.png")
        picture = (tmp_path / "chart.png").read_bytes()
        assert picture.startswith(b"\x89PNG") and len(picture) > 5000
        with page.expect_download() as waiting:
            figure.get_by_role("button", name="Save as CSV").click()
        assert waiting.value.suggested_filename == f"auralyst-{chart}.csv"
        waiting.value.save_as(tmp_path / "chart.csv")
        with open(tmp_path / "chart.csv", encoding="utf-8-sig", newline="") as file:
            saved = list(csv.reader(file))
        shown = table(page, chart)
        assert len(saved) == len(shown)
        assert [[cell.replace("–", "").replace("−", "-") for cell in row[1:]] for row in shown] == [row[1:] for row in saved]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", _first_day(page, tmp_path))


def _first_day(page, tmp_path):
    with page.expect_download() as waiting:
        page.locator("#chart-daily").get_by_role("button", name="Save as CSV").click()
    waiting.value.save_as(tmp_path / "days.csv")
    return (tmp_path / "days.csv").read_text(encoding="utf-8-sig").splitlines()[1].split(",")[0]


@pytest.mark.story
def test_a_chart_is_read_by_keys(browse):
    page = browse()
    # Nothing arrives meanwhile: what then becomes of the focus has a test of its own.
    page.evaluate("document.querySelectorAll('[data-live]').forEach((list) => list.removeAttribute('data-live'))")
    canvas = page.locator("#chart-weekdays canvas")
    canvas.focus()
    words = page.locator("#chart-weekdays .chart-words")
    page.keyboard.press("ArrowRight")
    expect(words).to_have_text(re.compile(r"^Mon: Level \d\.\d; Days \d+; Readings \d+\.$"))
    page.keyboard.press("End")
    expect(words).to_have_text(re.compile("^Sun: "))
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text(re.compile("^Sat: "))
    for _ in range(9):
        page.keyboard.press("ArrowLeft")
    expect(words).to_have_text(re.compile("^Mon: "))
    page.keyboard.press("Tab")
    expect(words).to_be_empty()
    expect(page.locator("#chart-weekdays summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#chart-weekdays .table-scroll")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#chart-weekdays").get_by_role("button", name="Save as PNG")).to_be_focused()


def test_who_reads_a_chart_reads_on_when_something_new_arrives(planted, page):
    enter(page, planted)
    page.goto(planted.origin + "/insights")
    words = page.locator("#chart-weekdays .chart-words")
    page.locator("#chart-weekdays canvas").focus()
    page.keyboard.press("End")
    expect(words).to_have_text(re.compile("^Sun: "))
    page.evaluate("addEventListener('refreshed', () => { document.body.dataset.arrived = 'yes'; })")
    planted.command("add", "Something new.")
    expect(page.locator("body")).to_have_attribute("data-arrived", "yes")
    expect(words).to_have_text(re.compile("^Sun: "))
    page.keyboard.press("ArrowLeft")
    expect(words).to_have_text(re.compile("^Sat: "))
    # So does everything else that has no name of its own.
    page.locator("#chart-weekdays summary").focus()
    page.keyboard.press("Enter")
    for number, control in enumerate([
            page.locator("#chart-weekdays .table-scroll"), page.locator("#chart-weekdays").get_by_role("button", name="Save as PNG")]):
        control.focus()
        control.evaluate("(element) => { element.isOld = true; delete document.body.dataset.arrived; }")
        planted.command("check-in", "--mood", "5", "--at", f"2026-03-{10 + number} 09:00")
        expect(page.locator("body")).to_have_attribute("data-arrived", "yes")
        expect(control).to_be_focused()
        assert not control.evaluate("(element) => element.isOld"), "it is a fresh one"


def test_a_choice_is_made_in_place_and_stands_in_no_address(browse):
    page = browse(outcome=None)
    page.get_by_role("button", name="Fatigue", exact=True).click()
    expect(page.get_by_role("heading", name="Fatigue, day by day")).to_be_visible()
    expect(page.get_by_role("button", name="Fatigue", exact=True)).to_be_focused()
    assert re.search(r"/insights\?view=[A-Za-z0-9_-]+$", page.url)
    page.get_by_role("button", name="30 days", exact=True).click()
    expect(page.get_by_role("button", name="30 days", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("heading", name="Fatigue, day by day")).to_be_visible()
    assert len(table(page, "daily")) == 31
    assert page.evaluate(DRAWN, "chart-daily") > 2000
    assert page.title() == "Insights · Auralyst"


def test_without_scripts_the_tables_and_the_year_tell_everything(browse):
    page = browse(outcome=None, java_script_enabled=False)
    page.get_by_role("button", name="Headache", exact=True).click()
    expect(page.get_by_role("heading", name="Headache, day by day")).to_be_visible()
    expect(page.locator("canvas")).to_have_count(0)
    expect(page.locator("#pixels .px-4").first).to_be_visible()
    page.locator("#chart-daily summary").click()
    expect(page.locator("#chart-daily tbody tr")).to_have_count(90)
    expect(page.locator("#chart-daily .table-scroll")).to_be_visible()
    expect(page.get_by_role("button", name="Save as PNG")).to_have_count(0)


@pytest.mark.phone
@pytest.mark.story
def test_a_look_comes_in_by_itself_and_a_cue_is_put_away(planted, page):
    enter(page, planted)
    page.goto(planted.origin + "/insights")
    # No one touches the page: what was found comes to it.
    cue = page.locator(".pattern-cue").filter(has_text="the day after “wine”")
    expect(cue).to_be_visible()
    expect(cue).to_contain_text(re.compile(r"your headache was \d\.\d higher"))
    cue.get_by_text("What this does not show").click()
    expect(cue.get_by_text("something else may go along with it")).to_be_visible()
    page.goto(planted.origin + "/today")
    expect(page.locator(".cue-today").filter(has_text="wine")).to_be_visible()
    page.get_by_role("link", name="Details").first.click()
    page.wait_for_url("**/insights#pattern-*")
    cue.get_by_role("button", name="Snooze 30 days").click()
    expect(page.get_by_role("status").get_by_text("snoozed for 30 days")).to_be_visible()
    expect(cue).to_have_count(0)
    page.get_by_text(re.compile("^Put aside")).click()
    page.locator(".pattern-aside").get_by_role("button", name="Restore").click()
    expect(cue).to_be_visible()
    cue.get_by_role("button", name="Dismiss").click()
    page.get_by_role("status").get_by_role("button", name="Undo").click()
    expect(cue).to_be_visible()
