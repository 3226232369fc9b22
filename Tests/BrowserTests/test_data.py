"""What the settings offer for a person's data: a plan before an import, an export after a tick, new keys with progress, and no wipe by
a wrong name."""
import json
import random
import re

import pytest
from playwright.sync_api import expect

from conftest import PASSPHRASE, enter, unlock


def choose(page, app, *paths):
    page.goto(app.origin + "/import")
    page.get_by_label("Files").set_input_files([str(path) for path in paths])
    page.get_by_role("button", name="Preview").click()
    page.wait_for_url("**/import/plan")


@pytest.mark.phone
@pytest.mark.story
def test_an_import_shows_its_plan_first_and_ends_with_a_receipt(app, signed_in, look, tmp_path):
    page = signed_in
    (tmp_path / "diary.txt").write_text("[2020-05-04 09:12] A first line.\r\n\r\n[2020-05-05 10:00] A second.\r\n")
    choose(page, app, tmp_path / "diary.txt")
    expect(page.get_by_label("Read as")).to_have_value("jrnl")
    expect(page.get_by_text("From Monday, 4 May 2020 to Tuesday, 5 May 2020.")).to_be_visible()
    assert app.json("list") == []
    look(page, "the plan")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="2 entries imported")).to_be_visible()
    assert page.url.endswith("/progress") and "diary" not in page.title()
    look(page, "the receipt")
    page.get_by_role("link", name="Unchanged").click()
    expect(page.get_by_text("None.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the receipt").click()
    receipt = json.loads(download.value.path().read_text())[0]["receipt"]
    assert (receipt["read"], receipt["changed"]) == (2, 2)
    assert len(app.json("list")) == 2


def test_an_import_asks_for_the_order_of_dates_and_updates_what_has_changed(app, signed_in, look, tmp_path):
    page = signed_in
    diary = tmp_path / "diary.csv"
    diary.write_text("id,date,text,weather\n1,03/04/24 9:05 PM,A line.,wet\n")
    choose(page, app, diary)
    expect(page.get_by_text("read with the month first, the usual order")).to_be_visible()
    expect(page.get_by_text("kept with each entry and exported, but not shown: 'weather'")).to_be_visible()
    page.get_by_label("What comes first in its dates").select_option("dayFirst")
    page.get_by_role("button", name="Update preview").click()
    expect(page.get_by_text("All on Wednesday, 3 April 2024.")).to_be_visible()
    look(page, "the plan with dates")
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_role("heading", name="1 entry imported")).to_be_visible()
    assert app.json("list")[0]["day"] == "2024-04-03"
    diary.write_text("id,date,text,weather\n1,03/04/24 9:05 PM,A better line.,wet\n")
    choose(page, app, diary)
    page.get_by_label("What comes first in its dates").select_option("dayFirst")
    page.get_by_label("Update entries that have changed in the source").check()
    page.get_by_role("button", name="Update preview").click()
    page.get_by_text("Entries that would be updated: 1").click()
    expect(page.get_by_text("updated from the source: text")).to_be_visible()
    expect(page.get_by_label("Update entries that have changed in the source")).to_be_checked()
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/progress")
    expect(page.get_by_role("link", name="Save the receipt")).to_be_visible()
    assert [entry["text"] for entry in app.json("list")] == ["A better line."]


def test_an_import_works_without_scripts(app, open_context, tmp_path):
    page = open_context(java_script_enabled=False).new_page()
    enter(page, app)
    (tmp_path / "diary.txt").write_text("[2020-05-04 09:12] A first line.\n")
    choose(page, app, tmp_path / "diary.txt")
    page.get_by_role("button", name="Import", exact=True).click()
    # The page of the work loads itself again until the work is over.
    expect(page.get_by_role("heading", name="1 entry imported")).to_be_visible()


