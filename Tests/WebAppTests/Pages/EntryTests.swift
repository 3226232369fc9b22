import Base
import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct `An entry` {
    @Test func `is saved from the form of Today, and the draft is gone`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        _ = try await client.post("/draft/new", form: ["form-token": token, "text": "A good d"])
        let response = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("draft", "new"), PartToSend("zone", ""),
                PartToSend("text", "A good day\r\nand a second line"),
                PartToSend("mood", "happy"), PartToSend("tags", "#walk, family"), PartToSend("when", ""),
                PartToSend("starred", "yes"),
                PartToSend("files", fileName: "", bytes: []),
            ])
        #expect(response.status == .seeOther)
        #expect(response.headers["location"] == "/today")
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        #expect(stored.entry.text == "A good day\nand a second line")
        #expect(stored.entry.mood == Mood("happy"))
        #expect(stored.entry.tags.map(\.name) == ["family", "walk"])
        #expect(stored.entry.starred)
        #expect(stored.entry.zone == "Europe/Vienna")
        #expect(try await given.vault().draft(.new) == nil)
        let today = try await client.follow(response)
        #expect(today.text.contains("<p>Saved.</p>"))
        #expect(today.text.contains("action=\"/entry/\(stored.id.description)/undo\""))
    }

    @Test(arguments: [
        ("2026-03-12T10:00", "Saved on Thursday, 12 March 2026 at 10:00."),
        ("2026-03-20T08:30", "Saved on Friday, 20 March 2026 at 08:30. This date is in the future."),
        ("2026-03-14T09:00", "Saved."),
    ])
    func `says where it is when it is not under today`(when: String, sentence: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let response = try await client.post(
            "/entries",
            multipart: [PartToSend("form-token", token), PartToSend("text", "a"), PartToSend("when", when)])
        #expect(try await client.follow(response).text.contains("<p>\(sentence)</p>"))
    }

    @Test func `that was just saved is taken back into the form`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let staged = try await client.stage("list.txt", Array("milk".utf8), draft: "new", token: token)
        _ = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("text", "Too <b>early</b>\r\nsaved"), PartToSend("mood", "sad"),
                PartToSend("tags", "one, two"), PartToSend("when", "2026-03-13T07:15"), PartToSend("starred", "yes"),
                PartToSend("staged", staged),
            ])
        let id = try #require(try await given.vault().entries(Selection()).list.first).id.description
        let response = try await client.post("/entry/\(id)/undo", form: ["form-token": token])
        #expect(response.headers["location"] == "/today")
        let today = try await client.follow(response)
        #expect(today.text.contains("Not saved. Your text is here again, without its files: add them again."))
        #expect(today.text.contains("Too &lt;b&gt;early&lt;/b&gt;\nsaved</textarea>"))
        #expect(today.text.contains("value=\"sad\" checked") && today.field("tags") == "one, two")
        #expect(today.text.contains("value=\"2026-03-13 07:15\""))
        #expect(today.text.contains("name=\"starred\" value=\"yes\" checked"))
        #expect(try await given.vault().entries(Selection()).list.isEmpty)
        // A second click takes nothing more back.
        _ = try await client.post("/entry/\(id)/undo", form: ["form-token": token])
        #expect(try await given.vault().drafts().count == 1)
    }

    @Test func `is taken back beside what is being typed meanwhile`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let id = try await given.write("Taken back")
        _ = try await client.post("/draft/new", form: ["form-token": token, "text": "Typed meanwhile"])
        let response = try await client.post("/entry/\(id)/undo", form: ["form-token": token])
        #expect(response.headers["location"] == "/today?draft=new-2")
        #expect(try await client.follow(response).text.contains("Taken back</textarea>"))
        #expect(Set(try await given.vault().drafts().map(\.draft.text)) == ["Taken back", "Typed meanwhile"])
        #expect(try await client.post("/entry/\(id)/undo", form: ["text": "a"]).status == .forbidden)
    }

    @Test(arguments: [
        ("", "America/New_York", "America/New_York", "2026-03-14T16:00"), ("", "Not/AZone", "Europe/Vienna", "2026-03-14T21:00"),
        ("", "../../etc/passwd", "Europe/Vienna", "2026-03-14T21:00"), ("yesterday 9pm", "", "Europe/Vienna", "2026-03-13T21:00"),
        ("2026-03-01T07:30", "Asia/Tokyo", "Asia/Tokyo", "2026-03-01T07:30"),
        ("2026-03-01T07:30:15", "", "Europe/Vienna", "2026-03-01T07:30"),
    ])
    func `takes the time that was meant, in the writer's zone`(when: String, zone: String, kept: String, wall: String)
        async throws
    {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let response = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("zone", zone), PartToSend("text", "a"), PartToSend("when", when),
            ])
        #expect(response.status == .seeOther)
        let entry = try #require(try await given.vault().entries(Selection()).list.first).entry
        #expect(entry.zone == kept)
        let civil = try #require(CivilTime(named: kept)?.wall(at: entry.instant.milliseconds))
        #expect(civil.day.iso + "T" + civil.time.clock == wall)
        #expect(civil.day == entry.day)
    }

    @Test(arguments: [
        ("text", "", "Write a few words first."), ("text", " \n ", "Write a few words first."),
        ("when", "the day before never", "is not a date"), ("when", "2026-13-45T99:00", "fault"),
        ("mood-other", String(repeating: "m", count: 41), "cannot be a mood"),
        ("tags", String(repeating: "t", count: 81), "cannot be a tag"),
        ("tags", (0...100).map { "t\($0)" }.joined(separator: " "), "can have 100 tags, not 101"),
        ("text", "nul\0", "contains a NUL character"),
    ])
    func `is not saved with a fault, and everything typed comes back`(field: String, value: String, sentence: String) async throws
    {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        var typed = [
            "text": "Kept <b>words</b>", "mood": "sad", "mood-other": "", "tags": "one, two", "when": "2026-03-02T10:00",
            "starred": "yes",
        ]
        typed[field] = value
        let response = try await client.post(
            "/entries",
            multipart: [PartToSend("form-token", token)] + typed.sorted { $0.key < $1.key }.map { PartToSend($0.key, $0.value) })
        #expect(response.status == .unprocessable)
        #expect(response.text.contains(sentence), "\(response.text)")
        #expect(response.text.contains("aria-invalid=\"true\""))
        if field != "text" { #expect(response.text.contains("Kept &lt;b&gt;words&lt;/b&gt;</textarea>")) }
        if field != "tags" { #expect(response.text.contains("value=\"one, two\"")) }
        if field != "mood-other" { #expect(response.text.contains("value=\"sad\" checked")) }
        #expect(response.text.contains("name=\"starred\" value=\"yes\" checked"))
        #expect(try await given.vault().entries(Selection()).list.isEmpty)
        // Nobody need stay on this page: Today has it too, after a lock as well.
        _ = try await client.post("/lock", form: ["form-token": token])
        let today = try await given.ownersBrowser().get("/today")
        if field != "text" { #expect(today.text.contains("Kept &lt;b&gt;words&lt;/b&gt;</textarea>")) }
        if field != "tags" { #expect(today.field("tags") == "one, two") }
        #expect(today.text.contains("Draft saved at 21:00.") && !today.text.contains("data-refused"))
    }

    @Test func `is not saved when its text is too long, and none of it is lost`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let text = String(repeating: "a", count: Limits.textBytes + 1)
        let response = try await client.post("/entries", multipart: [PartToSend("form-token", token), PartToSend("text", text)])
        #expect(response.status == .unprocessable)
        let isWhole = response.text.contains(text + "</textarea>")
        #expect(isWhole)
        let endless = try await client.post(
            "/entries", multipart: [PartToSend("form-token", token), PartToSend("text", String(repeating: "a", count: 4 << 20))])
        #expect(endless.status == .contentTooLarge)
    }

    @Test func `is refused without the form's token, before anything is read`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        for parts in [
            [PartToSend("text", "a")], [PartToSend("form-token", "x"), PartToSend("text", "a")],
            [PartToSend("text", "a"), PartToSend("form-token", "x")],
        ] {
            #expect(try await client.post("/entries", multipart: parts).status == .forbidden)
        }
        for path in ["/draft/new", "/entry/00000000000000000000000000/delete", "/attachments/x/discard"] {
            #expect(try await client.post(path, form: ["text": "a"]).status == .forbidden)
        }
        #expect(try await given.vault().entries(Selection()).list.isEmpty)
    }

    // MARK: reading

    @Test func `shows its words, facts and neighbours`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let old = try await given.write("First", at: "2026-01-05 08:00")
        let id = try await given.write("# Title\nline", at: "2026-03-14 10:00", mood: "happy", tags: ["walk"])
        let new = try await given.write("Third", at: "2026-03-14 11:00")
        let page = try await client.get("/entry/\(id)").text
        #expect(
            page.contains(
                "<time datetime=\"2026-03-14T10:00\">Saturday, 14 March 2026, <span class=\"entry-time\">10:00</span></time></h1>"
            ))
        #expect(page.contains("<h2>Title</h2>\n<p>line</p>"))
        #expect(page.contains("<title>Entry · Auralyst</title>"))
        #expect(page.contains("name=\"tag\" value=\"walk\""))
        #expect(page.contains("<p class=\"muted\">Written 14 Mar 2026, 21:00.</p>"))
        #expect(try await client.get("/entry/\(old)").text.contains("<p class=\"muted\">Saved 14 Mar 2026, 21:00.</p>"))
        #expect(page.contains("rel=\"prev\" href=\"/entry/\(old)\"") && page.contains("rel=\"next\" href=\"/entry/\(new)\""))
        #expect(try await client.get("/entry/\(old)").text.contains("rel=\"next\" href=\"/entry/\(id)\""))
        #expect(!(try await client.get("/entry/\(new)").text.contains("rel=\"next\"")))
        #expect(page.ranges(of: "<h1").count == 1)
    }

    @Test(arguments: ["00000000000000000000000000", "zzzz", "last", "new", "%3Cscript%3E", "0000000000000000000000000z"])
    func `that is not there is not found`(name: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        for path in ["/entry/\(name)", "/entry/\(name)/edit", "/entry/\(name)/history", "/attachment/\(name)/\(name)"] {
            #expect(try await client.get(path).status == .notFound)
        }
        let token = try await client.get("/today").formToken
        for path in ["delete", "restore", "star", "history/restore"] {
            #expect(try await client.post("/entry/\(name)/\(path)", form: ["form-token": token]).status == .notFound)
        }
    }

    @Test func `gets a star and loses it`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("a")
        let token = try await client.get("/today").formToken
        for isStarred in [true, false] {
            let response = try await client.post(
                "/entry/\(id)/star", form: ["form-token": token, "starred": isStarred ? "yes" : "no"])
            #expect(response.headers["location"] == "/entry/\(id)")
            #expect(try await client.follow(response).text.contains("aria-pressed=\"\(isStarred)\""))
        }
    }

    @Test func `is deleted with a way back`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Gone for now")
        let token = try await client.get("/today").formToken
        let deleted = try await client.post("/entry/\(id)/delete", form: ["form-token": token])
        #expect(deleted.headers["location"] == "/journal")
        let journal = try await client.follow(deleted).text
        #expect(journal.contains("Entry deleted.") && journal.contains("action=\"/entry/\(id)/restore\""))
        let page = try await client.get("/entry/\(id)").text
        #expect(page.contains("This entry was deleted") && page.contains("30 days left") && !page.contains("/entry/\(id)/edit"))
        #expect(try await client.get("/entry/\(id)/edit").headers["location"] == "/entry/\(id)")
        let again = try await client.post("/entry/\(id)/delete", form: ["form-token": token])
        #expect(again.status == .seeOther, "twice is once")
        let restored = try await client.post("/entry/\(id)/restore", form: ["form-token": token])
        #expect(restored.headers["location"] == "/entry/\(id)")
        #expect(try await client.follow(restored).text.contains("Entry restored."))
        given.clock.advance(seconds: 1)
        _ = try await client.post("/entry/\(id)/delete", form: ["form-token": token])
        given.clock.advance(seconds: 31 * 86_400)
        let late = try await given.ownersBrowser()
        #expect(try await late.get("/entry/\(id)").text.contains("The time to restore it has passed."))
    }

    @Test func `tells a script how to undo`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("a")
        let token = try await client.get("/today").formToken
        let script: Headers = ["x-requested-with": "auralyst", "x-form-token": token]
        #expect(
            try await client.post("/entry/\(id)/delete", form: [:], headers: script).text == "{\"undo\":\"/entry/\(id)/restore\"}"
        )
        #expect(
            try await client.post("/entry/\(id)/restore", form: [:], headers: script).text == "{\"undo\":\"/entry/\(id)/delete\"}"
        )
    }

    // MARK: attacks

    @Test(arguments: [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</textarea><script>alert(1)</script>",
        "' onfocus='alert(1)",
        "</title><script>", "</template><script>", "<!--", "]]><script>", "&lt;script&gt;",
    ])
    func `never becomes markup, wherever it stands`(evil: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let word = evil.filter { !$0.isWhitespace && $0 != "," && $0 != ";" }
        let id = try await given.write(evil + "\n\n[x](\(evil))", mood: String(evil.prefix(40)), tags: [word])
        let token = try await client.get("/today").formToken
        _ = try await client.post(
            "/draft/new", form: ["form-token": token, "text": evil, "tags": evil, "when": evil, "mood-other": evil])
        _ = try await client.post("/draft/\(id)", form: ["form-token": token, "text": evil + "2", "tags": evil, "when": evil])
        let refused = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("text", evil), PartToSend("when", evil),
                PartToSend("mood-other", evil), PartToSend("seen", evil),
            ])
        #expect(refused.status == .unprocessable)
        for page in [refused.text]
            + (try await texts(of: ["/today", "/entry/\(id)", "/entry/\(id)/edit", "/entry/\(id)/history", "/journal"], client))
        {
            for tag in ["<script>", "<img src=x", "onerror=alert(1)>", " onfocus='alert", "<!--", "]]><"] {
                #expect(!page.contains(tag))
            }
        }
    }

    private func texts(of paths: [String], _ client: TestClient) async throws -> [String] {
        var texts: [String] = []
        for path in paths { texts.append(try await client.get(path).text) }
        return texts
    }

    @Test func `leaves nothing in an address or a title`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Secret garden", tags: ["hidden"])
        let token = try await client.get("/today").formToken
        var addresses: [String] = []
        for (path, form) in [
            ("/entry/\(id)/star", ["starred": "yes"]), ("/entry/\(id)/delete", [:]), ("/entry/\(id)/restore", [:]),
            ("/draft/\(id)/discard", [:]),
        ] {
            let response = try await client.post(
                path, form: FormFields([(name: "form-token", value: token)] + form.map { (name: $0.key, value: $0.value) }))
            addresses.append(response.headers["location"] ?? "")
        }
        for path in ["/entry/\(id)", "/entry/\(id)/edit", "/entry/\(id)/history"] {
            let page = try await client.get(path)
            #expect(page.headers["cache-control"] == "no-store")
            let title = page.text.components(separatedBy: "<title>").last?.components(separatedBy: "</title>").first ?? ""
            #expect(!title.lowercased().contains("secret") && !title.contains("2026"))
        }
        #expect(addresses.allSatisfy { !$0.lowercased().contains("secret") && !$0.contains("hidden") })
    }

    @Test func `is shown to nobody after the lock`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Mine")
        let token = try await client.get("/today").formToken
        _ = try await client.post("/lock", form: ["form-token": token])
        for path in ["/entry/\(id)", "/entry/\(id)/edit", "/entry/\(id)/history"] {
            let response = try await client.get(path)
            #expect(response.status == .seeOther && !response.text.contains("Mine"))
        }
        #expect(try await client.post("/entry/\(id)/delete", form: ["form-token": token]).status == .unauthorized)
    }
}

