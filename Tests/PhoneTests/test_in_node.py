"""The phone's program in node, with a vault as a desktop leaves it."""
import hashlib
import html
import json
import re
import shutil

import pytest

import in_node
from journal import PASSPHRASE, PHONE_PASSPHRASE, Desk

PAGE = 4096
# They are all on the first page of Journal.
FEW = 25


def desk_with(count, authority, folder):
    desk = Desk(folder, authority)
    desk.run("init", "--recovery-out", str(folder / "recovery"))
    desk.begin_with((f"2026-06-{1 + number % 28:02}T08:00:00+02:00", f"Day {number}.") for number in range(count))
    return desk


@pytest.fixture(scope="session")
def desk(authority, tmp_path_factory):
    return desk_with(10_000, authority, tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="session")
def few(authority, tmp_path_factory):
    return desk_with(FEW, authority, tmp_path_factory.mktemp("few"))


@pytest.fixture
def start(app, tmp_path):
    """Starts the program with the vault of a desk, again if it runs."""
    running = []

    def begin(desk=None, damage=lambda vault: None):
        stop()
        if desk:
            shutil.rmtree(tmp_path / "vault", ignore_errors=True)
            shutil.copytree(desk.folder / "vault", tmp_path / "vault")
        damage(tmp_path / "vault")
        running.append(in_node.Phone(tmp_path, "Europe/Vienna", in_node.program(app)))
        return running[-1]

    def stop():
        while running:
            running.pop().end()

    yield begin
    stop()


