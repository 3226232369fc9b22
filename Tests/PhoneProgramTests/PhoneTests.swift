import Backups
import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import HTTP
import Journal
import Ledger
import Phone
import SeededChance
import Sync
import Synchronization
import Testing

@Suite struct PhoneTests {
    private static let passphrase = [("passphrase", "correct horse battery"), ("repeated", "correct horse battery")]

    /// A phone that was linked to a desk's journal, which has an entry.
    private func linked(_ relay: TestRelay) async throws -> (phone: GivenPhone, desk: OpenVault, kept: TestVault) {
        let (kept, desk) = try await relay.deskWithEntry()
        let line = AnsweredWhenApproved(relay.transport())
        let phone = try GivenPhone(line)
        let page = try await phone.link(to: relay, by: desk, line)
        #expect(page.text.contains("data-page=\"today\""))
        // Beside the pages, which are quicker than a person.
        try await until("the shell is told that it is open") { phone.notes.contains { $0["opened"] != nil } }
        return (phone, desk, kept)
    }

    @Test func anEmptyPhoneSaysWhatItMayLoseAndOffersToLink() async throws {
        let phone = try GivenPhone(AnsweredWhenApproved(NoRelay()))
        #expect(await phone.get("/today").headers["location"] == "/", "a browser without a session begins one")
        #expect(await phone.get("/").headers["location"] == "/welcome", "at once: the program keeps the cookie itself")
        #expect(await phone.get("/").headers["location"] == "/welcome")
        let page = await phone.get("/welcome")
        #expect(page.status == 200)
        #expect(page.text.contains("A phone’s system may remove what a browser keeps"))
        #expect(page.text.contains("href=\"/welcome/link\""))
        #expect(page.headers["set-cookie"] == nil && page.headers["x-frame-options"] == "SAMEORIGIN")
        #expect(page.headers["content-security-policy"]?.contains("frame-ancestors 'self'") == true)
    }

    @Test func inSafariAnIPhoneSaysHowToInstallAndLinksNothing() async throws {
        let phone = try GivenPhone(NoRelay(), mustInstall: true)
        _ = await phone.get("/")
        let page = await phone.get("/welcome")
        #expect(page.text.contains("Tap Share, then “Add to Home Screen”."))
        #expect(!page.text.contains("/welcome/link") && !page.text.contains("Create my journal"))
        #expect(await phone.get("/welcome/link").headers["location"] == "/welcome")
        for form in ["/welcome", "/welcome/link"] {
            let fields = [("relay", "https://relay.test"), ("how", "device")] + PhoneTests.passphrase
            #expect(await phone.post(form, page, fields).text.contains("Add to Home Screen"), "\(form)")
        }
        #expect(phone.fetched.isEmpty)
    }

    @Test func aPhoneHasTheNameThatItsOwnerGivesIt() async throws {
        let relay = try await TestRelay()
        let (kept, desk) = try await relay.deskWithEntry()
        defer { withExtendedLifetime(kept) {} }
        for name in [nil, "Walking phone"] {
            let line = AnsweredWhenApproved(relay.transport())
            let phone = try GivenPhone(line, name: "Pixel 7")
            _ = try await phone.link(to: relay, by: desk, line, named: name)
            try await relay.round(desk)
            #expect(try await desk.syncStatus().devices.contains { $0.name == name ?? "Pixel 7" })
        }
    }

    @Test func ofAPhoneThatWasLinkedAgainTheDeskOffersToDropTheOldOne() async throws {
        let relay = try await TestRelay()
        let (kept, desk) = try await relay.deskWithEntry()
        defer { withExtendedLifetime(kept) {} }
        for _ in 1...2 {
            let line = AnsweredWhenApproved(relay.transport())
            let phone = try GivenPhone(line, name: "Pixel 7")
            _ = try await phone.link(to: relay, by: desk, line)
            relay.clock.advance(days: 1)
        }
        try await relay.round(desk)
        let offers = try await desk.syncStatus().devices.filter { $0.offer != nil }
        #expect(offers.map(\.name) == ["Pixel 7"])
    }

    @Test func aLinkedPhoneReadsWritesAndSends() async throws {
        let relay = try await TestRelay()
        let (phone, desk, kept) = try await linked(relay)
        defer { withExtendedLifetime(kept) {} }
        #expect(await phone.get("/journal").text.contains("Written at the desk"))
        phone.fail("offline")
        let saved = await phone.write("Written in the air", on: await phone.get("/today"))
        #expect(saved.text.contains("not sent yet"), "\(saved.text)")
        try await until("the shell knows") { (phone.notes.compactMap { $0["unsent"]?.int }.last ?? 0) > 0 }
        phone.fail(nil)
        _ = await phone.post("/settings/sync/now", await phone.get("/settings/sync"))
        try await until("it is sent") { phone.notes.compactMap { $0["unsent"]?.int }.last == 0 }
        try await relay.round(desk)
        #expect(try await desk.status().entries == 2)
    }

