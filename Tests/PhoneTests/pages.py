"""Every page of the phone's app, one after the other, with the real programs: for the tests of pages, and for their pictures."""
import json
import pathlib
import re
import shutil

import story

# The places that need no name, and what is looked for on them: a link to a place below that has one.
PLACES = {
    "today": "/today", "journal": "/journal", "year": "/journal/calendar", "photos": "/photos", "print": "/print",
    "deleted": "/deleted", "day": "/day", "health": "/health", "health-history": "/health/history", "check-in": "/check-in/new",
    "symptom-new": "/symptom/new", "measure-new": "/measure/new", "medicines": "/medicines", "medicine-new": "/medicine/new",
    "support": "/support", "craving": "/support/craving", "sos": "/sos", "insights": "/insights", "review": "/insights/review",
    "report": "/insights/report", "trials": "/insights/trials",
    "trial-new": "/insights/trials/new", "people": "/people", "invite": "/people/invite", "join": "/people/join",
    "show-part": "/people/show", "settings": "/settings", "writing": "/settings/writing", "looks": "/settings/looks", "health-settings": "/settings/health",
    "look": "/settings/look", "language": "/settings/language", "journals": "/settings/journals", "about": "/settings/about",
    "reminders": "/settings/reminders", "lock": "/settings/lock", "keys": "/settings/keys", "data": "/settings/data", "passphrase": "/settings/passphrase", "recovery": "/settings/recovery",
    "drill": "/settings/drill", "export": "/settings/export", "backup": "/settings/backup", "import": "/import", "wipe": "/settings/wipe", "sync": "/settings/sync",
    "approve": "/settings/sync/approve", "seen": "/settings/sync/seen", "template-new": "/settings/templates/new",
    "phone": "/phone", "missing": "/nothing-here"}
# Only at a computer.
ELSEWHERE = {"rotation": "/settings/rotation", "profiles": "/settings/profiles"}
ID = "[0-9a-z]{20,}"
MEDICINE = f"/medicine/{ID}$"
# A page, and the links that lead from it to another one; or what is added to its address.
BELOW = {
    "medicine": ("/medicines", MEDICINE), "medicine-edit": ("/medicines", MEDICINE, ".*/edit$"),
    "medicine-delete": ("/medicines", MEDICINE, "+/delete"), "schedule-new": ("/medicines", MEDICINE, ".*/schedule/new$"),
    "schedule": ("/medicines", MEDICINE, "/schedule/"), "dose": ("/health/history", f"/dose/{ID}"),
    "symptom": ("/health/history", f"/symptom/{ID}"), "measure": ("/health/history", f"/measure/{ID}"),
    "check-in-past": ("/health/history", f"/check-in/{ID}"), "trial": ("/insights/trials", f"/insights/trials/{ID}$"),
    "template": ("/settings/writing", f"/settings/templates/{ID}$"), "support-item": ("/support", f"/support/step/{ID}"),
    "trigger": ("/support", f"/support/trigger/{ID}"), "buddy": ("/support", f"/support/buddy/{ID}"), "contact": ("/support", f"/support/contact/{ID}"),
    "people-end": ("/people", f"/people/end/{ID}"), "people-places": ("/people/invite", f"/people/places/{ID}"), "own-name": ("/phone", "/phone/own-name"), "tailnet": ("/phone", "/phone/tailnet"),
    "someone-you-trust": ("/phone", "/phone/someone-you-trust")}