def words(answer):
    """What a page says, without its markup."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", answer.body.decode())))


def first_page(phone, passphrase=PASSPHRASE):
    """Where its owner gets to: Today, or the page that says why not."""
    answer = phone.ask("GET", "/")
    if answer.status == 303:
        phone.ask("GET", dict(answer.headers)["location"])
        answer = phone.ask("POST", "/unlock", {"passphrase": passphrase})
        answer = phone.ask("GET", dict(answer.headers)["location"])
    return words(answer)


# MARK: An export

@pytest.mark.parametrize("format", ["json", "html", "markdown", "csv", "jrnl"])
def test_pages_are_answered_and_entries_saved_while_an_export_is_written(start, desk, format):
    phone = start(desk)
    phone.unlock(PASSPHRASE)
    phone.ask("GET", "/settings/export")
    phone.send("POST", "/settings/export", {"format": format, "protection": "clear", "in-clear": "yes"}, tells=format != "jrnl")
    # The text of jrnl comes all at once at the end.
    if format != "jrnl":
        assert phone.next() == {"began": "/settings/export"}
    phone.send("GET", "/today")
    parts = [f'--part\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in {"text": "Written meanwhile.", "draft": "new"}.items()]
    named = {"content-type": "multipart/form-data; boundary=part", "x-form-token": phone.token}
    phone.send("POST", "/entries", body=("".join(parts) + "--part--\r\n").encode(), **named)
    page, saved, export = phone.answer(), phone.answer(), phone.answer()
    assert (page.target, page.status) == ("/today", 200)
    assert (saved.target, saved.status) == ("/entries", 303)
    assert (export.target, export.status) == ("/settings/export", 200)
    # It is whole, and as it was at its beginning.
    assert export.body.count(b"Day 9999.") == 1 and b"Written meanwhile." not in export.body
    if format == "json":
        assert len(json.loads(export.body)["records"]) == 10_000
    assert "Written meanwhile." in words(phone.ask("GET", "/journal"))


# MARK: Damage

def sealed(text):
    """A vault file with its checksum (docs/formats/vault.md)."""
    return text + hashlib.sha256(text).digest()


def keys(change):
    """Changes both copies of the vault file."""
    def damage(vault):
        for file in vault / "vault.auralyst", vault / "vault.auralyst.bak":
            file.write_bytes(change(file.read_bytes()[:-32]))
    return damage


def overwritten(file, at, count=100):
    with open(file, "r+b") as file:
        file.seek(at)
        file.write(bytes(count))


# What is wrong, what the phone says, and what to do.
LINK_AGAIN = "Link this phone again"
FAULTS = {
    "slots with absurd costs": (keys(lambda text: sealed(re.sub(rb"m=\d+", b"m=4294967295", text))), "asks for more work or memory than any real vault", LINK_AGAIN),
    "slots that take too long": (keys(lambda text: sealed(re.sub(rb",t=\d+", b",t=4294967295", text))), "asks for more work or memory than any real vault", LINK_AGAIN),
    "both copies of the vault file": (keys(lambda text: text[:100] + bytes(10) + text[110:] + bytes(32)), "The vault file and its second copy are damaged", LINK_AGAIN),
    "a newer vault file": (keys(lambda text: sealed(text.replace(b"auralyst-vault/1", b"auralyst-vault/2"))), "This vault was made by a newer version of Auralyst", "The app must be updated where this phone gets it"),
    "the database's first page": (lambda vault: overwritten(vault / "journal.db", 200), "The vault's database is damaged", LINK_AGAIN),
    "no database": (lambda vault: (vault / "journal.db").unlink(), "The vault's database is missing", LINK_AGAIN),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_of_a_vaults_files_has_its_sentence_and_changes_nothing(start, few, tmp_path, fault):
    damage, sentence, hint = FAULTS[fault]
    phone = start(few, damage)
    names = "vault.auralyst", "vault.auralyst.bak", "journal.db"
    before = [(tmp_path / "vault" / name).exists() and (tmp_path / "vault" / name).read_bytes() for name in names]
    told = first_page(phone)
    assert sentence in told and hint in told
    assert "Today" not in told
    phone.end()
    assert before == [(tmp_path / "vault" / name).exists() and (tmp_path / "vault" / name).read_bytes() for name in names]
    # With the right files all that was saved is there.
    for name in names:
        shutil.copy(few.folder / "vault" / name, tmp_path / "vault")
    phone = start()
    assert "Today" in first_page(phone)
    assert sum(f"Day {number}." in words(phone.ask("GET", "/journal")) for number in range(FEW)) == FEW


@pytest.mark.parametrize("copy", ["vault.auralyst", "vault.auralyst.bak"])
def test_one_copy_of_the_vault_file_is_enough_and_a_new_passphrase_writes_both(start, few, copy):
    phone = start(few, lambda vault: overwritten(vault / copy, 100))
    told = first_page(phone)
    assert f"{copy[:1].upper()}{copy[1:]} is damaged" in told and "Change the passphrase in Settings: that writes both" in told
    assert f"Day {FEW - 1}." in words(phone.ask("GET", "/journal"))
    phone.ask("GET", "/settings/passphrase")
    fields = {"old": PASSPHRASE, "passphrase": PHONE_PASSPHRASE, "repeated": PHONE_PASSPHRASE}
    assert phone.ask("POST", "/settings/passphrase", fields).status == 303
    # Each copy opens alone.
    for other in "vault.auralyst", "vault.auralyst.bak":
        told = first_page(start(damage=lambda vault: (vault / other).rename(vault / "aside")), PHONE_PASSPHRASE)
        assert "Today" in told and f"{other[:1].upper()}{other[1:]} is missing" in told
        start(damage=lambda vault: (vault / "aside").rename(vault / other))


def test_damaged_pages_of_the_database_are_told_wherever_they_are(start, few):
    size = (few.folder / "vault/journal.db").stat().st_size // PAGE
    told = []
    for first in range(1, size, size // 4):
        phone = start(few, lambda vault: [overwritten(vault / "journal.db", page * PAGE + 100) for page in range(first, min(size, first + size // 4))])
        said = first_page(phone)
        if "Today" in said:
            said = words(phone.ask("GET", "/journal"))
        told.append("is damaged" in said)
        # Whatever can be read is shown; what is missing is said.
        assert told[-1] or all(f"Day {number}." in said for number in range(FEW)), (first, said)
    assert any(told)
