"""The phone has the desktop's pages: of one vault, at one moment, in one zone, each answer of the phone's program is the desktop's byte for
byte, but for what is named here. One copy of the vault is served by the desktop, the other by the phone's program in node."""
import collections
import contextlib
import difflib
import html
import http.client
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

import pytest

import clock
from conftest import IS_PHONE, ZONE, App
from test_journaling import picture
from test_sync import RELAY

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "Tests/PhoneTests"))
import in_node  # noqa: E402

SAMPLES = ROOT / "Tests/WebAppTests/route-samples.txt"
TABLE = ROOT / "docs/phone/pages.md"
# How a page asks for its pictures: a tab of its own shows none.
AS_PICTURE = {"sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"}
# So many addresses of one kind are asked: days, months and versions go on without end.
MOST = 8

# What may differ: why, at which addresses, and what is cut out of the desktop's answer and of the phone's. One that differs nowhere any more
# has to go from here.
Difference = collections.namedtuple("Difference", "why where desk phone", defaults=(None,))
DIFFERENCES = [
    Difference("drawn anew for each form, so that it is sent once", "", r'name="once" value="[\w-]+"'),
    Difference("drawn anew for each page: the name that its entry will have", "/today.*", r'data-becomes="\w+"'),
    Difference("drawn anew for each search and each answer that is kept: their addresses hold no words", "", r'(?<=view=|swer=)[\w-]{16,}|(?<=name="view" value=")[\w-]+|(?<=name="replaces" value=")[\w-]+'),
    Difference("drawn anew for each page: what a passkey signs", "/(settings/keys|unlock)", r'data-challenge="[\w-]+"'),
    Difference("no other program can answer a phone's tabs that stay while it is locked, so it need not prove that it is the same", "", r' data-door="[\w-]+"', r" data-phone"),
    Difference("the phone's pages are in the app's frame", "", r"frame-ancestors 'none'", r"frame-ancestors 'self'"),
    Difference("the same, for older browsers", "", r"x-frame-options: DENY", r"x-frame-options: SAMEORIGIN"),
    Difference("the host for which a passkey is made", "/(settings/keys|unlock)", r'data-host="localhost"', r'data-host="phone\.test"'),
    Difference("a phone says what only it has", "", r">[^<]*, \d+ waiting to be sent<", r">\d+ changes? not sent yet<"),
    Difference("no one can repair a phone's vault: it is linked again", "/settings/sync", "", r'<h2 id="again">.*?Destroy it here</a></p>'),
    Difference("a phone stays with its relay", "/settings/sync", r'<details class="removal apart"><summary>Turn off sync on this device.*?</details>'),
    Difference("a browser has no keychain", "/settings/keys", r'<section [^>]* aria-labelledby="keychain">.*?</section>'),
    Difference("new keys are made at a computer", "/settings/keys", r'<section [^>]* aria-labelledby="rotation-title">.*?</section>', ""),
    Difference("on a phone there is only the app", "", r'<li><a href="/settings/browsers".*?</li>'),
    Difference("a browser prints by itself, and makes no PDF", "/insights/report", r'<div class="actions">.*?</form>\n<p class="hint">.*?\.'),
    Difference("what is no address never reaches the pages, and each server says so in its own words", "//today|/%00", r"(?<=^400)\n.*"),
    Difference("a browser has no notifications of ours", "/settings/reminders", r'<div class="setting-field"><label class="switch"><span>Show reminders on the desktop.*?</div>', r'<p class="hint">A phone shows what is due .*?</p>'),
    Difference("no program asks a phone for a calendar", "/settings/reminders", r'<form [^>]* action="/settings/calendar-link".*?</form>'),
    Difference("a browser has no folder that a person knows", "/settings/(data|wipe)", r"<div><dt>Folder</dt>.*?</div>", r"<div><dt>Folder</dt>.*?</div>"),
    Difference("what is shown without the passphrase is in a file that a person cannot find on a phone", "/settings/lock", r'<p class="hint" id="numbers-hint">.*?</p>', r'<p class="hint" id="numbers-hint">.*?</p>'),
    Difference("a phone asks its relay and no one else, so it gets no quotes", "/settings(/writing)?", r'<div class="setting-field"><label class="switch"><span>Get the quote.*?</div>', ""),
    Difference("a person who reads this on a phone has one", "/settings/sync|/phone(/.*)?", r"(?<=>)Use on my phone", r"(?<=>)Use on another phone"),
    Difference("a phone is not a machine that stays on", "/settings/reminders", r"even when this machine is off", r"even when Auralyst is closed"),
    Difference("a phone asks for the app where its own came from, and nothing serves one here", "/phone", r'<p class="fault" role="alert">A phone needs an address [^\n]*\n<h2>[^\n]*\n<ul [^\n]*', r'<p class="fault" role="alert">The relay refused the connection[^\n]*\n'),
    Difference("these ways are gone at a computer", "/phone/.*", "", r'<p class="hint">These steps are for the computer [^<]*</p>'),
    Difference("a phone has no folders and no command line, and takes smaller files", "/import", r'<details class="other-way"><summary>A whole folder.*?</details>', r'<p class="hint">Import files of more than [^<]*</p>'),
    Difference("a phone has no folders, no command line and no administrator", "/settings/export", r"Every program that runs as you[^<]*? can read it|run <code>shred -u FILE</code> in your downloads folder", r"Every app that [^<]*? can read it|delete it from your downloads"),
    Difference("a phone names no commands and no folders", "/settings/wipe", r'<ul class="beyond">.*?</ul>', r'<ul class="beyond">.*?</ul>'),
    Difference("a phone has one vault", "/settings/data", r'<li class="line"><a href="/settings/profiles">.*?</li>'),
    Difference("a backup is a download on a phone, whose browser has no folder for it", "/settings/data", r'(?<=<a href="/settings/backup">Backup</a>)<span.*?</span>', r'(?<=<a href="/settings/backup">Backup</a>)<span.*?</span>'),
    Difference("the same", "/settings/backup", r"<h1>Backup</h1>.*(?=</main>)", r"<h1>Backup</h1>.*(?=</main>)"),
    Difference("a phone is put away", "/settings/lock", "", r'<p class="field setting-field"><label for="hidden">.*?</p>'),
]

