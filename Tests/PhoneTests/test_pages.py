"""Every page of the phone's app, with the real program and a real relay: what hinders a person on it, in both themes."""
import pathlib
import re

import pytest
from axe_playwright_python.sync_playwright import Axe

import pages
import story
from settled import SETTLED  # Of BrowserTests: journal.py has named its folder.

AXE = Axe()
# No page of a phone names a command. Those that lead to a relay are for a computer, and so is a line of the recovery kit.
OF_A_TERMINAL = re.compile("auralyst [a-z]+ ?[a-z]*|.{20}(?:terminal|command line)")


class Look:
    """Gathers what axe finds on pages by all its rules in the light theme and by contrast in the dark one, and what reaches over the edge.
    It remembers where pages are, and where their links lead."""

    def __init__(self):
        self.walk, self.found, self.seen, self.linked = None, [], set(), {}

    def __call__(self, name):
        page = self.walk.phone.page
        # The shell shows nothing of its own, but for a sentence now and then.
        shown = page.frames[1:] if page.locator("main > section").is_hidden() else page.frames
        for theme, rules in {"light": {}, "dark": {"runOnly": ["color-contrast"]}}.items():
            page.emulate_media(color_scheme=theme)
            for frame in shown:
                frame.evaluate(SETTLED)
                for fault in AXE.run(frame, options={"resultTypes": ["violations"], "iframes": False, **rules}).response["violations"]:
                    self.found.append((name, theme, fault["id"], [node["html"][:160] for node in fault["nodes"]][:3]))
                if not frame.evaluate("document.documentElement.scrollWidth <= innerWidth"):
                    self.found.append((name, theme, "scrolls sideways"))
        page.emulate_media(color_scheme="light")
        pages_frame = shown[-1]
        said = pages_frame.locator("body").inner_text()
        if not re.search("^/phone/|/recovery|/kit", place(pages_frame.url)) and (found := OF_A_TERMINAL.search(said)):
            self.found.append((name, "names what only a computer has", found[0]))
        self.seen.add(place(pages_frame.url))
        for link in self.walk.links(pages_frame):
            if link.startswith("/"):
                self.linked.setdefault(place(link), name)


def place(link):
    """Where a link leads, without names of records."""
    return re.sub(f"/{pages.ID}", "/ID", re.sub(r"^https?://[^/]+|[?#].*", "", link))


@pytest.mark.skipif(not pathlib.Path(story.APP).is_dir(), reason="needs the app: make phone, or name its folder in AURALYST_PHONE_APP")
@pytest.mark.timeout(1200)
def test_no_page_of_the_phone_hinders_a_person(playwright, tmp_path):
    look = Look()
    look.walk = walk = pages.Walk(playwright, tmp_path, look)
    try:
        walk.all()
        # A journal that has to stay leads back to People, with a sentence.
        left = {link: name for link, name in look.linked.items() if link not in look.seen | {"/people/put-away/ID"}}
        assert not look.found, "\n".join(map(str, look.found))
        assert not walk.faults, walk.faults
        assert not left, f"these pages were linked and not looked at: {left}"
    finally:
        walk.stop()
