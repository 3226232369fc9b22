"""One journal, three people, each with a vault and a browser of their own, and a real relay between them."""
import re

import pytest
from playwright.sync_api import expect

from conftest import App, enter
from test_photo_facts import exif, photo
from test_sync import begin, pass_on, relay, reload_until  # noqa: F401 (a fixture)


@pytest.fixture
def person(tmp_path, open_context):
    """A person with a vault that no one else has a copy of, and a page in its app."""
    made = []

    def make(name, **options):
        folder = tmp_path / name
        folder.mkdir()
        app = App(folder)
        made.append(app)
        app.make()
        # Each waits while the others act, on a slow machine for long.
        app.command("preferences", "--lock-after", "240")
        page = open_context(**options).new_page()
        # A page asks for what only the relay knows every few seconds; a test need not wait for that.
        page.clock.install()
        enter(page, app)
        return app, page

    yield make
    for app in made:
        app.end()


def invite(app, page, whom, role):
    page.goto(app.origin + "/people")
    page.get_by_role("link", name="Invite someone").click()
    page.get_by_label("For whom").fill(whom)
    page.get_by_label("Your name there").fill("Ben")
    page.get_by_label(role, exact=True).check()
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_text("The link is ready.")).to_be_visible()
    link = page.locator(".invitation").filter(has_text=whom).get_by_role("textbox", name="Link").input_value()
    assert re.match(r"http://127\.0\.0\.1:\d+/join#\w+\.\w+\.[\w-]+$", link)
    # The app has told the relay.
    app.command("sync", "now")
    return link


def ask(app, page, link, name):
    page.goto(app.origin + "/people")
    page.get_by_role("link", name="Join with a link").click()
    page.get_by_label("Link", exact=True).fill(link)
    page.get_by_label("Your name, as the owner sees it").fill(name)
    page.get_by_role("button", name="Ask to join").click()
    expect(page.get_by_text("Request sent. Now read your safety code")).to_be_visible()
    assert "secret" not in page.url and "#" not in page.url
    return page.locator(".people-own code").inner_text()


def let_in(page, name, words, owner, member):
    """The request appears by itself on the owner's page, with the words of the one who asks."""
    page.clock.fast_forward("00:10")
    row = page.locator("li.asking").filter(has_text=name)
    expect(row).to_be_visible()
    expect(row.locator("code")).to_have_text(words)
    row.get_by_role("button", name="Accept").click()
    expect(page.get_by_text(f"{name} is now a member.")).to_be_visible()
    pass_on(owner, member)


