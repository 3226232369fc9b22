"""Every command block of README.md and docs/guide runs exactly as printed (guide.py), and every story of Tests/Stories (stories.py).
AURALYST_GUIDE=write writes what is printed into the pages: `make guide`."""
import os
import pathlib
import re
import shutil
import tempfile

import pytest

import guide
import stories

pytestmark = pytest.mark.story
PROGRAM = pathlib.Path(os.environ.get("AURALYST_PROGRAM", guide.ROOT / ".build/release/auralyst"))
WRITES = os.environ.get("AURALYST_GUIDE") == "write"


def run(text, kind=guide.Run, **options):
    # A short path: the sockets of key agents are in it, and a socket's path has 107 characters.
    folder = tempfile.mkdtemp(prefix="g")
    try:
        return kind(text, folder, PROGRAM, **options).run()
    finally:
        shutil.rmtree(folder)


@pytest.mark.parametrize("page", [*guide.PAGES, *stories.STORIES], ids=lambda page: page.stem)
def test_a_page_prints_what_it_says(page):
    kind = guide.Run if page.suffix == ".md" else stories.Story
    if not WRITES:
        run(page.read_text(), kind, name=page.name)
        return
    # Until another run with other names agrees.
    for _ in range(4):
        try:
            new = run(page.read_text(), kind, name=page.name, write=True)
        except guide.Fault as fault:
            page.write_text(fault.text)
            raise
        if new == page.read_text():
            return
        page.write_text(new)
    pytest.fail(f"{page.name}: what is printed differs from run to run; put … there")


@pytest.mark.parametrize("page", guide.PAGES, ids=lambda page: page.stem)
def test_the_links_of_a_page_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", page.read_text()):
        path, _, heading = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)", file.read_text(), re.MULTILINE)
            assert heading in [re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles], target


@pytest.mark.parametrize("printed", ["Hello", "Hello\nthere\nand here", "Hello\n…\nhere", "there", ""])
def test_another_output_fails(printed):
    page = "```console\n$ printf 'Hello\\nthere\\n'\n" + (printed + "\n" if printed else "") + "```\n"
    with pytest.raises(guide.Fault, match="prints something else"):
        run(page)
    assert run(page, write=True).split("\n")[2:4] in (["Hello", "there"], ["Hello", "…"])


def test_what_a_page_leaves_out_stays_left_out():
    page = "```console\n$ printf '{}'\n{}\n```"
    words = r"one\nTWO\nthree\nfour\nFIVE\nsix\n"
    for old, new in (("one\ntwo\n…\nsix", "one\nTWO\n…\nsix"), ("one\n…\nfive\nsix", "one\n…\nFIVE\nsix"), ("…\n5\n6", "…\nFIVE\nsix")):
        assert run(page.format(words, old), write=True) == page.format(words, new)


@pytest.mark.parametrize("block", [
    "```\n$ true\n```", "```bash\ntrue\n```", "```console\ntrue\n```",
    "```sh\nauralyst wipe\n```", "```console\n$ true\n", "Text\n\n    auralyst wipe\n"])
def test_a_block_that_is_not_run_is_refused(block):
    with pytest.raises(guide.Fault):
        guide.read(block)


def test_a_command_that_fails_or_asks_more_is_refused():
    with pytest.raises(guide.Fault, match="ended with 3"):
        run("```console\n$ exit 3\n```")
    with pytest.raises(guide.Fault, match="asks what the page does not answer"):
        run("```console\n$ read -p 'Really? ' answer\n```")


def test_what_varies_keeps_its_form_and_names_stay_the_same():
    printed = "```console\n$ {}\nSaved k3f9a2b, 12 kB.\n$ echo k3f9a2b; [ 8d0v = k3f9 ]\nk3f9a2b\n```"
    run(printed.format("echo Saved 8d0vmzq, 3 kB."))
    with pytest.raises(guide.Fault):
        run(printed.format("echo Saved 8d0vm, 3 kB."))
    with pytest.raises(guide.Fault):
        run("```console\n$ echo 8d0vmzq 9d0vmzq\nk3f9a2b k3f9a2b\n```")


def test_terminals_answers_and_what_goes_on():
    run("""```console
ann$ read -p 'Really? ' answer && echo $answer > said
Really? of course
ben$ echo Waiting; until [ -e done ]; do read -t 0.01 <> <(:); done; echo over
Waiting
…
ann$ cat said; touch ../../ben/home/done
of course
ben$ cat <<END
> in $HOME
> END
in /home/ben
ben$ sleep infinity
^C
```""")


@pytest.mark.parametrize("story", [
    "$ echo one; echo two\none", "$ echo one\n{}", "$ echo '{\"a\": 1}' => {\"a\": 2}", "$ echo '[1, 2]' => [1]", "$ echo => []", "$ cat\n< one\ntwo", "$ exit 2",
    "! 64: list --bad\nhint: none", "! 64 no_such_code: list --bad", "! 1: list --bad", "! 64: list", "! 64: list --bad; echo done",
    "> symptom Fever 3 => {\"symptom\": \"Cough\"}"])
def test_another_answer_fails(story):
    with pytest.raises(guide.Fault):
        run(f"# It fails.\n{story}\n", stories.Story)


def test_a_story_is_told():
    run("""# It shows all that a story may have.
$ cat; date +%H:%M
< one
<  two
one
 two
13:00

@ 18:10
> symptom Fever 3 => {"symptom": "Fever", "id": "k3f9a2b4…", "instant": "2026-03-18T18:1…"}
> symptom edit k3f9a2b4 3
Nothing was changed.
! 64 usage: symptom edit k3f9a2b4 --bad
error: …--bad…
# Ben has another vault.
ben> symptom list => []
""", stories.Story)


@pytest.mark.parametrize("story", ["> list\n", "# No sentence\n> list\n", "# One.\nlist\n"])
def test_what_is_no_story_is_refused(story):
    with pytest.raises(guide.Fault):
        stories.read(story)
