"""The phone's program in node, with a vault as a desktop leaves it."""
import json
import shutil

import pytest

import in_node
from journal import PASSPHRASE, Desk


@pytest.fixture(scope="session")
def desk(authority, tmp_path_factory):
    desk = Desk(tmp_path_factory.mktemp("desk"), authority)
    desk.make()
    desk.begin_with((f"2026-06-{1 + number % 28:02}T08:00:00+02:00", f"Day {number}.") for number in range(10_000))
    desk.run("lock")
    yield desk
    desk.end()


@pytest.fixture
def phone(desk, app, tmp_path):
    shutil.copytree(desk.folder / "vault", tmp_path / "vault")
    phone = in_node.Phone(tmp_path, "Europe/Vienna", in_node.program(app))
    yield phone
    phone.end()


@pytest.mark.parametrize("format", ["json", "html", "markdown", "csv", "jrnl"])
def test_pages_are_answered_and_entries_saved_while_an_export_is_written(phone, format):
    phone.unlock(PASSPHRASE)
    phone.ask("GET", "/settings/export")
    phone.send("POST", "/settings/export", {"format": format, "protection": "clear", "in-clear": "yes"}, tells=format != "jrnl")
    # The text of jrnl comes all at once at the end.
    if format != "jrnl":
        assert phone.next() == {"began": "/settings/export"}
    phone.send("GET", "/today")
    phone.send("POST", "/entries", {"text": "Written meanwhile.", "draft": "new"})
    page, saved, export = phone.answer(), phone.answer(), phone.answer()
    assert (page.target, page.status) == ("/today", 200)
    assert (saved.target, saved.status) == ("/entries", 303)
    assert (export.target, export.status) == ("/settings/export", 200)
    # It is whole, and as it was at its beginning.
    assert export.body.count(b"Day 9999.") == 1 and b"Written meanwhile." not in export.body
    if format == "json":
        assert len(json.loads(export.body)["records"]) == 10_000
    assert b"Written meanwhile." in phone.ask("GET", "/today").body
