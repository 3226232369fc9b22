import Base
import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Store
import Testing

@Suite struct `Editing` {
    @Test func `shows what stands in the entry`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write(
            "\nFirst line is empty & <b>", at: "2026-03-13 09:05", mood: "weary", tags: ["walk", "sea"])
        let page = try await client.get("/entry/\(id)/edit")
        #expect(page.text.contains("\n\nFirst line is empty &amp; &lt;b&gt;</textarea>"))
        #expect(page.text.contains("value=\"weary\" checked"))
        #expect(page.field("tags") == "sea, walk" && page.field("was-tags") == "sea, walk")
        #expect(page.text.contains("value=\"2026-03-13 09:05\""))
        #expect(page.field("seen")?.isEmpty == false)
    }

    @Test func `changes what was touched, and goes to the entry`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before", mood: "sad", tags: ["one", "two"])
        var form = try await EditForm(client, id)
        form["text"] = "After"
        form["mood"] = "happy"
        form["tags"] = "two three"
        form["when"] = "2026-03-10T06:30"
        form["starred"] = "yes"
        let response = try await form.send(client)
        #expect(response.status == .seeOther && response.headers["location"] == "/entry/\(id)")
        let entry = try await given.entry(id)
        #expect(
            entry.text == "After" && entry.mood == Mood("happy") && entry.tags.map(\.name) == ["three", "two"] && entry.starred)
        #expect(entry.day.iso == "2026-03-10" && entry.zone == "Europe/Vienna")
    }

    @Test func `makes tags of the words that the text gained, once it is saved by hand`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        try await given.vault().setPreferences { $0.textTags = true }
        let id = try await given.write("At the #lake with @Anna")
        #expect(try await given.entry(id).tags.map(\.name) == ["Anna", "lake"])
        var form = try await EditForm(client, id)
        form["tags"] = "lake"
        #expect(try await form.send(client).status == .seeOther)
        form = try await EditForm(client, id)
        (form["text"], form["autosave"]) = ("At the #lake with @Anna and @Be", "yes")
        form["seen"] = try #require(try await form.sendAsScript(client).json()["seen"]?.string)
        #expect(try await given.entry(id).tags.map(\.name) == ["lake"], "half a word is no tag")
        form["text"] = "At the #lake with @Anna and @Ben"
        form["seen"] = try #require(try await form.sendAsScript(client).json()["seen"]?.string)
        form["autosave"] = nil
        #expect(try await form.send(client).status == .seeOther)
        #expect(try await given.entry(id).tags.map(\.name) == ["Ben", "lake"], "what was taken off stays off")
        form = try await EditForm(client, id)
        form["text"] = "Nobody there"
        #expect(try await form.send(client).status == .seeOther)
        #expect(try await given.entry(id).tags.map(\.name) == ["Ben", "lake"], "a text that lost a word takes no tag away")
    }

    @Test func `leaves alone what nobody touched, though another window did`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before", mood: "sad", tags: ["one"])
        var first = try await EditForm(client, id)
        var second = try await EditForm(client, id)
        first["mood"] = "happy"
        first["tags"] = "one, two"
        #expect(try await first.send(client).status == .seeOther)
        second["text"] = "After"
        second["starred"] = "yes"
        #expect(try await second.send(client).status == .seeOther)
        let entry = try await given.entry(id)
        #expect(
            entry.text == "After" && entry.mood == Mood("happy") && entry.tags.map(\.name) == ["one", "two"] && entry.starred)
    }

    @Test func `in two windows leaves the changes of both in the text, where they are in different places`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Slept badly. Walked home 👣.\nThe end.")
        var first = try await EditForm(client, id)
        var (second, third) = (try await EditForm(client, id), try await EditForm(client, id))
        first["text"] = "Slept badly. Ran home 👣.\r\nThe end."
        #expect(try await first.send(client).status == .seeOther)
        second["text"] = "Slept well. Walked home 👣.\r\nThe end."
        let answer = try await second.sendAsScript(client).json()
        #expect(answer["conflict"] == .null)
        #expect(answer["edits"] == [[12, 18, ""], [18, 18, "Ran"]])
        #expect(try await given.entry(id).text == "Slept well. Ran home 👣.\nThe end.")
        third["text"] = "Slept badly. Walked home 👣.\r\nThe very end."
        #expect(try await third.send(client).headers["location"] == "/entry/\(id)")
        #expect(try await client.get("/entry/\(id)").text.contains("Saved, with what was changed in another window."))
        #expect(try await given.entry(id).text == "Slept well. Ran home 👣.\nThe very end.")
    }

    @Test func `writes nothing when nothing was touched, whatever ends the lines`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        for text in ["One\nline", "Ends\r\nof another\rworld\n", "\n\nbegins empty", "  blanks  \n"] {
            let id = try await given.write(text)
            let position = try await given.vault().logPosition()
            #expect(try await EditForm(client, id).send(client).status == .seeOther)
            #expect(try await given.vault().logPosition() == position)
            #expect(try await given.entry(id).text.utf8.elementsEqual(text.utf8))
        }
    }

    @Test func `keeps the zone of an entry when its time is changed`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let token = try await client.get("/today").formToken
        _ = try await client.post(
            "/entries",
            multipart: [PartToSend("form-token", token), PartToSend("zone", "America/New_York"), PartToSend("text", "a")])
        let id = try #require(try await given.vault().entries(Selection()).list.first).id.description
        var form = try await EditForm(client, id)
        #expect(try await client.get("/entry/\(id)/edit").text.contains("in America/New_York"))
        #expect(form["when"] == "2026-03-14T16:00")
        form["zone"] = "Europe/Vienna"
        form["when"] = "2026-03-14T08:00"
        _ = try await form.send(client)
        let entry = try await given.entry(id)
        #expect(entry.zone == "America/New_York")
        #expect(CivilTime(named: entry.zone)?.wall(at: entry.instant.milliseconds)?.time.clock == "08:00")
    }

    @Test(arguments: [
        ("text", "  ", "Write a few words first."), ("when", "soonish", "is not a date"),
        ("tags", String(repeating: "t", count: 81), "cannot be a tag"),
    ])
    func `is refused with a fault, and everything typed comes back`(field: String, value: String, sentence: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before", tags: ["one"])
        var form = try await EditForm(client, id)
        form["text"] = "Kept words"
        form["mood-other"] = "wistful"
        form[field] = value
        let response = try await form.send(client)
        #expect(response.status == .unprocessable && response.text.contains(sentence))
        if field != "text" { #expect(response.text.contains("Kept words</textarea>")) }
        #expect(response.text.contains("value=\"wistful\" checked"))
        #expect(response.field("was-tags") == "one", "what was there before is still known")
        #expect(try await given.entry(id).text == "Before")
        // Another page, and back: it is there.
        let entry = try await client.get("/entry/\(id)").text
        #expect(entry.contains("Before") && entry.contains("You have unsaved changes"))
        let again = try await client.get("/entry/\(id)/edit").text
        if field != "text" { #expect(again.contains("Kept words</textarea>")) }
        #expect(again.contains("value=\"wistful\" checked") && again.contains("Discard changes"))
        #expect(again.contains("href=\"/entry/\(id)\">Cancel</a>"))
    }

    // MARK: two windows

    @Test func `loses no word when two windows write, and shows both texts`() async throws {
        let given = try await GivenApp()
        let one = try await given.ownersBrowser()
        let two = try await given.ownersBrowser()
        let id = try await given.write("Common")
        var mine = try await EditForm(one, id)
        var theirs = try await EditForm(two, id)
        theirs["text"] = "Common, and <i>theirs</i>"
        #expect(try await theirs.send(two).status == .seeOther)
        given.clock.advance(seconds: 60)
        mine["text"] = "Common, and mine"
        let response = try await mine.send(one)
        #expect(response.status == .ok)
        #expect(response.text.contains("Also changed in another window</h2>"))
        #expect(response.text.contains("The other version is in History<span class=\"other-clock\"> (21:00)</span>."))
        #expect(response.text.contains("Common, and &lt;i&gt;theirs&lt;/i&gt;</div>"))
        #expect(response.text.contains("Common, and mine</textarea>"))
        #expect(try await given.entry(id).text == "Common, and mine")
        let history = try await given.texts(id)
        #expect(Set(history) == ["Common", "Common, and <i>theirs</i>", "Common, and mine"])
        // Saved again, nothing is in conflict any more.
        let again = try await EditForm(response, id).send(one)
        #expect(again.status == .seeOther)
    }

    @Test func `puts the other text below, and saves it when it is done`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Common")
        var mine = try await EditForm(client, id)
        var theirs = try await EditForm(client, id)
        theirs["text"] = "Theirs"
        _ = try await theirs.send(client)
        mine["text"] = "Mine"
        let conflict = try await mine.send(client)
        var form = try EditForm(conflict, id)
        #expect(conflict.field("put-below")?.isEmpty == false)
        // The button stands above the form, and the browser sends things in their order on the page: the token first.
        let above = try #require(conflict.text.firstRange(of: "name=\"put-below\""))
        #expect(conflict.text[..<above.lowerBound].contains("name=\"form-token\" value=\"\(form.token)\" form=\"composer\""))
        form["put-below"] = conflict.field("put-below")
        let below = try await form.send(client)
        #expect(below.text.contains("Mine\n\nTheirs</textarea>"))
        #expect(try await EditForm(below, id).send(client).status == .seeOther)
        #expect(try await given.entry(id).text == "Mine\n\nTheirs")
    }

    @Test func `leaves the other window's text standing where this one changed none`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Common")
        var mine = try await EditForm(client, id)
        var theirs = try await EditForm(client, id)
        theirs["text"] = "Theirs"
        _ = try await theirs.send(client)
        mine["mood"] = "happy"
        let response = try await mine.send(client)
        #expect(response.status == .seeOther)
        #expect(try await client.follow(response).text.contains("and that text is shown"))
        let entry = try await given.entry(id)
        #expect(entry.text == "Theirs" && entry.mood == Mood("happy"))
    }

    @Test func `keeps what is written into an entry that is gone meanwhile`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before")
        var form = try await EditForm(client, id)
        form["text"] = "Typed too late"
        _ = try await client.post("/entry/\(id)/delete", form: ["form-token": form.token])
        let response = try await form.send(client)
        #expect(response.status == .conflict)
        #expect(response.text.contains("Typed too late</textarea>") && response.text.contains("action=\"/entry/\(id)/restore\""))
        _ = try await client.post("/entry/\(id)/restore", form: ["form-token": form.token])
        #expect(try await client.get("/entry/\(id)/edit").text.contains("Typed too late</textarea>"))
    }

    // MARK: saving by itself

    @Test func `answers a script with what it has to know`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before")
        var form = try await EditForm(client, id)
        form["autosave"] = "yes"
        form["text"] = "After"
        let answer = try await form.sendAsScript(client).json()
        #expect(answer["savedAt"]?.string == "21:00" && answer["conflict"] == .null)
        let seen = try #require(answer["seen"]?.string)
        #expect(seen != form["seen"])
        // Another window, then this one again with what it had seen.
        var other = try await EditForm(client, id)
        other["text"] = "Other"
        _ = try await other.send(client)
        form["seen"] = seen
        form["text"] = "After all"
        let conflict = try await form.sendAsScript(client).json()["conflict"]
        #expect(conflict?["text"]?.string == "Other" && conflict?["stands"] == false)
        #expect(try await given.texts(id) == ["After all", "Other", "After", "Before"])
        form["text"] = " "
        let refused = try await form.sendAsScript(client)
        #expect(refused.status == .unprocessable)
        #expect(try refused.json()["faults"]?["text"]?.string == "Write a few words first.")
    }

    @Test func `tells a window that sits idle how the entry stands now`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Ends\r\nso", mood: "happy", tags: ["a", "b"])
        let token = try await client.get("/today").formToken
        _ = try await client.post("/draft/\(id)", form: ["form-token": token, "text": "only typed"])
        let answer = try await client.get("/entry/\(id)/edit", headers: ["x-requested-with": "auralyst"]).json()
        #expect(
            answer["text"] == "Ends\nso" && answer["mood"] == "happy" && answer["tags"] == "a, b" && answer["deleted"] == false)
        let page = try await client.get("/entry/\(id)/edit")
        #expect(page.field("seen") == answer["seen"]?.string)
    }

    @Test func `adds and removes files with the button only`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before")
        let token = try await client.get("/today").formToken
        let staged = try await client.stage("photo.txt", Array("one".utf8), draft: id, token: token)
        var form = try await EditForm(client, id)
        form["staged"] = staged
        form["autosave"] = "yes"
        form["text"] = "After"
        #expect(try await form.sendAsScript(client).status == .ok)
        #expect(try await given.files(of: id).isEmpty)
        #expect(try await client.get("/entry/\(id)/edit").text.contains("value=\"\(staged)\""), "it waits on")
        var again = try await EditForm(client, id)
        again["staged"] = staged
        #expect(try await again.send(client).status == .seeOther)
        let files = try await given.files(of: id)
        #expect(files.map(\.name) == ["photo.txt"])
        var last = try await EditForm(client, id)
        last["removed"] = try #require(files.first).id.description
        #expect(try await last.send(client).status == .seeOther)
        #expect(try await given.files(of: id).isEmpty)
    }

    @Test(arguments: ["", "[]", "[1,2]", "x", "[1,0,\"zz\"]", "[9999999999999,0,\"00000000000000000000000000\"]"])
    func `believes no page about what it has seen`(seen: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Before")
        var form = try await EditForm(client, id)
        form["seen"] = seen
        form["text"] = "After"
        #expect([.seeOther, .ok].contains(try await form.send(client).status))
        #expect(try await Set(given.texts(id)) == ["Before", "After"])
    }
}