class Walk:
    """Calls `see(name)` at each page; what is seen is on `phone`."""

    def __init__(self, playwright, folder, see, scale=1):
        self.playwright, self.folder, self.see, self.scale = playwright, pathlib.Path(folder), see, scale
        app = self.folder / "app"
        shutil.copytree(story.APP, app)
        self.app = app
        self.relay = story.Relay(self.folder / "relay", app)
        self.desk = story.Desk(self.folder)
        self.entry = self.desk.fill()
        self.desk.sync(self.relay)
        self.phone = None
        # What the consoles of all phones said.
        self.faults = []

    def stop(self):
        if self.phone:
            self.phone.close()
        self.relay.stop()
        self.desk.run("lock")

    def begin(self, name):
        if self.phone:
            self.phone.close()
        self.phone = story.Phone(self.playwright, self.folder / name, self.relay, scale=self.scale)
        self.phone.faults = self.faults
        # The answers of refused forms and of places that are not there, what asks the relay while there is no network, and a page that
        # knocks while the program ends and begins again.
        self.phone.expected = ["net::ERR_FAILED (" + self.relay.address + "/door)", "status of 401", "status of 403", "status of 404", "status of 422", "ERR_INTERNET_DISCONNECTED"]
        self.phone.open()

    # MARK: The first minutes

    def first(self):
        self.begin("maker")
        self.phone.frame.evaluate("document.fonts.ready")
        self.see("first")

    def make(self):
        """A journal that begins on the phone."""
        frame = self.phone.frame
        frame.get_by_text("I have no journal yet").click()
        self.see("make")
        frame.get_by_label("Passphrase", exact=True).fill("secret")
        frame.get_by_label("Repeat the passphrase", exact=True).fill("secret")
        frame.get_by_role("button", name="Create my journal").click()
        frame.locator(".fault").first.wait_for()
        self.see("make-fault")
        frame.get_by_label("Passphrase", exact=True).fill(story.PASSPHRASE)
        frame.get_by_label("Repeat the passphrase", exact=True).fill(story.PASSPHRASE)
        frame.get_by_role("button", name="Create my journal").click()
        frame.locator("#recovery-code").wait_for()
        self.see("code")
        for name, path in {"kit": "/welcome/kit", "proof": "/welcome/proof", "ready": "/welcome/ready"}.items():
            self.phone.go(path)
            self.see(name)
        for name in ("today", "journal", "deleted", "year", "health", "health-history", "medicines", "support", "sos", "insights", "review", "report", "trials", "people", "sync"):
            self.phone.go(PLACES[name])
            self.see("empty-" + name)

    def link(self):
        self.begin("linked")
        self.phone.go("/welcome/link")
        self.see("link")
        code = self.phone.ask_to_link()
        self.see("link-code")
        self.desk.approve(code)
        self.phone.frame.wait_for_url("**/today", timeout=300_000)
        self.see("linked")

    # MARK: Open

    def places(self):
        for name, path in {**PLACES, **ELSEWHERE}.items():
            self.phone.go(path)
            self.see(name)
        for name, path in {"entry": "", "edit": "/edit", "history": "/history", "move": "/move", "entry-print": "/print"}.items():
            self.phone.go(f"/entry/{self.entry}{path}")
            self.see(name)

    def below(self):
        """The pages of single records."""
        for name, (path, *patterns) in {**BELOW, "file": (f"/entry/{self.entry}", "/entry/.*/file/")}.items():
            for pattern in patterns:
                frame = self.phone.go(path)
                if pattern.startswith("+"):
                    path += pattern[1:]
                    continue
                found = [link for link in self.links(frame) if re.match(pattern, link)]
                assert found, f"no link to {name} on {frame.url}"
                path = found[0]
            self.phone.go(path)
            self.see(name)

    @staticmethod
    def links(frame):
        """Where the links of a page lead, but for what they download."""
        return frame.eval_on_selector_all("a[href]:not([download])", "all => all.map((one) => one.getAttribute('href'))")

    def forms(self):
        """What comes after a form."""
        for name, words in {"search": "river", "search-nothing": "zebra crossing"}.items():
            frame = self.phone.go("/journal")
            frame.get_by_role("searchbox").fill(words)
            frame.get_by_role("searchbox").press("Enter")
            frame.locator("mark" if name == "search" else ".empty").first.wait_for()
            self.see(name)
        frame = self.phone.go("/settings/sync/approve")
        frame.get_by_label(re.compile("code", re.I)).first.fill("60F6-VSE2-40RK-YYDB-MC3R")
        frame.locator("main form button.primary").click()
        frame.locator(".fault").first.wait_for()
        self.see("approve-fault")
        frame = self.phone.go("/import")
        frame.locator("input[type=file]").first.set_input_files(
            {"name": "notes.csv", "mimeType": "text/csv", "buffer": b"full_date,date,weekday,time,mood,activities,note_title,note\n2026-11-02,November 2,Monday,20:00,good,walk,,A long walk\n"})
        frame.locator("main form button.primary").first.click()
        frame.wait_for_url("**/import/plan**")
        self.see("import-plan")

    # MARK: Without a network, locked, two windows, another version

    def air(self):
        self.phone.context.set_offline(True)
        frame = self.phone.go("/today")
        frame.get_by_label("Your entry").fill("Written in the air.")
        frame.get_by_role("button", name="Save", exact=True).first.click()
        # The page that follows, not the one that was written on.
        frame.locator(".notice").wait_for()
        frame.get_by_text("not sent yet").wait_for()
        self.see("offline")
        self.phone.go("/settings/sync")
        self.see("offline-sync")
        self.phone.context.set_offline(False)

    def lock(self):
        frame = self.phone.go("/settings")
        frame.get_by_role("button", name="Lock", exact=True).first.click()
        frame.get_by_label("Passphrase", exact=True).wait_for()
        self.see("unlock")
        self.phone.unlock("wrong horse battery")
        frame.locator(".fault, [role=alert]").first.wait_for()
        self.see("unlock-fault")
        self.phone.go("/sos")
        self.see("sos-locked")

    def second_window(self):
        first, self.phone.page = self.phone.page, self.phone.context.new_page()
        self.phone.page.goto(self.relay.address)
        self.phone.page.get_by_text("Auralyst is open in another window").wait_for()
        self.see("second-window")
        self.phone.page.close()
        self.phone.page = first

    def new_version(self):
        file = self.app / "-/release"
        head, *rest = file.read_text().split("\n", 1)
        release = json.loads(head)
        release |= {"number": release["number"] + 1, "version": "0.2.0", "changes": "Photos are shown larger."}
        file.write_text("\n".join([json.dumps(release, ensure_ascii=False, separators=(",", ":")), *rest]))
        # It reads its app when it starts.
        self.relay.stop()
        self.relay.start()
        self.phone.open()
        self.phone.page.get_by_text("Auralyst 0.2.0 is here").wait_for()
        self.phone.frame
        self.see("new-version")

    def all(self):
        self.first()
        self.make()
        self.link()
        self.places()
        self.below()
        self.forms()
        self.air()
        self.lock()
        self.second_window()
        self.new_version()