# Addresses to which no page leads without a script or a form. {entry} and the like: the first that was seen.
MORE = """/ /nothing-here /entry/zzz /entry/00000000000000000000000000 /attachment/zzz/zzz /static/zzz/app.css /settings/nothing /today/ //today /%00 /entries
/journal?words=walk /journal?words=quokka /journal?tags=walk /journal?after=zzz /journal?words="of+the /journal/calendar?year=1 /journal/calendar?year=9999 /journal/calendar?show=mood /print /day?date=2026-07-07
/day?date=1900-01-01 /day?date=2026-13-45 /draft/new /draft/{entry} /changes /changes?since=0 /locked /progress /progress/receipt /import/plan /waiting?ticket=zzz /people/show?part=zzz
/support/craving /support/trigger /support/trigger/zzz /phone/other /insights/report/file /insights/review?month=2026-05 /insights/review?month=2030-01 /welcome /welcome/recovery /welcome/kit
/welcome/link /medicine/{medicine}/delete /insights/trials/{trial}/answer /insights/trials/{trial}/stop /insights/trials/{trial}/delete /insights/trials/{trial}/restore
/templates/{template}/fill /attachment/{file}/save-with-place /unlock?next=/journal""".split()

# Routes that are not asked here.
NOT_ASKED = {
    "/events": "a stream without an end",
    "/calendar/:file": "its address is made at a computer",
    "/welcome/restore": "there is a vault",
    "/attachments/:name": "a picture of a draft",
}