/// The form of the page that edits an entry, as a browser would send it.
struct EditForm {
    let id: String
    let token: String
    private var fields: [String: String]

    init(_ client: TestClient, _ id: String) async throws {
        try self.init(try await client.get("/entry/\(id)/edit"), id)
    }

    init(_ page: TestResponse, _ id: String) throws {
        self.id = id
        token = page.formToken
        let names = ["draft", "seen", "was-mood", "was-tags", "was-when", "was-starred", "was-written", "tags"]
        fields = Dictionary(uniqueKeysWithValues: try names.map { ($0, try #require(page.field($0))) })
        let text = try #require(page.text.components(separatedBy: "<textarea").last)
        let inside = text.drop { $0 != ">" }.dropFirst(2)
        let end = try #require(inside.firstRange(of: "</textarea>"))
        // The browser sends the ends of lines as two characters.
        fields["text"] = EditForm.unescaped(String(inside[..<end.lowerBound])).split(omittingEmptySubsequences: false) {
            $0.isNewline
        }
        .joined(separator: "\r\n")
        fields["when"] = fields["was-when"]
        fields["mood"] = fields["was-mood"]
        fields["mood-other"] = ""
        fields["zone"] = ""
        if fields["was-starred"] == "yes" { fields["starred"] = "yes" }
    }

    subscript(name: String) -> String? {
        get { fields[name] }
        set { fields[name] = newValue }
    }

    func send(_ client: TestClient, headers: Headers = [:]) async throws -> TestResponse {
        let parts =
            [PartToSend("form-token", token), PartToSend("files", fileName: "", bytes: [])]
            + fields.sorted { $0.key < $1.key }.map { PartToSend($0.key, $0.value) }
        return try await client.post("/entry/\(id)", multipart: parts, headers: headers)
    }

    func sendAsScript(_ client: TestClient) async throws -> TestResponse {
        try await send(client, headers: ["x-requested-with": "auralyst", "x-form-token": token])
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing(
            "&#39;", with: "'"
        )
        .replacing("&amp;", with: "&")
    }
}

extension GivenApp {
    /// All texts of an entry, the newest first.
    func texts(_ id: String) async throws -> [String] {
        let vault = try await vault()
        return try await vault.history(try await vault.find(id).id).compactMap(\.write.value.string)
    }

    func files(of id: String) async throws -> [AttachmentInfo] {
        let vault = try await vault()
        return try await vault.attachmentList(of: try await vault.find(id))
    }
}