@pytest.mark.story
def test_a_journal_is_shared_written_in_together_and_taken_back(person, relay, look):  # noqa: F811
    address, folder = relay
    (ben, here), (ann, hers), (cem, his) = person("ben"), person("ann"), person("cem")
    ben.command("add", "Slept badly, the third night now.")
    here.goto(ben.origin + "/people")
    expect(here.get_by_text("Invite a partner to add notes. You stay in control.")).to_be_visible()
    look(here, "no one yet")
    begin(here, ben, address)

    # Invited, asked, compared, let in.
    link = invite(ben, here, "Annalena", "Read, and add notes")
    look(here, "an open invitation")
    words = ask(ann, hers, link, "Annalena")
    look(hers, "asked")
    here.clock.fast_forward("00:10")
    expect(here.locator("li.asking")).to_be_visible()
    look(here, "someone asks")
    let_in(here, "Annalena", words, ben, ann)
    expect(hers.get_by_role("heading", name="The journal of Ben")).to_be_visible()
    row = here.locator("li.person").filter(has_text="Annalena")
    row.locator("summary").click()
    row.get_by_role("button", name="The codes match").click()
    expect(here.locator("li.person").filter(has_text="Annalena")).to_contain_text("compared")
    expect(here.get_by_text("Marked as compared.")).to_be_visible()
    here.locator("li.person").filter(has_text="Annalena").locator("summary").click()
    look(here, "a member")

    # A note arrives beside the entry, and does not move what is being written there.
    hers.goto(ann.origin + "/journal")
    pass_on(ben, ann)
    expect(hers.get_by_text("by Ben")).to_be_visible()
    hers.get_by_role("link", name=re.compile("Slept badly")).click()
    expect(hers.get_by_role("link", name="Edit")).to_have_count(0)
    here.goto(ben.origin + "/journal")
    here.get_by_role("link", name=re.compile("Slept badly")).click()
    typing = here.get_by_label("Add a note")
    typing.fill("Half a thought")
    before = typing.bounding_box()["y"]
    hers.get_by_label("Add a note").fill("Coffee at five, again?")
    hers.get_by_role("button", name="Add the note").click()
    expect(hers.locator("#notes li")).to_contain_text("Coffee at five")
    pass_on(ann, ben)
    note = here.locator("#notes li").filter(has_text="Coffee at five")
    expect(note).to_be_visible()
    expect(note).to_contain_text("Annalena")
    expect(typing).to_have_value("Half a thought")
    expect(typing).to_be_focused()
    assert abs(typing.bounding_box()["y"] - before) < 2 or here.evaluate("scrollY + innerHeight >= document.documentElement.scrollHeight - 2")
    here.get_by_role("button", name="Add the note").click()
    expect(here.locator("#notes li").filter(has_text="Half a thought")).to_be_visible()
    pass_on(ben, ann)
    expect(hers.locator("#notes li").filter(has_text="Half a thought")).to_contain_text("Ben")
    look(hers, "notes")
    hers.locator("#notes").get_by_role("link", name="Change your note").click()
    expect(hers.get_by_label("Your note")).to_be_visible()
    look(hers, "a note of one's own")
    hers.get_by_label("Your note").fill("Coffee at six, again?")
    hers.get_by_role("button", name="Save").click()
    expect(hers.locator("#notes")).to_contain_text("Coffee at six")
    pass_on(ann, ben)
    expect(here.locator("#notes")).to_contain_text("Coffee at six")
    here.get_by_role("button", name="Hide the note of Annalena").click()
    expect(here.locator("#notes")).to_contain_text("hidden")
    here.get_by_role("button", name="Show again").click()

    # A third one, who writes and leaves.
    words = ask(cem, his, invite(ben, here, "Cem", "Read and write entries and notes"), "Cem")
    let_in(here, "Cem", words, ben, cem)
    expect(his.get_by_role("heading", name="The journal of Ben")).to_be_visible()
    his.get_by_role("link", name="Leave this journal…").click()
    expect(his.get_by_role("button", name="Leave journal")).to_be_visible()
    look(his, "leaving")
    his.get_by_role("button", name="Leave journal").click()
    expect(his.get_by_text("You left this journal.")).to_be_visible()
    here.goto(ben.origin + "/people")
    reload_until(here, lambda: here.locator("li.person").count() == 2, cem, ben)

    # Another role, and the way out.
    row = here.locator("li.person").filter(has_text="Annalena")
    row.locator("summary").click()
    row.get_by_label("What Annalena may do").select_option("reader")
    row.get_by_role("button", name="Change what Annalena may do").click()
    expect(here.get_by_text("Changed.")).to_be_visible()
    hers.goto(ann.origin + "/people")
    reload_until(hers, lambda: "You can read here." in hers.content(), ben, ann)
    hers.goto(ann.origin + "/journal")
    hers.get_by_role("link", name=re.compile("Slept badly")).click()
    expect(hers.locator("#notes")).to_contain_text("Coffee at six")
    expect(hers.get_by_label("Add a note")).to_have_count(0)
    here.locator("li.person").filter(has_text="Annalena").locator("summary").click()
    here.get_by_role("link", name="Remove Annalena…").click()
    expect(here.get_by_text("What Annalena has read or copied can’t be taken back.")).to_be_visible()
    look(here, "removing")
    here.get_by_role("button", name="Remove Annalena").click()
    expect(here.get_by_text("Removed. New entries are encrypted")).to_be_visible()
    expect(here.get_by_text("Right now, only you see it.")).to_be_visible()
    ben.command("add", "Nobody else reads this.")
    ben.command("sync", "now")
    hers.goto(ann.origin + "/people")
    reload_until(hers, lambda: "You were removed from this journal" in hers.content(), ben, ann)
    look(hers, "removed")
    assert "Nobody else reads this." not in ann.command("list")
    # What is here stays until it is put away; then nothing of it is left.
    assert "Slept badly" in ann.command("list")
    hers.get_by_role("link", name="Remove it from your vault…").click()
    expect(hers.get_by_text("Its keys are destroyed first")).to_be_visible()
    look(hers, "putting away")
    hers.get_by_role("button", name="Remove journal").click()
    expect(hers.get_by_text("Removed, and its keys are destroyed.")).to_be_visible()
    assert "Slept badly" not in ann.command("list")
    here.goto(ben.origin + "/journal")
    here.get_by_role("link", name=re.compile("Slept badly")).click()
    expect(here.locator("#notes")).to_contain_text("former member")

    # A name of three letters would come about by chance in so many bytes.
    held = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    for word in (b"Slept", b"Coffee", b"Annalena", b"Ben "):
        assert word not in held