# Forms that save nothing, and where they lead: the same answers, too.
FORMS = [
    ("/journal/find", {"words": "walk"}),
    ("/journal/find", {"words": '"unclosed', "from": "yesterday"}),
    ("/print", {"words": "walk"}),
    ("/day/go", {"day": "2026-03-10"}),
    ("/health/history/find", {"words": "fatigue"}),
    ("/mood/suggest", {"text": "I could not stop smiling all day, what a wonderful party"}),
    ("/insights/show", {"outcome": "mood"}),
    ("/insights/report", {"from": "2026-05-01", "to": "2026-07-01", "questions": "Is the dose right?", "name": "Ben", "birth": "", "part": "days"}),
    ("/insights/trials/new", {"action": "tea", "outcome": "mood", "part": "", "block-days": "2", "pairs": "2", "wash-out": "1", "first": "2026-07-14", "remind-at": "08:00", "tag": "", "medicine": "", "note": "", "do": "preview"}),
    ("/insights/trials/new", {"action": "", "outcome": "", "first": "never", "do": "preview"}),
    ("/measure/new", {"measure": "Weight", "value": "much", "unit": "kg"}),
    ("/check-in/new", {"mood": "99"}),
    ("/symptom/new", {"symptom": "", "severity": "12"}),
    ("/medicine/new", {"name": "", "amount": "none"}),
    ("/settings/templates", {"name": "", "text": ""}),
    ("/settings/recovery", {"passphrase": "wrong"}),
    ("/settings/wipe", {"passphrase": "wrong"}),
    ("/settings/export", {"format": "json", "protection": "clear"}),
    ("/settings/rotation", {}),
    ("/nothing", {}),
    ("/today", {}),
    ("/entries", {"form-token": "of-another-page"}),
]


