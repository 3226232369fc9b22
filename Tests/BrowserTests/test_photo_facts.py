"""What a photo says of its time and place: offered for its entry, and left out of what leaves the vault."""
import json
import re
import struct
import zlib

from playwright.sync_api import expect

from conftest import PASSPHRASE, enter, until
from test_journaling import picture


def exif():
    """TIFF 6.0: taken on 12 March 2024 at 14:05, at 48° 12′ 30″ N, 16° 22′ 15″ E."""
    def field(tag, kind, count, value):
        return struct.pack("<HHI", tag, kind, count) + value.ljust(4, b"\0")

    def at(offset):
        return struct.pack("<I", offset)

    def degrees(*numbers):
        return b"".join(struct.pack("<II", number, 1) for number in numbers)

    first = struct.pack("<H", 2) + field(0x8769, 4, 1, at(38)) + field(0x8825, 4, 1, at(76)) + at(0)
    taken = struct.pack("<H", 1) + field(0x9003, 2, 20, at(56)) + at(0) + b"2024:03:12 14:05:33\0"
    place = struct.pack("<H", 4) + field(1, 2, 2, b"N") + field(2, 5, 3, at(130)) + field(3, 2, 2, b"E") + field(4, 5, 3, at(154)) + at(0)
    return b"II*\0" + at(8) + first + taken + place + degrees(48, 12, 30) + degrees(16, 22, 15)


def photo(path):
    """A true PNG that says when and where it was taken."""
    plain = picture(path).read_bytes()
    chunk = b"eXIf" + exif()
    path.write_bytes(plain[:33] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) + plain[33:])
    return path


def write_with_photo(page, folder):
    """A text and a photo, and what the photo offers."""
    page.locator("#files").set_input_files(str(photo(folder / "river.png")))
    offer = page.locator("#photo-chips")
    expect(offer).to_contain_text("Photo taken 12 Mar 2024, 14:05")
    page.get_by_label("Your entry").fill("By the river.")
    return offer


def test_a_photo_offers_its_time_and_place_and_sets_neither_by_itself(app, signed_in, tmp_path):
    page = signed_in
    offer = write_with_photo(page, tmp_path)
    page.get_by_role("button", name="Use this time").click()
    expect(offer.get_by_role("button", name="Use this time")).to_have_count(0)
    expect(page.get_by_label("Your entry")).to_be_focused()
    page.get_by_role("button", name="Use its place").click()
    expect(offer).to_be_empty()
    expect(page.locator("#chosen")).to_contain_text("48.20833, 16.37083")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved on Tuesday, 12 March 2024 at 14:05.")).to_be_visible()
    entry = json.loads(app.command("--json", "show", "last"))
    assert entry["day"] == "2024-03-12" and entry["place"]["latitude"] == 48.20833


def test_a_draft_that_is_opened_again_shows_its_photo_and_what_it_says(app, signed_in, tmp_path):
    page = signed_in
    offer = write_with_photo(page, tmp_path)
    page.reload()
    line = page.locator(".staged-file")
    shown = "image => image.complete && image.naturalWidth > 0"
    until(lambda: line.locator("img").evaluate(shown), page.content)
    expect(offer).to_contain_text("Photo taken 12 Mar 2024, 14:05")
    page.get_by_role("button", name="Lock", exact=True).first.click()
    page.get_by_label("Passphrase", exact=True).fill(PASSPHRASE)
    page.get_by_role("button", name="Unlock", exact=True).click()
    expect(page.get_by_label("Your entry")).to_have_value("By the river.")
    until(lambda: line.locator("img").evaluate(shown), page.content)
    page.get_by_role("button", name="Into the text").click()
    expect(page.get_by_label("Your entry")).to_have_value(re.compile(r"!\[\]\(river\.png\)"))
    page.get_by_role("button", name="Use its place").click()
    page.get_by_role("button", name="Save", exact=True).click()
    entry = until(lambda: app.json("list"), page.content)[0]
    assert app.json("show", entry["id"])["place"]["latitude"] == 48.20833


def test_a_picture_that_no_browser_reads_is_kept_and_said(app, signed_in, tmp_path):
    page = signed_in
    torn = tmp_path / "torn.jpg"
    torn.write_bytes(b"\xff\xd8\xff\xe0" + b"torn" * 300)
    page.locator("#files").set_input_files(str(torn))
    expect(page.locator(".staged-file")).to_contain_text("This picture can’t be shown. It is kept as it is.")
    expect(page.locator(".staged-file")).to_contain_text("1.2 kB")
    page.get_by_label("Your entry").fill("Torn.")
    page.get_by_role("button", name="Save", exact=True).click()
    entry = until(lambda: app.json("list"), page.content)[0]
    page.goto(app.origin + "/journal")
    expect(page.locator(".row-pictures.is-unreadable")).to_have_count(1)
    (tmp_path / "copies").mkdir()
    app.command("show", entry["id"], "--save-attachments", str(tmp_path / "copies"))
    assert (tmp_path / "copies/torn.jpg").read_bytes() == torn.read_bytes()


def test_what_was_not_used_is_offered_on_the_page_of_the_entry_without_scripts(app, open_context, tmp_path):
    page = open_context(java_script_enabled=False).new_page()
    enter(page, app)
    page.get_by_label("Your entry").fill("By the river.")
    page.locator("#files").set_input_files(str(photo(tmp_path / "river.png")))
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("link", name=re.compile("By the river")).first.click()
    page.get_by_role("button", name="Use its place").click()
    expect(page.get_by_text("at 48.20833, 16.37083")).to_be_visible()
    page.get_by_role("button", name="Use this time").click()
    expect(page.get_by_role("heading", name=re.compile("12 March 2024, 14:05"))).to_be_visible()


def test_a_copy_of_a_photo_has_no_place_unless_it_is_asked_for(app, signed_in, tmp_path):
    page = signed_in
    file = photo(tmp_path / "river.png")
    app.command("add", "By the river.", "--attach", str(file))
    entry = json.loads(app.command("--json", "show", "last"))
    page.goto(f"{app.origin}/entry/{entry['id']}/file/{entry['attachments'][0]['id']}")
    copies = {}
    for name in ["Save a copy", "Save with its place"]:
        with page.expect_download() as download:
            page.get_by_role("link", name=name).click()
        copies[name] = download.value.path().read_bytes()
    assert copies["Save with its place"] == file.read_bytes()
    place = exif()[76:130]
    assert place in file.read_bytes() and place not in copies["Save a copy"] and b"2024:03:12 14:05:33" in copies["Save a copy"]