def test_sharing_works_without_scripts_and_says_what_is_wrong(person, relay):  # noqa: F811
    address, _ = relay
    ben, here = person("ben", java_script_enabled=False)
    ann, hers = person("ann", java_script_enabled=False, expected=("422",))
    begin(here, ben, address)
    link = invite(ben, here, "Ann", "Read")
    hers.goto(ann.origin + "/people/join")
    hers.get_by_label("Link", exact=True).fill(link[:-5])
    hers.get_by_label("Your name, as the owner sees it").fill("Ann")
    hers.get_by_role("button", name="Ask to join").click()
    expect(hers.locator(".fault")).to_contain_text("That is not an invitation.")
    expect(hers.get_by_label("Your name, as the owner sees it")).to_have_value("Ann")
    words = ask(ann, hers, link, "Ann")
    reload_until(here, lambda: here.locator("li.asking").count() == 1, ben)
    let_in(here, "Ann", words, ben, ann)
    reload_until(hers, lambda: "The journal of Ben" in hers.content(), ben, ann)


def check_earlier_photos(ben, here, address, tmp_path):
    begin(here, ben, address)
    file = photo(tmp_path / "river.png")
    ben.command("add", "By the river.", "--attach", str(file))
    here.goto(ben.origin + "/people")
    here.get_by_role("link", name="Invite someone").click()
    here.get_by_role("link", name="Check earlier photos").click()
    expect(here.get_by_text("1 of 1 photo or video says where it was taken.")).to_be_visible()
    here.get_by_role("link", name="Cancel").click()
    here.get_by_role("link", name="Check earlier photos").click()
    here.get_by_role("button", name="Remove places").click()
    expect(here.get_by_role("heading", name="Places removed")).to_be_visible()
    expect(here.get_by_text("The place was removed from 1 photo or video.")).to_be_visible()
    here.get_by_role("link", name="Back to Invite").click()
    here.get_by_role("link", name="Check earlier photos").click()
    expect(here.get_by_text("No photo or video here says where it was taken (1 searched).")).to_be_visible()
    ben.command("show", "last", "--save-attachments", str(tmp_path / "ben"), "--with-places")
    saved = (tmp_path / "ben" / "river.png").read_bytes()
    assert exif()[76:130] in file.read_bytes() and exif()[76:130] not in saved and len(saved) == file.stat().st_size


def test_earlier_photos_are_counted_and_lose_their_place_before_a_journal_is_shared(person, relay, tmp_path):  # noqa: F811
    check_earlier_photos(*person("ben"), relay[0], tmp_path)


def test_earlier_photos_lose_their_place_without_scripts(person, relay, tmp_path):  # noqa: F811
    check_earlier_photos(*person("ben", java_script_enabled=False), relay[0], tmp_path)


@pytest.mark.phone
def test_who_stops_syncing_keeps_the_page_and_is_shown_the_way_back(person, relay):  # noqa: F811
    address, _ = relay
    ben, here = person("ben")
    begin(here, ben, address)
    invite(ben, here, "Ann", "Read")
    ben.command("sync", "stop")
    here.goto(ben.origin + "/people")
    expect(here.get_by_text("For Ann")).to_be_visible()
    expect(here.get_by_role("link", name="Set up sync", exact=True)).to_be_visible()
