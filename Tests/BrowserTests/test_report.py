"""The report for a doctor: what is ticked gets into it, nothing is written before someone says so, and the PDF is looked at."""
import datetime
import re
import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import enter


def day(back):
    return (datetime.date.today() - datetime.timedelta(days=back)).isoformat()


def log(app):
    """Seven weeks of a health log."""
    records = []
    for back in range(48, 1, -1):
        if back % 7 != 3:
            records.append({
                "kind": "symptom_entry", "day": day(back), "time": "09:00", "symptom": "Headache", "severity": back * 5 % 9 + 1,
                "note": "behind the left eye"})
        records.append({"kind": "check_in", "day": day(back), "time": "21:00", "mood": 9 - back * 3 % 7, "sleep": back % 5 + 1})
    app.bring_in(records)
    app.command("medication", "add", "Sumatriptan", "--strength", "50 mg", "--as-needed")
    app.command("dose", "take", "Sumatriptan", "--at", f"{day(9)} 10:00")
    app.command("medication", "add", "Propranolol", "--strength", "40 mg")
    app.command("schedule", "add", "Propranolol", "daily at 08:00")


@pytest.fixture
def furnished(app, prepared):
    app.copy(prepared(log))
    return app


@pytest.fixture
def form(furnished, page):
    enter(page, furnished)
    page.goto(furnished.origin + "/insights/report")
    return page


def show(page):
    with page.expect_navigation():
        page.get_by_role("button", name="Update the preview").click()
    page.wait_for_url("**/insights/report?view=*")


@pytest.mark.phone
@pytest.mark.story
def test_what_is_ticked_gets_into_the_report_and_nothing_else(form):
    form.get_by_label("What you want to ask").fill("Is it the weather?\nHow long?")
    form.get_by_label("Name", exact=True).fill("Anna Gruber")
    show(form)
    sheet = form.get_by_role("article", name="Health report")
    # The questions come first, then the summary.
    expect(sheet.get_by_role("heading").nth(1)).to_have_text("What I would like to ask")
    expect(sheet.get_by_role("heading").nth(2)).to_have_text("In short")
    expect(sheet).to_contain_text("Anna Gruber")
    expect(sheet.get_by_role("listitem").filter(has_text="How long?")).to_be_visible()
    expect(sheet).to_contain_text("Sumatriptan 50 mg")
    expect(sheet).not_to_contain_text("behind the left eye")
    assert "Anna" not in form.url and "Anna" not in form.title()
    expect(form.get_by_label("Name", exact=True)).to_have_value("Anna Gruber")
    form.get_by_label("My notes on those days, and those of medicines").check()
    form.get_by_label("Medicines by their names").uncheck()
    show(form)
    expect(sheet).to_contain_text("behind the left eye")
    expect(sheet).not_to_contain_text("Sumatriptan")
    expect(sheet).to_contain_text("Medicine 1")


