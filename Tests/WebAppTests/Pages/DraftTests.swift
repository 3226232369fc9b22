import Engine
import HTTP
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct `A draft` {
    @Test func `comes back on Today with all that was typed`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let answer = try await client.post(
            "/draft/new",
            form: [
                "form-token": token, "text": "Half a sent", "tags": "one, tw", "mood": "", "mood-other": "pensive",
                "when": "yester", "starred": "yes",
            ])
        #expect(answer.text == "{\"kept\":\"21:00\",\"name\":\"new\"}")
        let today = try await given.ownersBrowser().get("/today")
        #expect(today.text.contains("Half a sent</textarea>"))
        #expect(today.field("tags") == "one, tw")
        #expect(today.text.contains("value=\"pensive\" checked"))
        #expect(today.text.contains("name=\"when\" value=\"yester\""))
        #expect(today.text.contains("name=\"starred\" value=\"yes\" checked"))
        #expect(today.text.contains("Draft saved at 21:00."))
    }

    @Test func `in two windows becomes one entry`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let once = try #require(try await client.get("/today").field("once"))
        _ = try await client.post("/draft/new", form: ["form-token": token, "text": "One thought", "once": once])
        // The other window shows the same draft.
        #expect(try await client.get("/today").field("once") == once)
        func save(_ text: String, _ more: [(String, String)] = []) async throws -> TestResponse {
            let fields = [("form-token", token), ("draft", "new"), ("text", text), ("once", once)] + more
            return try await client.post("/entries", multipart: fields.map { PartToSend($0.0, $0.1) })
        }
        func texts() async throws -> [String] { try await given.vault().entries(Selection()).list.map(\.entry.text) }
        #expect(try await save("One thought").headers["location"] == "/today")
        let id = try #require(try await given.vault().entries(Selection()).list.first).id.description
        #expect(try await save("One thought").headers["location"] == "/entry/\(id)")
        #expect(try await texts() == ["One thought"])
        // A window that comes late does not offer it again.
        _ = try await client.post("/draft/new", form: ["form-token": token, "text": "One thought", "once": once])
        #expect(try await client.get("/today").field("once") != once)
        #expect(try await !client.get("/today").text.contains("One thought</textarea>"))
        // With more words it is asked which is meant, and nothing is lost meanwhile.
        let asked = try await save("One thought, and another")
        #expect(asked.status == .unprocessable && asked.text.contains("Saved in another window</h2>"))
        #expect(asked.text.contains("One thought, and another</textarea>"))
        #expect(try await client.get("/today").text.contains("One thought, and another</textarea>"))
        let change = try await save("One thought, and another", [("again", "change")])
        #expect(change.headers["location"] == "/entry/\(id)/edit?draft=\(id)")
        #expect(try await client.follow(change).text.contains("One thought, and another</textarea>"))
        #expect(try await texts() == ["One thought"])
        #expect(try await save("One thought, and another", [("again", "second")]).headers["location"] == "/today")
        #expect(try await Set(texts()) == ["One thought", "One thought, and another"])
    }

    @Test func `of a long text takes only what differs, from a page that is left`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("The entry 🌍.")
        let token = try await client.get("/today").formToken
        func send(_ name: String, _ base: String, _ from: String, _ until: String, _ part: String) async throws -> Status {
            let mark = String(base.utf16.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 })
            return try await client.post(
                "/draft/\(name)",
                form: ["form-token": token, "base": mark, "from": from, "until": until, "part": part, "known": mark]
            ).status
        }
        // Without a draft it is of the entry's text.
        #expect(try await send(id, "The entry 🌍.", "12", "12", " is long") == .ok)
        #expect(try await client.get("/entry/\(id)/edit").text.contains("The entry 🌍 is long.</textarea>"))
        #expect(try await send(id, "The entry 🌍 is long.", "4", "9", "text") == .ok)
        #expect(try await client.get("/entry/\(id)/edit").text.contains("The text 🌍 is long.</textarea>"))
        #expect(try await send("new", "", "0", "0", "From nothing") == .ok)
        #expect(try await client.get("/today").text.contains("From nothing</textarea>"))
        // Of another text, or out of its bounds, it changes nothing.
        for (base, from, until) in [
            ("Other", "0", "0"), ("From nothing", "5", "4"), ("From nothing", "-1", "2"), ("From nothing", "0", "13"),
        ] {
            #expect(try await send("new", base, from, until, "x") == .conflict)
        }
        #expect(try await client.get("/today").text.contains("From nothing</textarea>"))
    }

    @Test(arguments: [("sad", Mood.Source.suggested), ("angry", .chosen), ("", nil)])
    func `remembers that its mood was offered, through a reload and a lock`(chosen: String, source: Mood.Source?) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        #expect(try await client.get("/today").field("mood-source") == "")
        _ = try await client.post(
            "/draft/new", form: ["form-token": token, "text": "Half a thought", "mood": "sad", "mood-source": "sad"])
        #expect(try await client.get("/today").field("mood-source") == "sad")
        _ = try await client.post("/lock", form: ["form-token": token])
        let later = try await given.ownersBrowser()
        let page = try await later.get("/today")
        let taken = try #require(page.field("mood-source"))
        #expect(taken == "sad" && page.text.contains("value=\"sad\" checked"))
        // What is chosen afterwards is the writer's own choice.
        _ = try await later.post(
            "/entries",
            multipart: [
                PartToSend("form-token", page.formToken), PartToSend("draft", "new"), PartToSend("text", "Half a thought"),
                PartToSend("mood", chosen), PartToSend("mood-source", taken),
            ])
        let entry = try #require(try await given.vault().entries(Selection()).list.first).entry
        #expect(entry.mood?.name == (chosen.isEmpty ? nil : chosen) && entry.moodSource == source)
    }

    @Test func `of an entry remembers that its mood was offered, also where it is refused`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("As it was")
        let token = try await client.get("/today").formToken
        _ = try await client.post(
            "/draft/\(id)", form: ["form-token": token, "text": "As it was, and more", "mood": "happy", "mood-source": "happy"])
        #expect(try await client.get("/entry/\(id)/edit").field("mood-source") == "happy")
        let refused = try await client.post(
            "/entry/\(id)",
            multipart: [
                PartToSend("form-token", token), PartToSend("draft", id), PartToSend("text", " "), PartToSend("mood", "happy"),
                PartToSend("mood-source", "happy"),
            ])
        #expect(refused.status == .unprocessable && refused.field("mood-source") == "happy")
    }

    @Test(arguments: [("happy", "happy"), ("", "")])
    func `of an entry that is taken back remembers where its mood came from`(offered: String, kept: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        _ = try await client.post(
            "/entries",
            multipart: [
                PartToSend("form-token", token), PartToSend("text", "Written"), PartToSend("mood", "happy"),
                PartToSend("mood-source", offered),
            ])
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        _ = try await client.post("/entry/\(stored.id.description)/undo", form: ["form-token": token])
        let today = try await client.get("/today")
        #expect(today.field("mood-source") == kept && today.text.contains("value=\"happy\" checked"))
    }

    @Test(arguments: [
        FormFields(), ["text": ""], ["text": " \n\t"], ["text": "", "mood": "", "tags": "", "when": "", "zone": "Europe/Vienna"],
    ])
    func `is dropped when the fields are empty`(fields: FormFields) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        _ = try await client.post("/draft/new", form: ["form-token": token, "text": "a"])
        let known = FormFields(fields.pairs + [(name: "form-token", value: token), (name: "known", value: DraftMark.of("a"))])
        #expect(try await client.post("/draft/new", form: known).text == "{\"kept\":null,\"name\":\"new\"}")
        #expect(try await given.vault().draft(.new) == nil)
    }

    @Test func `of an entry is dropped when it says what the entry says`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("As it was", mood: "happy", tags: ["b", "a"])
        let token = try await client.get("/today").formToken
        let fields: FormFields = [
            "form-token": token, "text": "As it was, and more", "mood": "happy", "tags": "a, b", "when": "2026-03-14T20:00",
            "known": "",
        ]
        #expect(try await client.post("/draft/\(id)", form: fields).json()["kept"] == "21:00")
        #expect(try await client.get("/entry/\(id)/edit").text.contains("As it was, and more</textarea>"))
        var back = fields
        back.pairs.removeAll { $0.name == "text" || $0.name == "known" }
        back.pairs += [("text", "As it was"), ("known", DraftMark.of("As it was, and more"))]
        #expect(try await client.post("/draft/\(id)", form: back).json()["kept"] == .null)
        #expect(try await given.vault().drafts().isEmpty)
    }

    @Test func `of two windows is two drafts`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let keep = { (name: String, text: String, known: [String]) in
            try await client.post(
                "/draft/\(name)",
                form: ["form-token": token, "text": text, "known": known.map(DraftMark.of).joined(separator: ",")]
            ).json()["name"]?.string
        }
        #expect(try await keep("new", "One", [""]) == "new")
        #expect(try await keep("new", "One goes on", ["", "One"]) == "new")
        #expect(try await keep("new", "Two, from another window", [""]) == "new-2")
        #expect(try await keep("new-2", "Two goes on", ["", "Two, from another window"]) == "new-2")
        given.clock.advance(seconds: 60)
        #expect(try await keep("new", "One ends", ["One", "One goes on"]) == "new")
        // A request that was still under way when the page was left: its text is known to the one behind it.
        #expect(try await keep("new", "One ends well", ["One goes on", "One ends"]) == "new")
        let drafts = try await given.vault().drafts()
        #expect(Set(drafts.map(\.draft.text)) == ["One ends well", "Two goes on"])
        let today = try await client.get("/today").text
        #expect(today.contains("One ends well</textarea>") && today.contains("href=\"/today?draft=new-2\""))
        let second = try await client.get("/today?draft=new-2").text
        #expect(second.contains("Two goes on</textarea>") && second.contains("data-draft=\"new-2\""))
        // Saving one leaves the other.
        _ = try await client.post(
            "/entries",
            multipart: [PartToSend("form-token", token), PartToSend("draft", "new-2"), PartToSend("text", "Two goes on")])
        #expect(try await given.vault().drafts().map(\.draft.text) == ["One ends well"])
    }

    @Test func `of another window outlives what this one saves or is refused`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let page = try await client.get("/today")
        let known = try #require(page.field("known"))
        #expect(known == DraftMark.of(""))
        _ = try await client.post("/draft/new", form: ["form-token": page.formToken, "text": "One", "known": known])
        let send = { (text: String, tags: String, known: String) in
            try await client.post(
                "/entries",
                multipart: [
                    PartToSend("form-token", page.formToken), PartToSend("draft", "new"), PartToSend("known", known),
                    PartToSend("text", text), PartToSend("tags", tags),
                ])
        }
        let refused = try await send("Two", String(repeating: "x", count: 300), known)
        #expect(refused.status == .unprocessable && refused.text.contains("data-draft=\"new-2\""))
        #expect(refused.text.contains("data-refused") && refused.field("known")?.hasSuffix(DraftMark.of("Two")) == true)
        #expect(Set(try await given.vault().drafts().map(\.draft.text)) == ["One", "Two"])
        #expect(try await send("Three", "", known).status == .seeOther)
        #expect(Set(try await given.vault().drafts().map(\.draft.text)) == ["One", "Two"])
        // The window that wrote it knows it.
        #expect(try await send("One more", "", known + "," + DraftMark.of("One")).status == .seeOther)
        #expect(try await given.vault().drafts().map(\.draft.text) == ["Two"])
    }

    @Test func `gets a template below it`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let template = try await given.vault().addTemplate(Template(name: "Evening", text: "Three good things:\n1. "))
        let path = "/today?template=\(template.id.description)"
        let fresh = try await client.get(path)
        #expect(fresh.text.contains("\nThree good things:\n1. </textarea>") && !fresh.text.contains("below your text"))
        _ = try await client.post("/draft/new", form: ["form-token": fresh.formToken, "text": "Half a thought"])
        let page = try await client.get(path)
        #expect(page.text.contains("Half a thought\n\nThree good things:\n1. </textarea>"))
        #expect(page.text.contains("The template was added below your text."))
        #expect(page.field("known")?.split(separator: ",").first.map(String.init) == DraftMark.of("Half a thought"))
        #expect(try await given.vault().draft(.new)?.text == "Half a thought")
        _ = try await client.post(
            "/draft/new",
            form: [
                "form-token": fresh.formToken, "text": "Half a thought\n\nThree good things:\n1. tea",
                "known": DraftMark.of("Half a thought"),
            ])
        let again = try await client.get(path)
        #expect(again.text.contains("1. tea</textarea>"), "once is enough")
    }

    @Test func `runs out of names before it overwrites another`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        for number in 1...9 {
            #expect(try await client.post("/draft/new", form: ["form-token": token, "text": "Window \(number)"]).status == .ok)
        }
        let response = try await client.post(
            "/draft/new", form: ["form-token": token, "text": "Window 10"], headers: ["x-requested-with": "auralyst"])
        #expect(response.status == .unprocessable)
        #expect(try await given.vault().drafts().count == 9)
    }

    @Test func `is discarded with a way back`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Entry")
        let token = try await client.get("/today").formToken
        for (name, next) in [("new", "/today"), (id, "/entry/\(id)")] {
            _ = try await client.post("/draft/\(name)", form: ["form-token": token, "text": "Typed for \(name)"])
            let response = try await client.post("/draft/\(name)/discard", form: ["form-token": token])
            #expect(response.headers["location"] == next)
            #expect(try await client.follow(response).text.contains("action=\"/draft/\(name)/restore\""))
            #expect(try await given.vault().draft(#require(Draft.Name(name))) == nil)
            // Meanwhile something else is typed: both stay.
            _ = try await client.post("/draft/\(name)", form: ["form-token": token, "text": "New words"])
            _ = try await client.post("/draft/\(name)/restore", form: ["form-token": token])
            let texts = try await given.vault().drafts().map(\.draft.text)
            #expect(texts.contains("Typed for \(name)") && texts.contains("New words"))
        }
        let response = try await client.post("/draft/new/restore", form: ["form-token": token])
        #expect(try await client.follow(response).text.contains("There is nothing left to undo."))
    }

    @Test(arguments: [
        "discarded", "new-1", "new-10", "new-x", "other", "New", "00000000000000000000000000-1", "..", "%00", "new%2F..", "a-2",
    ])
    func `has no other name`(name: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let response = try? await client.post("/draft/\(name)", form: ["form-token": token, "text": "a"])
        #expect(response?.status != .ok)
        #expect(try await given.vault().drafts().isEmpty)
    }

    @Test func `keeps its files through a lock`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let staged = try await client.stage("list.txt", Array("milk".utf8), draft: "new", token: token)
        _ = try await client.post("/draft/new", form: ["form-token": token, "text": "With a file", "staged": staged])
        _ = try await client.post("/lock", form: ["form-token": token])
        let later = try await given.ownersBrowser()
        let today = try await later.get("/today")
        #expect(today.field("staged") == staged)
        let response = try await later.post(
            "/entries",
            multipart: [
                PartToSend("form-token", today.formToken), PartToSend("draft", "new"), PartToSend("text", "With a file"),
                PartToSend("staged", staged),
            ])
        #expect(response.status == .seeOther)
        let stored = try #require(try await given.vault().entries(Selection()).list.first)
        #expect(try await given.files(of: stored.id.description).map(\.name) == ["list.txt"])
    }

    @Test func `takes a text of any letters up to the limit, and refuses more with a sentence`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        let script: Headers = ["x-requested-with": "auralyst", "x-form-token": token]
        let long = String(repeating: "ж", count: Limits.textBytes / 2)
        #expect(try await client.post("/draft/new", form: ["text": long], headers: script).status == .ok)
        let longer = try await client.post(
            "/draft/new", form: ["text": long + "x", "known": DraftMark.of(long)], headers: script)
        #expect(longer.status == .unprocessable)
        #expect(try longer.json()["error"]?["message"]?.string?.contains("a draft can have at most 1,048,576") == true)
        #expect(try await given.vault().draft(.new)?.text.utf8.count == Limits.textBytes)
    }
}

/// How a window says which texts it knows.
enum DraftMark {
    static func of(_ text: String) -> String {
        String(text.utf16.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 })
    }
}