class Desk:
    """A browser without scripts at the desktop's app."""

    def __init__(self, app):
        place = urllib.parse.urlsplit(app.address)
        self.origin, self.cookies, self.token = f"http://{place.netloc}", {}, None
        self.connection = http.client.HTTPConnection(place.hostname, place.port, timeout=60)
        self.ask("GET", f"{place.path}?{place.query}")

    def ask(self, method, target, fields=None, body=None, **headers):
        named = {"sec-fetch-site": "same-origin", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "accept-language": "en-GB", **headers}
        if self.cookies:
            named["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if fields is not None:
            named["content-type"] = "application/x-www-form-urlencoded"
            body = urllib.parse.urlencode({"form-token": self.token or "", **fields})
        if method != "GET":
            named |= {"origin": self.origin}
        self.connection.request(method, target, body, named)
        response = self.connection.getresponse()
        content = response.read()
        for line in response.headers.get_all("set-cookie") or []:
            name, value = line.split(";")[0].split("=", 1)
            self.cookies[name] = value
        self.token = in_node.form_token(content) or self.token
        return in_node.Answer(response.status, [[name.lower(), value] for name, value in response.headers.items()], content)

    def make_thumbnails(self):
        """Sees all photos: a computer makes their thumbnails then, and a phone leaves it to its browser."""
        photos = self.ask("GET", "/photos").body.decode()
        thumbnails = set(re.findall(r'src="(/thumbnail/[^"]*)', photos))
        assert thumbnails and 'href="/photos?' not in photos, photos
        for path in thumbnails:
            assert self.ask("GET", path, **AS_PICTURE).status == 200, path

    def unlock(self, passphrase):
        self.ask("GET", "/unlock")
        answer = self.ask("POST", "/unlock", {"passphrase": passphrase})
        assert answer.status == 303, answer.body.decode()


@contextlib.contextmanager
def relay(folder):
    with open(folder / "relay.log", "wb") as log:
        process = subprocess.Popen([RELAY, "--data", folder / "relay", "--listen", "127.0.0.1:0", "--sign-up", "open"], stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(timeout=60)
        process.stdout.close()


def fill(app, ann, address):
    """A year of made-up days, and one of each thing that a person can have; what is shared has come through a relay."""
    app.passphrase_file.write_text("demo")
    app.command("demo", "--vault", str(app.vault))
    app.keep_key()
    app.command("add", "# A title\n\nSome *text* with a [link](https://example.org), `code`, an <b>angle</b>, ümläute, 雨, 👩‍👩‍👧.\n\n- [ ] a task\n- [x] done",
                "--mood", "happy", "--tag", "walk", "--star", "--attach", str(picture(app.folder / "lake.png")))
    app.command("edit", "last", "--text", "# A title\n\nSome *other* text, ümläute, 雨, 👩‍👩‍👧.\n\n| a | b |\n|---|---|\n| 1 | 2 |")
    app.command("add", "Another one, deleted.")
    app.command("delete", "last")
    app.command("template", "set", "Morning", "How was the night?")
    for words in (("trigger", "add", "An argument"), ("step", "add", "Walk around the block"), ("buddy", "add", "Anna", "--phone", "+43 660 1234567"), ("sos", "add", "Crisis line", "--phone", "142")):
        app.command("support", *words)
    app.command("check-in", "--craving", "8", "--trigger", "An argument", "--helped", "A walk")
    app.command("measure", "blood pressure", "128/82")
    app.command("trial", "new", "Magnesium before bed", "--outcome", "fatigue", "--yes")
    ann.make()
    app.command("sync", "start", address, "--yes")
    ann.command("sync", "start", address, "--yes")
    app.command("journal", "new", "Migraine log")
    app.command("add", "Headache since noon.", "--journal", "Migraine log")
    link = app.command("share", "invite", "--journal", "Migraine log", "--role", "note", "--for", "Ann", "--as", "Ben").split()[0]
    ann.command("share", "join", link, "--as", "Ann")
    app.command("share", "approve", "Ann", "--yes")
    app.command("note", "last", "A note of my own.")
    ann.command("sync", "now")
    ann.command("note", "last", "Did you sleep?")
    ann.command("journal", "new", "Of Ann")
    link = ann.command("share", "invite", "--journal", "Of Ann", "--role", "reader", "--for", "Ben", "--as", "Ann").split()[0]
    app.command("share", "join", link, "--as", "Ben")
    ann.command("share", "approve", "Ben", "--yes")
    ann.command("sync", "now")
    app.command("sync", "now")
    # So that its last round brought nothing new, as one that does not reach the relay.
    app.command("sync", "now")
    # Counts what Insights shows, once for both.
    app.command("insights")
    # Waits to be sent: the relay ends.
    app.command("add", "Written in the air.")


def kind(path):
    """An address without what names one record, one day, or one search."""
    return re.sub(r"=[^&]*", "=…", re.sub(r"/([0-9a-z]{26}|[0-9a-f]{64})(?=[/?]|$)", "/…", path))


def not_there():
    """The addresses that docs/phone/pages.md leaves to a computer."""
    rows = [row.split("|") for row in TABLE.read_text().splitlines() if row.startswith("| `/")]
    return [address for row in rows if re.match(" (not there|at a computer)", row[3]) for address in re.findall(r"`(/[^`]*)`", row[1])]


def routes():
    """Every address that can be asked, as a pattern: the lines of Tests/WebAppTests/route-samples.txt are held against the app's own table."""
    paths = re.findall(r"^(?:[*~]|- )?GET ([^\s?]+)", SAMPLES.read_text(), re.M)
    return {re.sub(r"\{[\w-]+\}(\.ics)?", lambda found: ":file" if found[1] else ":id", path.rstrip(":")) for path in paths}


def text(answer, side):
    """An answer without what belongs to its session."""
    left_out = ("date", "content-length", "connection", "set-cookie", "server")
    lines = [f"{answer.status}", *sorted(f"{name}: {value}" for name, value in answer.headers if name not in left_out), "", answer.body.decode("utf-8", "backslashreplace")]
    return "\n".join(lines).replace(side.token or "-", "FORM-TOKEN")


class Both:
    """The same requests to both; gathers what differs and has no name."""

    def __init__(self, desk, phone):
        self.desk, self.phone = desk, phone
        self.asked, self.unnamed, self.seen = [], [], set()

    def compare(self, path, answers):
        desk, phone = (text(answer, side) for answer, side in zip(answers, (self.desk, self.phone)))
        self.asked.append(path)
        for difference in DIFFERENCES:
            if not re.fullmatch(difference.where or ".*", path.split("?")[0]):
                continue
            patterns = (difference.desk, difference.desk if difference.phone is None else difference.phone)
            cut = [re.sub(pattern, "", one, flags=re.S) if pattern else one for pattern, one in zip(patterns, (desk, phone))]
            if cut != [desk, phone] and desk != phone:
                self.seen.add(difference)
            desk, phone = cut
        # Where something is left out the phone's page has an empty line, or none.
        if re.sub(r"\n+", "\n", desk) != re.sub(r"\n+", "\n", phone):
            lines = difflib.unified_diff(desk.split("\n"), phone.split("\n"), "desktop", "phone", n=0, lineterm="")
            self.unnamed.append(f"{path}:\n" + "\n".join(line[:600] for line in list(lines)[2:12]))

    def judge(self, path, answers):
        if answers[1].status != 303 and any((path.split("?")[0] + "/").startswith(address + "/") for address in not_there()):
            assert answers[1].status == 404 != answers[0].status, f"{path}: {answers[0].status} at the desktop, {answers[1].status} on the phone"
            self.asked.append(path)
        else:
            self.compare(path, answers)
        return answers

    def ask(self, path, method="GET", fields=None, **headers):
        return self.judge(path, [side.ask(method, path, fields, **headers) for side in (self.desk, self.phone)])

    def walk(self, start):
        """Asks all to which pages lead."""
        waiting, known, kinds = collections.deque([(start, {})]), {start}, collections.Counter()
        while waiting:
            path, headers = waiting.popleft()
            for answer in self.ask(path, **headers):
                for attribute, link in re.findall(rb'(href|src|action)="(/[^"#]*)', answer.body):
                    link = html.unescape(link.decode())
                    if link not in known and kinds[kind(link)] < MOST:
                        known.add(link)
                        kinds[kind(link)] += 1
                        waiting.append((link, AS_PICTURE if attribute == b"src" else {}))

    def send(self, path, fields):
        """Sends a form, and follows each side to where it leads."""
        answers = self.ask(path, "POST", fields)
        places = [dict(answer.headers).get("location", "").split("#")[0] for answer in answers]
        if all(places):
            self.judge(places[0], [side.ask("GET", place) for side, place in zip((self.desk, self.phone), places)])


@pytest.mark.skipif(
    "AURALYST_PHONE_APP" not in os.environ or IS_PHONE, reason="AURALYST_PHONE_APP names no app of the phone (make phone), or the app is tried alone")
def test_each_page_is_the_desktops(tmp_path):
    program = in_node.program(os.environ["AURALYST_PHONE_APP"])
    app, ann = (App(tmp_path / name) for name in ("ben", "ann") if not (tmp_path / name).mkdir())
    phone = None
    try:
        with relay(tmp_path) as address:
            fill(app, ann, address)
        app.stop_clock()
        before = Desk(app.start())
        before.unlock("demo")
        before.make_thumbnails()
        app.stop()
        shutil.copytree(app.vault, tmp_path / "phone/vault", ignore=shutil.ignore_patterns("vault.agent"))
        desk = Desk(app.start())
        phone = in_node.Phone(tmp_path / "phone", ZONE, program, clock.stopped_at(app.clock))
        phone.ask("GET", "/")
        both = Both(desk, phone)
        for path in ("/unlock", "/sos", "/today", "/nothing-here"):
            both.ask(path)
        for side in (desk, phone):
            side.unlock("demo")
        both.walk("/today")
        places = {"entry": r"entry/(\w{26})", "medicine": r"medicine/(\w{26})", "trial": r"insights/trials/(\w{26})", "template": r"settings/templates/(\w{26})", "file": r"attachment/(\w{26}/\w{26})"}
        names = {name: re.search(f"^/{place}$", "\n".join(both.asked), re.M)[1] for name, place in places.items()}
        for path in MORE:
            both.ask(path.format(**names))
        both.ask("/nothing-here", **{"x-requested-with": "auralyst"})
        both.ask("/today", "DELETE")
        for path, fields in FORMS:
            both.send(path, fields)
        both.ask("/lock", "POST", {})
        for path in ("/unlock", "/sos", "/today", "/locked"):
            both.ask(path)
    finally:
        if phone:
            phone.end()
        app.end()
        ann.end()
    assert not both.unnamed, f"{len(both.unnamed)} of {len(both.asked)} answers differ:\n" + "\n".join(both.unnamed)
    asked = [path.split("?")[0] for path in both.asked]
    missing = [route for route in routes() - set(NOT_ASKED) if not any(re.fullmatch(re.sub(r":\w+", "[^/]+", route), path) for path in asked)]
    assert not missing, f"not asked, and NOT_ASKED does not say why: {missing}"
    assert both.seen == set(DIFFERENCES), [difference.why for difference in DIFFERENCES if difference not in both.seen]