def test_random_bytes_named_zip_are_refused_in_words(app, open_context, tmp_path):
    page = open_context(expected=["422"]).new_page()
    enter(page, app)
    (tmp_path / "random.zip").write_bytes(random.Random(7).randbytes(3000))
    choose(page, app, tmp_path / "random.zip")
    expect(page.get_by_text("The file is not text.")).to_be_visible()
    assert app.json("list") == []


def test_an_export_in_clear_needs_its_tick(app, open_context, look):
    page = open_context(expected=["422"]).new_page()
    enter(page, app)
    app.command("add", "Words that leave the vault.")
    page.goto(app.origin + "/settings/export")
    page.get_by_role("radio", name="Not encrypted: anyone with the file").check()
    page.get_by_role("button", name="Export", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was exported.")
    look(page, "the export, refused")
    page.get_by_label("I know that the file is not encrypted").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export", exact=True).click()
    assert "Words that leave the vault." in download.value.path().read_text()


@pytest.mark.phone
@pytest.mark.story
def test_an_export_is_encrypted_where_nothing_else_is_said(app, signed_in):
    page = signed_in
    app.command("add", "Words that nobody reads.")
    page.goto(app.origin + "/settings/export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export", exact=True).click()
    assert download.value.suggested_filename.endswith(".json.age")
    content = download.value.path().read_bytes()
    assert content.startswith(b"age-encryption.org/v1") and b"nobody reads" not in content


def test_a_new_key_is_made_while_a_page_shows_how_far_it_is(app, page):
    # By the passphrase: the new key would take the place of the one that is kept for all copies of the vault.
    app.start()
    unlock(page, app)
    app.command("add", "Under the old key.")
    page.goto(app.origin + "/settings/keys")
    page.get_by_role("link", name="Make new keys").click()
    page.get_by_label("Your passphrase").fill(PASSPHRASE)
    page.get_by_role("button", name="Make new keys").click()
    expect(page.get_by_role("heading", name="The journal has a new key")).to_be_visible()
    page.goto(app.origin + "/journal")
    expect(page.get_by_text("Under the old key.")).to_be_visible()


@pytest.mark.story
def test_a_backup_is_made_and_checked(app, signed_in, look, tmp_path):
    page = signed_in
    app.command("add", "To be kept.")
    page.goto(app.origin + "/settings/backup")
    page.get_by_label("Folder on this machine").fill(str(tmp_path / "backups"))
    page.get_by_role("button", name="Back up now").click()
    expect(page.get_by_role("heading", name="Backup complete")).to_be_visible()
    page.get_by_role("link", name="Back to Backup").click()
    page.wait_for_url("**/settings/backup")
    look(page, "the backups")
    page.get_by_role("button", name="Check the newest backup").click()
    expect(page.get_by_role("heading", name="The backup is good")).to_be_visible()
    page.get_by_role("link", name="Back to Backup").click()
    expect(page.locator("dd", has_text="today")).to_have_count(2)


def test_a_wrong_name_does_not_wipe_and_the_right_one_leaves_a_last_page(app, open_context, look):
    page = open_context(expected=["422"]).new_page()
    # By the passphrase: the key that is kept for all copies of the vault would go with the wipe.
    app.start()
    unlock(page, app)
    app.command("add", "Still here.")
    other = page.context.new_page()
    other.goto(app.origin + "/journal")
    # Of the pages of a browser one listens: from now on the other one.
    with other.expect_response("**/events"):
        page.goto(app.origin + "/settings/wipe")
    page.get_by_label(re.compile("Type the vault’s name")).fill("another")
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Destroy it").click()
    expect(page.get_by_text("This is not the name of this vault.")).to_be_visible()
    assert "Still here." in app.command("list")
    page.get_by_label(re.compile("Type the vault’s name")).fill(app.vault.name)
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Destroy it").click()
    expect(page.get_by_role("heading", name="Destroyed")).to_be_visible()
    look(page, "the last page")
    assert not app.has_vault()
    # A moment later the other pages of this browser hear of the lock; this one stays.
    other.wait_for_url("**/welcome")
    expect(page.get_by_role("heading", name="Destroyed")).to_be_visible()