    @Test func aPageThatStaysOpenHearsWhatIsNotSentYetAndThatItWasSent() async throws {
        let relay = try await TestRelay()
        let (phone, _, kept) = try await linked(relay)
        defer { withExtendedLifetime(kept) {} }
        let events = phone.open("/events")
        try await until("someone listens") { phone.page(events).status == 200 }
        phone.fail("offline")
        _ = await phone.write("Written in the air", on: await phone.get("/today"))
        try await until("it is told") { phone.page(events).text.contains("\"words\":\"1 change not sent yet\"") }
        let before = phone.page(events).text.count
        phone.fail(nil)
        _ = await phone.post("/settings/sync/now", await phone.get("/settings/sync"))
        try await until("the end is told") { phone.page(events).text.dropFirst(before).contains("\"words\":\"Synced just now\"") }
        #expect(await phone.send("GET", "/changes?since=0").text.contains("\"words\":\"Synced just now\""))
        await phone.leave(events)
    }

    @Test func aPhoneThatIsNearlyFullSaysSoOnEachPageAndOneWithRoomOrWithoutAMeasureDoesNot() async throws {
        let relay = try await TestRelay()
        let (phone, _, kept) = try await linked(relay)
        defer { withExtendedLifetime(kept) {} }
        let (given, least) = (1_000_000_000, 100 << 20)
        let scarce = [given - least + 1, given, given + 1].map { "\($0)/\(given)/1" } + ["0/1/0"]
        let ample = ["0/\(given)/0", "\(given - least)/\(given)/1", "0/\(Int64.max)/1"]
        // A browser that knows neither, and what no browser says.
        let unknown = [
            "", "0/0/0", "5/0/1", "/", "5", "x/y/z", "NaN/undefined/0", "1e9/1e9/1", "0/99999999999999999999/1", "-1/1/1",
            "\(Int64.min)/1/1", "1/\(Int64.min)/1",
        ]
        for (headers, isScarce) in [(scarce, true), (ample, false), (unknown, false)] {
            for header in headers {
                for target in ["/today", "/settings"] {
                    let page = await phone.send("GET", target, [("x-storage", header)])
                    #expect(page.status == 200)
                    #expect(page.text.contains("This phone has almost no room left") == isScarce, "\(header) on \(target)")
                }
            }
        }
    }