extension GivenApp {
    func write(
        _ text: String, at when: String = "2026-03-14 20:00", mood: String? = nil, tags: [String] = [],
        staged: [StagedAttachment] = []
    ) async throws -> String {
        let parts = when.split(separator: " ")
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        let civil = try #require(CivilTime(named: "Europe/Vienna"))
        let day = try #require(LocalDay(iso: parts[0]))
        let time = try #require(TimeOfDay(hour: clock[0], minute: clock[1]))
        let instant = try #require(civil.instant(day: day, time: time))
        let new = NewEntry(
            text: text, moment: Moment(instant: instant, zone: "Europe/Vienna", day: day), mood: mood.flatMap { Mood($0) },
            tags: tags.compactMap { Tag($0) }, staged: staged)
        return try await vault().add(new).id.description
    }

    func entry(_ id: String) async throws -> Entry { try await vault().find(id).entry }
}

extension TestResponse {
    func json() throws -> JSON { try JSON(reading: bytes) }

    func field(_ name: String) -> String? {
        guard let start = text.firstRange(of: "name=\"\(name)\" value=\"") else { return nil }
        let escaped = String(text[start.upperBound...].prefix { $0 != "\"" })
        return escaped.replacing("&quot;", with: "\"").replacing("&#39;", with: "'").replacing("&lt;", with: "<").replacing(
            "&amp;", with: "&")
    }
}
