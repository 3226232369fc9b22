"""Reads docs/promises.md: the form is said at the top of that page. For scripts/check-promises and scripts/try-promises."""
import dataclasses
import pathlib
import re

root = pathlib.Path(__file__).resolve().parent.parent
page = root / "docs/promises.md"


@dataclasses.dataclass
class Break:
    file: str
    old: str
    new: str


@dataclasses.dataclass
class Promise:
    line: int
    text: str
    test: str = ""
    change: Break | None = None
    red: str = ""  # The day on which the test was seen to fail, or "not tried".


@dataclasses.dataclass
class Place:
    """A part of a document: the words with which it begins, and what is promised there or why nothing is."""
    line: int
    document: str
    words: str
    exempt: str = ""
    promises: list = dataclasses.field(default_factory=list)


def plain(text):
    """One line, without the signs of Markdown that only change the looks."""
    return re.sub(r"\s+", " ", text.replace("*", "").replace("`", "")).strip()


def read():
    """The places of the page, and what is wrong with its form."""
    places, faults = [], []
    body = False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        body |= line.startswith("## ")
        if not body or not line.strip():
            continue
        last = places[-1].promises[-1] if places and places[-1].promises else None
        if found := re.fullmatch(r"## (README\.md|THREATS\.md|docs/guide/[a-z-]+\.md): (.+)", line):
            places.append(Place(number, found[1], plain(found[2])))
        elif found := re.fullmatch(r"Exempt: (.+)", line):
            places[-1].exempt = found[1]
        elif found := re.fullmatch(r"- (.+)", line):
            places[-1].promises.append(Promise(number, found[1]))
        elif last and (found := re.fullmatch(r"  - test: (.+)", line)):
            last.test = found[1].replace("`", "")
        elif last and (found := re.fullmatch(r"  - break: `([^`]+)`: `` (.+?) `` → `` (.+) ``", line)):
            last.change = Break(*found.groups())
        elif last and (found := re.fullmatch(r"  - red: (\d{4}-\d\d-\d\d|not tried)", line)):
            last.red = found[1]
        else:
            faults.append(f"docs/promises.md:{number}: this line has no form that the page allows: {line[:80]}")
    return places, faults
