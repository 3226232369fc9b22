"""A mood as a face, a word or both, everywhere; the owner's own faces, words and tags; what is asked and ticked in a text."""
import pytest
from playwright.sync_api import expect

from conftest import enter, open_sheet


@pytest.fixture
def without_scripts(app, open_context):
    page = open_context(java_script_enabled=False).new_page()
    enter(page, app)
    return page


def choose_face(page, name):
    page.locator(".faces").get_by_role("radio", name=name, exact=True).check(force=True)


def write(page, text):
    page.get_by_label("Your entry").fill(text)


def open_tag(page, name):
    page.locator("#tags summary").filter(has_text=f"#{name}").click()


def save(page):
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Your entry")).to_have_value("")


@pytest.mark.phone
def test_an_entry_has_a_face_and_a_word_together_wherever_it_is_shown(app, signed_in):
    page = signed_in
    write(page, "By the river.")
    open_sheet(page, "mood")
    choose_face(page, "4 of 5")
    page.get_by_role("radio", name="relaxed", exact=True).check(force=True)
    expect(page.locator("#chosen li")).to_have_text(["4 of 5 relaxed"])
    page.keyboard.press("Escape")
    save(page)
    expect(page.locator("#today-entries .chip-mood")).to_have_text("8 of 10 relaxed")
    page.locator("#today-entries a").click()
    expect(page.locator(".entry-facts .chip-mood")).to_have_text("8 of 10 relaxed")
    [entry] = app.json("list")
    assert (entry["mood"], entry["mood_score"]) == ("relaxed", 8)
    assert "8 relaxed" in app.command("list") and "8 relaxed" in app.command("show", "last")


def test_a_number_that_was_typed_stays_when_its_face_is_left_alone(app, signed_in):
    page = signed_in
    app.command("add", "Typed.", "--mood", "7 calm")
    page.reload()
    page.locator("#today-entries a").click()
    page.get_by_role("link", name="Edit").click()
    write(page, "Typed, and changed.")
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_url("**/entry/*")
    [entry] = app.json("list")
    assert (entry["text"], entry["mood"], entry["mood_score"]) == ("Typed, and changed.", "calm", 7)


def test_a_second_tap_takes_a_face_back(app, signed_in):
    page = signed_in
    write(page, "No face.")
    open_sheet(page, "mood")
    face = page.locator('.faces input[value="10"]')
    face.click()
    expect(page.locator("#chosen li")).to_have_text(["5 of 5"])
    face.click()
    expect(page.locator("#chosen li")).to_have_count(0)
    page.keyboard.press("Escape")
    save(page)
    assert app.json("list")[0]["mood_score"] is None


@pytest.mark.phone
def test_one_tap_saves_a_face_and_a_second_one_a_word(app, signed_in):
    page = signed_in
    page.locator("#now").get_by_role("button", name="2 of 5").click()
    page.locator(".now-words").get_by_role("button", name="sad", exact=True).click()
    expect(page.get_by_text("Mood set to 4 sad.")).to_be_visible()
    expect(page.locator(".now-words")).to_have_count(0)
    [saved] = app.json("check-in", "list")
    assert (saved["mood"], saved["mood_word"]) == (4, "sad")
    page.goto(app.origin + "/health")
    expect(page.locator(".fact").first).to_have_text("Mood 4 sad")


def test_a_face_is_added_to_an_entry_and_taken_back(app, signed_in):
    page = signed_in
    app.command("add", "Later.")
    page.reload()
    page.locator("#today-entries a").click()
    page.get_by_text("Add a mood").click()
    page.get_by_role("button", name="3 of 5").click()
    expect(page.locator(".chip-mood")).to_have_text("6 of 10")
    page.get_by_text("Add a word").click()
    page.locator(".entry-mood").get_by_role("button", name="sad").click()
    expect(page.locator(".chip-mood")).to_have_text("6 of 10 sad")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".chip-mood")).to_have_text("6 of 10")