    @Test func aPhoneThatTheDeskHasRemovedSaysThatThereIsAReasonAndWhatToDo() async throws {
        let relay = try await TestRelay()
        let (phone, desk, kept) = try await linked(relay)
        defer { withExtendedLifetime(kept) {} }
        try await relay.round(desk)
        try await desk.dropDevice(try #require(try await desk.syncStatus().devices.first { !$0.isThis }).id)
        try await relay.round(desk)
        _ = await phone.write("Written too late", on: await phone.get("/today"))
        _ = await phone.post("/settings/sync/now", await phone.get("/settings/sync"))
        try await until("it is told") { await phone.get("/today").text.contains("1 change not sent yet: see why") }
        let reason = await phone.get("/settings/sync").text
        #expect(reason.contains("The last sync failed: the relay does not accept this device."))
        // In a browser it is the phone's hint.
        #expect(reason.contains("nother device"))
        #expect(await phone.get("/journal").text.contains("Written at the desk"))
        try await relay.round(desk)
        #expect(try await desk.status().entries == 1)
    }

    @Test func lockingIsToldOnceNoAnswerIsOnItsWay() async throws {
        let relay = try await TestRelay()
        let (phone, _, _) = try await linked(relay)
        #expect(!phone.notes.contains(["locked": true]))
        let page = await phone.post("/lock", await phone.get("/today"))
        #expect(page.text.contains("data-page=\"unlock\""))
        try await until("the shell is told") { phone.notes.contains(["locked": true]) }
        // The worker is ended, and a new one begins.
        phone.start()
        #expect(await phone.get("/journal").headers["location"] == "/journal", "the lasting cookie begins a session")
        let wrong = await phone.post("/unlock", await phone.get("/unlock"), [("passphrase", "wrong")])
        #expect(wrong.status == 403)
        try await until("the program before has let go of the vault") {
            let page = await phone.post("/unlock", await phone.get("/unlock"), [("passphrase", "correct horse battery")])
            return page.text.contains("data-page=\"today\"")
        }
    }

    @Test func aPhoneThatNoOneUsesLocksItself() async throws {
        let relay = try await TestRelay()
        let (phone, _, _) = try await linked(relay)
        _ = await phone.get("/today")
        phone.clock.advance(seconds: 600, milliseconds: -20)
        // No use: but the program sees how soon it has to look again.
        _ = await phone.send("GET", "/changes?since=0", [("x-background", "1")])
        #expect(!phone.notes.contains(["locked": true]))
        phone.clock.advance(milliseconds: 30)
        try await until("it is locked") { phone.notes.contains(["locked": true]) }
        #expect(await phone.get("/today").headers["location"]?.hasPrefix("/unlock") == true)
    }

    @Test func afterHowLongOutOfSightItLocksIsTheOwnersChoice() async throws {
        let relay = try await TestRelay()
        let (phone, _, _) = try await linked(relay)
        try await until("the shell knows the standard") { phone.notes.contains(["idle": 600, "hidden": 300]) }
        _ = await phone.post("/settings/lock", await phone.get("/settings/lock"), [("idle", "20"), ("hidden", "0")])
        let page = await phone.get("/settings/lock")
        #expect(page.text.contains("<option value=\"0\" selected>at once</option>"))
        try await until("the shell is told") { phone.notes.contains(["idle": 1200, "hidden": 0]) }
        let refused = await phone.post("/settings/lock", page, [("idle", "20"), ("hidden", "never")])
        #expect(refused.text.contains("role=\"alert\""))
    }

    @Test func aBackupThatAPhoneGivesIsGoodAtTheDesk() async throws {
        let relay = try await TestRelay()
        let (phone, desk, kept) = try await linked(relay)
        defer { withExtendedLifetime(kept) {} }
        let settings = await phone.get("/settings/data")
        #expect(settings.text.contains("href=\"/settings/backup\""))
        let backup = await phone.post("/settings/backup/download", await phone.get("/settings/backup"))
        let name = try #require(backup.headers["content-disposition"]?.components(separatedBy: "\"").dropFirst().first)
        let scratch = ScratchFolder()
        try Data(backup.bytes).write(to: URL(fileURLWithPath: scratch.path + "/" + name))
        let found = try await desk.verifyBackup(at: scratch.path)
        #expect(found.records > 0 && found.lacking == 0)
        #expect(names(in: try phone.files().location.folder).filter { $0.hasPrefix("auralyst-") } == [])
    }

    @Test func whatAPhoneCannotDoIsNotOfferedAndSaysSo() async throws {
        let relay = try await TestRelay()
        let (phone, _, _) = try await linked(relay)
        let settings = await phone.get("/settings")
        for path in [
            "/settings/rotation", "/settings/backup/timer", "/settings/profiles", "/settings/keychain", "/settings/browsers",
        ] {
            #expect(!settings.text.contains("\"\(path)"), "\(path)")
            let page = await phone.get(path)
            #expect(page.status == 404 && page.text.contains("<h1>"), "\(path)")
        }
        let sync = await phone.get("/settings/sync").text
        #expect(!sync.contains("/settings/sync/stop"))
        #expect(sync.contains("id=\"again\"") && sync.contains("href=\"/settings/wipe\""))
    }

    @Test func aPhoneThatLacksChangesSaysSoAndLeadsToWhereItIsLinkedAgain() async throws {
        let vault = try TestVault(seed: 7)
        do {
            let open = try vault.create()
            _ = try await open.add(NewEntry(text: "one"))
        }
        try VaultInsides.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: vault)
        let older = try contents(of: vault.location.database)
        _ = try await vault.open().add(NewEntry(text: "two"))
        try VaultInsides.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: vault)
        try Data(older).write(to: URL(fileURLWithPath: vault.location.database))
        let phone = try GivenPhone(NoRelay(), vault: vault)
        _ = await phone.get("/")
        let passphrase = String(decoding: TestVault.passphrase, as: UTF8.self)
        let page = await phone.post("/unlock", await phone.get("/unlock"), [("passphrase", passphrase)])
        #expect(page.text.contains("The database is missing the last change it had saved."))
        #expect(page.text.contains("<a href=\"/settings/sync#again\">Link this phone again</a>"))
    }

    @Test func anAnswerThatGoesOnEndsWhenItsReaderLeaves() async throws {
        let relay = try await TestRelay()
        let (phone, _, _) = try await linked(relay)
        let events = phone.open("/events")
        try await until("someone listens") { phone.page(events).status == 200 }
        _ = await phone.write("One more", on: await phone.get("/today"))
        try await until("the change is told") { phone.page(events).text.contains("event: changed") }
        await phone.leave(events)
        _ = await phone.write("And more", on: await phone.get("/today"))
        #expect(await phone.get("/journal").text.contains("And more"))
    }

    @Test func aRequestOfAnotherSiteOrWithoutSenseIsRefused() async throws {
        let phone = try GivenPhone(AnsweredWhenApproved(NoRelay()))
        _ = await phone.get("/")
        #expect(await phone.send("POST", "/welcome", [("origin", "https://other.test")]).status == 403)
        #expect(await phone.send("POST", "/welcome").status == 403)
        #expect(await phone.send("GET", "not a path").status == 400)
        #expect(await phone.send("", "").status == 400)
    }

    @Test func aVaultBeginsOnAPhoneOnlyWhereARelayHasAcceptedIt() async throws {
        let relay = try await TestRelay()
        let phone = try GivenPhone(AnsweredWhenApproved(relay.transport()))
        _ = await phone.get("/")
        phone.fail("refused")
        let fields = [("relay", try relay.address.text)] + PhoneTests.passphrase
        let refused = await phone.post("/welcome", await phone.get("/welcome"), fields)
        #expect(try await phone.shown(refused).text.contains("relay refused the connection"))
        #expect(await phone.get("/welcome").text.contains("href=\"/welcome/link\""), "nothing was made")
        phone.fail(nil)
        let made = await phone.post("/welcome", await phone.get("/welcome"), fields)
        #expect(try await phone.shown(made).text.contains("id=\"recovery-code\""))
    }
}
