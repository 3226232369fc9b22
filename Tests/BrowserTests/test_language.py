"""Every sentence goes through the table of sentences (decision 0064): in a made-up language, in which each is marked, no page and no
command shows one that is not."""
import pathlib
import re
import subprocess

import pytest

from conftest import PROGRAM, enter
from test_everywhere import PAGES, furnish

ROOT = pathlib.Path(__file__).parents[2]
# Each sentence between marks, which no page has of its own.
OPEN, CLOSE = "⟦", "⟧"
COMMANDS = ["list", "day", "tags", "medication list", "schedule list", "dose due", "dose list", "check-in list", "symptom list", "insights",
            "trends headache", "trial list", "review", "support", "remind status", "backup status", "journal list", "sync status", "keys list",
            "profile list", "preferences", "template", "status", "export list", "search nothing", "list --deleted", "share members",
            "show nothing", "add", "--help", "help add", "list --on never", "dose take Nothing"]


def marked(template):
    """The file of the made-up language: every sentence of the template, marked, with two forms for its counted words."""
    return re.sub(r'^msgid ("(?:.*)")\nmsgstr ""$', lambda found: f'msgid {found[1]}\nmsgstr "{OPEN}{found[1][1:-1]}{CLOSE}"' if found[1] != '""' else
                  'msgid ""\nmsgstr ""', template, flags=re.M).replace('"Language: \\n"', '"Language: de\\n"')


@pytest.fixture(scope="session")
def language(tmp_path_factory):
    folder = tmp_path_factory.mktemp("language")
    subprocess.run([ROOT / "scripts/sentences", "--template", folder / "auralyst.pot"], check=True, timeout=60)
    file = folder / "de.po"
    file.write_text(marked((folder / "auralyst.pot").read_text()))
    return file


def unmarked(text):
    """What is left of a text without its marked sentences."""
    while (less := re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", " ", text)) != text:
        text = less
    return text


# What is no sentence: what is stored, typed or written in figures.
KEPT = re.compile(
    r"400 mg magnesium before bed|Chrome on Linux|Day One, jrnl[^.]*|Another one, deleted|Auralyst|auralyst\S*|--[a-z-]+|[A-Z]{2,}\S*|https?://\S+|/\S+|\b(?:January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec|Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b")


def sentences(text):
    """The sentences of a text that are not marked: two words or more beside each other."""
    return re.findall(r"[A-Za-z’']{2,} [A-Za-z’']{2,}[^\n]*", KEPT.sub(".", unmarked(text)))


WORDS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), all = [];
  while (walker.nextNode()) {
    const { parentElement: element, textContent: text } = walker.currentNode;
    if (text.trim() && !element.closest("script, style, noscript, template, .entry, .prose, textarea, code, bdi, blockquote, figcaption, .quote, option, [dir=auto], svg")) all.push(text);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"]) if (element.getAttribute(name) && !element.closest("[dir=auto]")) all.push(element.getAttribute(name));
  return all.join("\\n");
}"""


def test_no_page_shows_a_sentence_that_the_table_does_not_have(app, prepared, open_context, language):
    app.copy(prepared(furnish))
    app.environment["AURALYST_SENTENCES"] = str(language)
    page = open_context(expected=["404"]).new_page()
    enter(page, app)
    entry = "/entry/" + app.json("list")[0]["id"]
    found = []
    for path in [*PAGES, "/health", "/health/medicines", "/day", "/support", "/sos", "/settings/sync", "/settings/reminders"]:
        page.goto(app.origin + path.replace("ENTRY", entry))
        assert page.locator("html").get_attribute("lang") == "de"
        found += [f"{path}: {sentence}" for sentence in sentences(page.evaluate(WORDS))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("words", COMMANDS)
def test_no_command_prints_a_sentence_that_the_table_does_not_have(language, app, words):
    environment = {**app.environment, "AURALYST_SENTENCES": str(language), "XDG_RUNTIME_DIR": app.kept_key, "COLUMNS": "400"}
    done = subprocess.run([PROGRAM, *words.split()], env=environment, input="", capture_output=True, text=True, timeout=60)
    found = sentences(done.stdout + done.stderr)
    assert not found, "\n".join(found)


def test_a_file_of_sentences_that_cannot_be_used_is_refused_with_its_line(app, tmp_path):
    file = tmp_path / "bad.po"
    file.write_text('msgid ""\nmsgstr "Language: de\\n"\n\nmsgid "a {1}"\nmsgstr "b {2}"\n')
    done = subprocess.run([PROGRAM, "list"], env={**app.environment, "AURALYST_SENTENCES": str(file)}, capture_output=True, text=True, timeout=60)
    assert done.returncode == 64 and "line 4" in done.stderr, done.stderr