def test_own_faces_words_and_tags_are_seen_where_they_are_chosen_and_shown(app, open_context):
    page = open_context(expected=["422"]).new_page()
    enter(page, app)
    app.command("add", "Before.", "--tag", "walk", "--tag", "soup", "--mood", "worn out")
    page.goto(app.origin + "/settings/looks")
    page.get_by_label("Icon of face 5 of 5").fill("🌞")
    page.get_by_label("Name of face 5 of 5").fill("sunny")
    page.get_by_role("button", name="Save faces").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.get_by_label("Name of worn out").fill("tired")
    page.get_by_label("Offer angry").uncheck()
    page.get_by_label("Another word").fill("Hopeful")
    page.get_by_role("button", name="Save words").click()
    expect(page.get_by_text("Saved, and 1 mood renamed.")).to_be_visible()
    open_tag(page, "walk")
    page.get_by_label("Icon of walk").fill("🚶")
    page.get_by_label("Colour of walk").select_option("green")
    open_tag(page, "soup")
    page.get_by_label("Group of soup").fill("Food")
    page.get_by_role("button", name="Save tags").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    page.goto(app.origin + "/today")
    expect(page.locator("#now").get_by_role("button", name="sunny")).to_contain_text("🌞")
    expect(page.locator("#today-entries .chips")).to_contain_text("tired")
    expect(page.locator("#today-entries .hue-green")).to_have_text("🚶#walk")
    open_sheet(page, "mood")
    words = page.locator(".moods .mood:not(.mood-none)")
    expect(words).to_have_text(["happy", "relaxed", "sad", "anxious", "hopeful", "tired"])
    page.keyboard.press("Escape")
    open_sheet(page, "tags")
    expect(page.locator(".tag-choices > *")).to_have_text(["Food", "#soup", "Other tags", "🚶#walk"])
    # Two letters are an icon; more is refused, and what was typed stays.
    page.goto(app.origin + "/settings/looks")
    open_tag(page, "soup")
    page.get_by_label("Icon of soup").fill("soup")
    page.get_by_role("button", name="Save tags").click()
    expect(page.get_by_role("alert")).to_contain_text("too long for an icon")
    expect(page.get_by_label("Icon of soup")).to_have_value("soup")


def test_none_of_these_today_is_one_tap(app, signed_in):
    page = signed_in
    app.command("add", "Before.", "--tag", "walk")
    page.reload()
    open_sheet(page, "tags")
    page.get_by_role("button", name="None of these today").click()
    expect(page.get_by_text("Check-in saved.")).to_be_visible()
    [saved] = app.json("check-in", "list")
    assert saved["untagged"] is True


@pytest.mark.phone
def test_a_box_is_ticked_while_reading(app, signed_in):
    page = signed_in
    app.command("add", "Today:\n\n- [ ] tea\n- [x] walk\n- [ ] sleep")
    page.reload()
    page.locator("#today-entries a").click()
    page.get_by_role("checkbox", name="tea").click()
    expect(page.get_by_role("checkbox", name="tea")).to_be_checked()
    expect(page.get_by_text("Ticked.")).to_be_visible()
    page.get_by_role("checkbox", name="walk").click()
    expect(page.get_by_role("checkbox", name="walk")).not_to_be_checked()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("checkbox", name="walk")).to_be_checked()
    assert app.json("list")[0]["text"] == "Today:\n\n- [x] tea\n- [x] walk\n- [ ] sleep"


def test_a_box_of_a_text_that_was_changed_meanwhile_is_not_ticked(app, without_scripts):
    page = without_scripts
    app.command("add", "- [ ] tea\n- [ ] walk")
    page.goto(app.origin + "/today")
    page.locator("#today-entries a").click()
    page.get_by_role("checkbox", name="tea").wait_for()
    app.command("edit", "last", "--text", "- [ ] call\n- [ ] tea")
    page.get_by_role("checkbox", name="tea").click()
    expect(page.get_by_text("so nothing was ticked")).to_be_visible()
    assert app.json("list")[0]["text"] == "- [ ] call\n- [ ] tea"
    page.get_by_role("checkbox", name="tea").click()
    expect(page.get_by_role("checkbox", name="tea")).to_be_checked()


def test_a_word_becomes_a_tag_if_its_writer_wants_and_is_asked_once(app, signed_in):
    page = signed_in
    write(page, "A long #swim")
    question = page.locator("#tag-question")
    expect(question).to_contain_text("Make #swim a tag?")
    question.get_by_role("button", name="Yes").click()
    expect(question).to_be_hidden()
    save(page)
    assert app.json("list")[0]["tags"] == ["swim"]
    assert app.json("preferences")["text_tags"] is True


