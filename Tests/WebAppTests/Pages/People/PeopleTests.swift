import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import SeededChance
import Testing

/// The page People: inviting, letting in, roles, removing, leaving.
@Suite struct `People` {
    private let desk: RelayDesk
    private let ben: Sharer

    init() async throws {
        desk = try await RelayDesk()
        ben = try await Sharer(desk)
    }

    private func letIn(_ link: String, as name: String = "Ann") async throws -> Sharer {
        let ann = try await Sharer(desk)
        // The link works once the owner's app has told the relay.
        try await until("the relay knows of the invitation") {
            try await ann.post("/people/join", [("link", link), ("name", name)]).status == .seeOther
        }
        let page = try await ben.page(showing: "<b>\(name)</b> asks to join")
        #expect(page.contains("<code>\(await ann.vault.ownFingerprint())</code>"))
        let fields = ["journal", "invitation", "who"].map { name in
            let form = page.firstRange(of: "action=\"/people/approve\"").map { String(page[$0.upperBound...]) }
            return (name, form?.field(behind: "name=\"\(name)\" value=\"") ?? "")
        }
        let answer = try await ben.post("/people/approve", fields + [("name", name)])
        #expect(answer.headers["location"] == "/people")
        #expect(try await ben.get().contains("<p>\(name) is now a member.</p>"))
        _ = try await ann.page(showing: "The journal of Ben")
        return ann
    }

    private func member(_ name: String) async throws -> SharedJournal.Member {
        try #require(try await ben.vault.sharedJournals()[0].members.first { $0.name == name })
    }

    @Test func `of a journal that does not sync are none yet, and the page says what comes first`() async throws {
        let page = try await ben.get()
        #expect(page.contains("Invite a partner to add notes. You stay in control."))
        #expect(page.contains("href=\"/settings/sync\"") && !page.contains("href=\"/people/invite"))
        #expect(try await ben.browser.get("/people/invite").headers["location"] == "/people")
    }

    @Test func `are invited by a link that stands on the page, as text and as a code, and can be withdrawn`() async throws {
        try await ben.beginToSync()
        let link = try await ben.invite()
        let page = try await ben.get()
        #expect(page.contains("For <b>Ann</b>") && page.contains("aria-label=\"QR code of the link\""))
        #expect(try InvitationLink(link).journal.description == (try await ben.journal))
        let name = try #require(page.field(behind: "name=\"invitation\" value=\""))
        _ = try await ben.post("/people/withdraw", [("journal", try await ben.journal), ("invitation", name)])
        #expect(!(try await ben.get().contains(link)))
    }

    @Test(arguments: [
        ("days", "0"), ("days", "many"), ("own", " "), ("own", String(repeating: "n", count: 61)),
        ("for", "Ann & Cem " + String(repeating: "n", count: 61)),
    ])
    func `are not invited with a fault, and what was typed comes back`(field: String, value: String) async throws {
        try await ben.beginToSync()
        var typed = ["role": "reader", "history": "new", "days": "3", "for": "Ann & Cem", "own": "Ben"]
        typed[field] = value
        let answer = try await ben.post("/people/invite", [("journal", try await ben.journal)] + typed.map { ($0.key, $0.value) })
        #expect(answer.status == .unprocessable && answer.text.contains("role=\"alert\""))
        #expect(answer.text.contains("value=\"Ann &amp; Cem") && answer.text.contains("value=\"reader\" checked"))
        #expect(try await ben.vault.sharedJournals()[0].invitations.isEmpty)
    }

    @Test func `come in, are compared, get another role, and are removed`() async throws {
        try await ben.beginToSync()
        let entry = try await ben.given.write("Slept badly.")
        let ann = try await letIn(try await ben.invite())
        let fields = { [("journal", try await ben.journal), ("member", hex(try await member("Ann").identity))] }

        #expect(try await ben.get().contains("not compared yet"))
        _ = try await ben.post("/people/compare", try await fields() + [("compared", "yes")])
        #expect(try await member("Ann").isVerified)
        _ = try await ben.post("/people/compare", try await fields() + [("compared", "no")])
        #expect(try await !member("Ann").isVerified)

        _ = try await ben.post("/people/role", try await fields() + [("role", "reader")])
        // Where an operation of Ann's comes first, the change is made again behind it: then she sees it.
        _ = try await ann.page(showing: "You can read here.")
        #expect(try await member("Ann").role == .reader)
        let page = try await ann.page("/entry/\(entry)", showing: "Slept badly.")
        #expect(page.contains("by Ben") && !page.contains("/notes\"") && !page.contains("/delete\""))

        let place = try await fields()
        let farewell = try await ben.get("/people/remove/\(place[0].1)/\(place[1].1)")
        #expect(farewell.contains("What Ann has read or copied can’t be taken back."))
        _ = try await ben.post("/people/remove", place)
        #expect(try await ben.vault.sharedJournals()[0].members.map(\.name) == ["Ben"])
        _ = try await ann.page(showing: "You were removed from this journal.")
        // Twice is once.
        #expect(try await ben.post("/people/remove", place).headers["location"] == "/people")
        #expect(try await ben.get().contains("notice-trouble"))
    }