def test_a_file_is_written_only_after_a_yes(form, tmp_path):
    show(form)
    form.get_by_role("button", name="Save as a web page").click()
    # The browser asks for the tick itself; nothing has gone anywhere.
    expect(form.get_by_role("heading", name="This is a preview")).to_be_visible()
    form.get_by_label("I know that it is not encrypted").check()
    with form.expect_download() as download:
        form.get_by_role("button", name="Save as a web page").click()
    download.value.save_as(tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "<script" not in page and "default-src 'none'" in page


def pictures(pdf, folder):
    """Each page as a picture in greys: its size and its bytes."""
    if not shutil.which("pdftoppm"):
        pytest.skip("pdftoppm is not here: install poppler-utils to look at PDFs")
    subprocess.run(["pdftoppm", "-r", "50", "-gray", str(pdf), str(folder / "page")], check=True, timeout=60)
    found = []
    for path in sorted(folder.glob("page*.pgm")):
        head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", path.read_bytes())
        found.append((int(head[1]), int(head[2]), path.read_bytes()[head.end():]))
    return found


@pytest.mark.parametrize("paper, size", [("A4", (414, 585)), ("Letter", (425, 550))])
def test_the_pdf_has_one_to_four_pages_and_none_is_blank(form, tmp_path, paper, size):
    form.get_by_label("What you want to ask").fill("Is it the weather?")
    form.get_by_label("Paper").select_option(paper)
    show(form)
    form.get_by_label("I know that it is not encrypted").check()
    with form.expect_download(timeout=120_000) as download:
        form.get_by_role("button", name="Save as PDF").click()
    assert download.value.suggested_filename == "health-report.pdf"
    download.value.save_as(tmp_path / "report.pdf")
    pages = pictures(tmp_path / "report.pdf", tmp_path)
    assert 1 <= len(pages) <= 4
    for width, height, grey in pages:
        assert (width, height) == size
        dark = sum(value < 128 for value in grey)
        assert 0.004 < dark / len(grey) < 0.4, "a page is blank or black"
        # Nothing reaches into the margins of the paper.
        assert all(value > 200 for row in range(height) for value in grey[row * width:row * width + 20])
    text = subprocess.run(["pdftotext", str(tmp_path / "report.pdf"), "-"], capture_output=True, text=True).stdout
    assert text.index("In short") < text.index("How much was logged")
    # The summary is whole on the first page, and what follows leaves no page half empty.
    first = text.split("\f")[0]
    assert "Course of" in first and "Medicines and doses" in first
    for width, height, grey in pages[:-1]:
        last = max(place for place in range(height) if any(value < 128 for value in grey[place * width:place * width + width // 2][25:]) and place < height * 0.94)
        assert last > height * 0.7, "a page is half empty"


# Words of usual length that are cut by a line end, in the tables of the report.
BROKEN = """() => {
  const broken = [];
  for (const cell of document.querySelectorAll(".sheet :is(th, td, caption, dt)")) {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      for (const match of walker.currentNode.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, match.index);
        range.setEnd(walker.currentNode, match.index + match[0].length);
        const tops = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (match[0].length <= 18 && tops.size > 1) broken.push(match[0]);
      }
    }
  }
  return broken;
}"""


@pytest.mark.parametrize("width", [390, 1280])
def test_no_word_of_a_table_is_broken_and_nothing_is_cut_off(form, width):
    form.set_viewport_size({"width": width, "height": 800})
    show(form)
    assert form.evaluate(BROKEN) == []
    assert form.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert form.evaluate("[...document.querySelectorAll('.sheet table')].every((one) => one.scrollWidth <= one.parentElement.clientWidth + 1)")


EDGES = """[...document.querySelectorAll(".sheet-counts")].flatMap((table) => {
  const columns = {};
  for (const figure of table.querySelectorAll("td b")) (columns[figure.parentElement.cellIndex] ??= []).push(figure.getBoundingClientRect().right);
  return Object.values(columns).map((edges) => Math.max(...edges) - Math.min(...edges));
})"""


def test_figures_of_a_column_end_at_one_edge(form):
    show(form)
    spread = form.evaluate(EDGES)
    assert spread and max(spread) <= 1, spread


def test_the_symptom_of_the_chart_is_chosen(furnished, form):
    form.context.watch.expected.append("422")
    for back in (5, 6, 7):
        furnished.command("symptom", "Nausea", "2", "--at", f"{day(back)} 10:00")
    form.reload()
    form.get_by_label("Chart on the first page").select_option("Nausea")
    show(form)
    expect(form.get_by_role("heading", name="Course of Nausea")).to_be_visible()
    expect(form.get_by_label("Chart on the first page")).to_have_value("Nausea")
    # One that is left out cannot be drawn: it is said beside the field.
    form.get_by_label("Nausea", exact=True).uncheck()
    form.get_by_role("button", name="Preview").click()
    expect(form.get_by_text("The symptom for the chart is not in this report.")).to_be_visible()


def test_the_command_makes_the_same_and_overwrites_nothing(furnished, tmp_path):
    target = tmp_path / "doctor.pdf"
    furnished.command("report", "--out", str(target), "--yes")
    assert target.read_bytes().startswith(b"%PDF-") and target.stat().st_mode & 0o777 == 0o600
    with pytest.raises(AssertionError, match="exists|there already"):
        furnished.command("report", "--out", str(target), "--yes")


def test_printing_the_preview_leaves_only_the_sheet(form):
    show(form)
    form.emulate_media(media="print")
    expect(form.get_by_role("article", name="Health report")).to_be_visible()
    expect(form.get_by_role("heading", name="This is a preview")).to_be_hidden()
    expect(form.get_by_role("navigation", name="Main")).to_be_hidden()


def test_the_form_and_the_preview_hinder_no_one(form, look):
    look(form, "the form", wide=1280)
    show(form)
    look(form, "the preview", wide=1280)


def test_without_scripts_it_works_as_well(furnished, open_context):
    page = open_context(java_script_enabled=False).new_page()
    enter(page, furnished)
    page.goto(furnished.origin + "/insights/report")
    show(page)
    expect(page.get_by_role("article", name="Health report")).to_be_visible()