def test_never_is_remembered_after_saving_too(app, without_scripts):
    page = without_scripts
    page.goto(app.origin + "/today")
    write(page, "A long #swim")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Never").click()
    expect(page.get_by_text("Words stay words.")).to_be_visible()
    write(page, "Another #swim")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.get_by_role("button", name="Never")).to_have_count(0)
    assert [entry["tags"] for entry in app.json("list")] == [[], []]
    assert app.json("preferences")["text_tags"] is False


def test_a_template_asks_its_questions_in_fields(app, signed_in):
    page = signed_in
    page.goto(app.origin + "/settings/writing")
    page.get_by_role("button", name="Add Gratitude").click()
    expect(page.get_by_text("Template added.")).to_be_visible()
    page.goto(app.origin + "/today")
    page.get_by_label("Begin with a template").select_option("Gratitude")
    page.get_by_role("button", name="Use").click()
    page.get_by_label("One good thing about today, however small").fill("Tea in the sun")
    page.get_by_role("button", name="Write").click()
    expect(page.get_by_label("Your entry")).to_have_value("## Gratitude\n- Tea in the sun\n")
    save(page)
    [entry] = app.json("list")
    assert entry["text"].startswith("## Gratitude\n- Tea in the sun")


def test_the_style_bar_leads_to_photos(signed_in):
    page = signed_in
    open_sheet(page, "style")
    with page.expect_file_chooser() as chosen:
        page.get_by_role("button", name="Add photos or files").click()
    assert chosen.value.is_multiple()


TAGGED = "Up at six #swim, then `#code` and #1. " + "A long way round the lake and home " * 6 + "\n\n#été was\tfine 🙂 #🌊sea @Ann\nשלום #ים\n" + "x" * 90 + " #end"


def marks(page):
    return page.locator(".tags-behind mark").all_inner_texts()


@pytest.mark.phone
def test_tags_are_tinted_while_they_are_written_and_no_other_words(app, signed_in):
    page = signed_in
    expect(page.locator(".tags-behind")).to_have_count(0)
    write(page, TAGGED)
    expect(page.locator(".tags-behind mark")).to_have_text(["#swim", "#été", "#🌊sea", "@Ann", "#ים", "#end"])
    # What is typed before a tag moves it at once; one that is changed is shown again when it is found.
    text = page.get_by_label("Your entry")
    text.press("Control+Home")
    page.keyboard.type("Yes. ")
    assert marks(page)[0] == "#swim"
    text.evaluate("(text) => text.setSelectionRange(text.value.indexOf('#swim') + 3, text.value.indexOf('#swim') + 3)")
    page.keyboard.type("ee")
    expect(page.locator(".tags-behind mark").first).to_have_text("#sweeim")
    # They are there when the page comes again, from the draft and from the entry.
    page.reload()
    expect(page.locator(".tags-behind mark").first).to_have_text("#sweeim")
    save(page)
    page.goto(app.origin + "/entry/" + app.json("list")[0]["id"] + "/edit")
    expect(page.locator(".tags-behind mark").last).to_have_text("#end")
    app.command("preferences", "--text-tags", "off")
    page.reload()
    expect(page.locator(".tags-behind")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_the_tint_is_set_as_its_words_are(signed_in, width):
    page = signed_in
    page.set_viewport_size({"width": width, "height": 900})
    write(page, TAGGED)
    expect(page.locator(".tags-behind mark")).to_have_count(6)
    # The same letters, in lines of the same width, from the same corner, to the same height.
    field, layer = page.evaluate("""() => ['text', null].map((id) => {
      const one = id ? document.getElementById(id) : document.querySelector('.tags-behind');
      const [{ left, top }, style] = [one.getBoundingClientRect(), getComputedStyle(one)];
      const names = ['fontFamily', 'fontSize', 'fontWeight', 'lineHeight', 'letterSpacing', 'wordSpacing', 'tabSize', 'whiteSpace', 'overflowWrap',
        'paddingLeft', 'paddingTop', 'borderLeftWidth', 'unicodeBidi'];
      return { left, top, width: one.clientWidth, ...Object.fromEntries(names.map((name) => [name, style[name]])) };
    })""")
    assert field == layer
    lines = page.evaluate("""() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('.tags-behind'));
      const mark = getComputedStyle(document.querySelector('.tags-behind mark'));
      return [range.getBoundingClientRect().height, document.getElementById('text').scrollHeight, mark.paddingLeft, mark.marginLeft, mark.fontWeight];
    }""")
    assert lines[0] <= lines[1] and lines[2:] == ["0px", "0px", "400"]