    @Test func `are named where they reworded an entry of someone else`() async throws {
        try await ben.beginToSync()
        let entry = try await ben.given.write("Slept badly.")
        let ann = try await letIn(try await ben.invite(as: "editor"))
        let hers = try await ann.page("/entry/\(entry)", showing: "Slept badly.")
        #expect(hers.contains("by Ben") && !hers.contains("edited by"))
        let stored = try await ann.vault.find(entry)
        var change = EntryChange()
        change.text = "Slept badly, and woke at four."
        _ = try await ann.vault.change(stored.id, change)
        // The change was made past her app, which would send it with its next regular round.
        _ = try await ann.post("/settings/sync/now")
        for path in ["/entry/\(entry)", "/journal"] {
            #expect(try await ann.get(path).contains("<li class=\"chip\">edited by you</li>"), "\(path)")
        }
        _ = try await ben.page("/entry/\(entry)", showing: "woke at four")
        for path in ["/entry/\(entry)", "/journal", "/today"] {
            let page = try await ben.get(path)
            #expect(page.contains("<li class=\"chip\">edited by Ann</li>") && !page.contains("by Ben"), "\(path)")
        }
    }

    @Test func `leave by themselves, and keep what they have`() async throws {
        try await ben.beginToSync()
        let entry = try await ben.given.write("Slept badly.")
        let ann = try await letIn(try await ben.invite(as: "editor"))
        _ = try await ann.page("/entry/\(entry)", showing: "Slept badly.")
        let journal = try await ben.journal
        #expect(try await ann.get("/people/leave/\(journal)").contains("The journal of Ben"))
        #expect(try await ben.browser.get("/people/leave/\(journal)").headers["location"] == "/people")
        _ = try await ann.post("/people/leave", [("journal", journal)])
        #expect(try await ann.get().contains("You left this journal."))
        #expect(try await ann.get("/entry/\(entry)").contains("Slept badly."))
    }

    @Test(arguments: ["", "https://relay.test/join", "https://elsewhere.test/join#a.b.c", "javascript:alert(1)", "<b>"])
    func `cannot be joined by what is no link`(link: String) async throws {
        let answer = try await ben.post("/people/join", [("link", link), ("name", "Ann")])
        #expect(answer.status == .unprocessable && answer.text.contains("That is not an invitation."))
        #expect(answer.text.contains("value=\"Ann\""))
    }

    @Test func `give no secret away: what stands in an address is not read`() async throws {
        let page = try await ben.get("/people/join?link=https://relay.test/join%23secret")
        #expect(!page.contains("secret"))
    }

    @Test func `of a relay that is not reached stand there all the same`() async throws {
        try await ben.beginToSync()
        _ = try await ben.invite()
        desk.cutOff()
        let page = try await ben.get()
        #expect(page.contains("Join requests can’t be checked right now.") && page.contains("For <b>Ann</b>"))
    }

    @Test(arguments: ["invite", "withdraw", "compare", "role", "remove", "approve", "decline", "join", "join/end", "leave"])
    func `are changed by our own forms alone`(form: String) async throws {
        #expect(try await ben.browser.post("/people/\(form)", form: ["journal": "x"]).status == .forbidden)
        let page = try await ben.browser.get("/people/\(form)")
        #expect(page.status == .ok || page.headers["location"] == "/people")
        guard form != "join" else { return }
        #expect(try await ben.post("/people/\(form)", [("journal", "x")]).status == .notFound)
    }
}

@Suite struct `A note` {
    @Test func `is written, changed, deleted and brought back by its author, and hidden by the owner alone`() async throws {
        let desk = try await RelayDesk()
        let ben = try await Sharer(desk)
        let entry = try await ben.given.write("Slept badly.")
        #expect(!(try await ben.get("/entry/\(entry)").contains("id=\"notes\"")))
        _ = try await ben.vault.addNote("<b>Coffee</b>\nat five", to: try #require(RecordID(text: entry)))
        let page = try await ben.get("/entry/\(entry)")
        #expect(page.contains("&lt;b&gt;Coffee&lt;/b&gt;\nat five"))
        let answer = try await ben.post("/entry/\(entry)/notes", [("text", "Another\r\none")])
        let place = try #require(answer.headers["location"])
        let id = try #require(place.split(separator: "#note-").last.map(String.init))
        #expect(place == "/entry/\(entry)#note-\(id)")

        let blank = try await ben.post("/entry/\(entry)/notes", [("text", " ")])
        #expect(blank.status == .unprocessable && blank.text.contains("A note can have 1 to 10,000 characters."))
        let long = try await ben.post("/note/\(id)", [("text", String(repeating: "x", count: 10_001))])
        #expect(long.status == .unprocessable && long.text.contains("xxx</textarea>"))

        #expect(try await ben.get("/note/\(id)").contains("Another\none</textarea>"))
        ben.given.clock.advance(seconds: 120)
        _ = try await ben.post("/note/\(id)", [("text", "Changed")])
        #expect(try await ben.get("/entry/\(entry)").contains(", changed</span>"))
        _ = try await ben.post("/note/\(id)/delete")
        let without = try await ben.get("/entry/\(entry)")
        #expect(!without.contains("id=\"note-\(id)\"") && without.contains("/note/\(id)/restore"))
        _ = try await ben.post("/note/\(id)/restore")
        #expect(try await ben.get("/entry/\(entry)").contains("id=\"note-\(id)\""))
        _ = try await ben.post("/note/\(id)/hide", [("hidden", "yes")])
        #expect(try await ben.vault.note(try #require(RecordID(text: id))).isHidden)
        #expect(try await ben.browser.post("/note/\(id)", form: ["text": "x"]).status == .forbidden)
        #expect(try await ben.browser.get("/note/00000000000000000000000000").status == .notFound)
    }

}
