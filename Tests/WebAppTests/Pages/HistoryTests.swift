import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

@Suite struct `The history of an entry` {
    @Test func `shows what was added and removed, in words too`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("We walked to the old mill.")
        given.clock.advance(seconds: 600)
        try await given.change(id, "We walked to the <new> mill.")
        let page = try await client.get("/entry/\(id)/history").text
        #expect(page.contains("<del><span class=\"hidden\">Removed: </span>old<span"))
        #expect(page.contains("<ins><span class=\"hidden\">Added: </span>&lt;new&gt;<span"))
        #expect(page.contains("14 Mar 2026, 21:10</h2>") && page.contains("14 Mar 2026, 21:00</h2>"))
        #expect(page.contains("Current version.") && page.contains("First version."))
        #expect(page.ranges(of: "Restore this version").count == 1)
    }

    @Test func `lets an older text stand again, and forgets none`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("First")
        given.clock.advance(seconds: 60)
        try await given.change(id, "Second")
        given.clock.advance(seconds: 60)
        let page = try await client.get("/entry/\(id)/history")
        let version = try #require(page.field("version"))
        let response = try await client.post(
            "/entry/\(id)/history/restore", form: ["form-token": page.formToken, "version": version])
        #expect(response.headers["location"] == "/entry/\(id)")
        #expect(try await given.texts(id) == ["First", "Second", "First"])
        #expect(try await client.follow(response).text.contains("Restored the version of 21:00."))
    }

    @Test(arguments: ["", "1", "[1,0,\"00000000000000000000000000\"]", "../..", "<script>"])
    func `knows no other version`(version: String) async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("First")
        let other = try await given.write("Another")
        try await given.change(other, "Another, changed")
        let token = try await client.get("/today").formToken
        let restore = { (version: String) in
            try await client.post("/entry/\(id)/history/restore", form: ["form-token": token, "version": version]).status
        }
        #expect(try await restore(version) == .notFound)
        let foreign = try #require(try await client.get("/entry/\(other)/history").field("version"))
        #expect(try await restore(foreign) == .notFound)
        #expect(try await given.texts(id) == ["First"])
    }

    @Test func `marks what was written at the same time`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Common")
        var (mine, theirs) = (try await EditForm(client, id), try await EditForm(client, id))
        mine["text"] = "Mine"
        theirs["text"] = "Theirs"
        _ = try await theirs.send(client)
        _ = try await mine.send(client)
        let page = try await client.get("/entry/\(id)/history").text
        #expect(page.ranges(of: "at the same time").count == 1)
    }

    @Test func `goes back page by page`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let id = try await given.write("Text 0")
        for number in 1...20 { try await given.change(id, "Text \(number)") }
        let first = try await client.get("/entry/\(id)/history").text
        #expect(first.contains("/history?from=15") && !first.contains("First version."))
        let second = try await client.get("/entry/\(id)/history?from=15").text
        #expect(second.contains("First version.") && !second.contains("?from="))
        for odd in ["-1", "99999999999999999999", "x", "400"] {
            #expect(try await client.get("/entry/\(id)/history?from=\(odd)").status == .ok)
        }
    }

    @Test func `shows long texts near their changes only, and whole on demand`() async throws {
        let given = try await GivenApp()
        let client = try await given.ownersBrowser()
        let long = (0..<400).map { "Line \($0) of a long day." }.joined(separator: "\n")
        let id = try await given.write(long)
        try await given.change(id, long.replacing("Line 200 of", with: "Line two hundred of"))
        let page = try await client.get("/entry/\(id)/history").text
        let difference = try #require(
            page.components(separatedBy: "<div class=\"difference\">").last?.components(separatedBy: "</div>").first)
        #expect(difference.count < 1000 && difference.contains("two hundred") && difference.contains("…"))
        #expect(page.contains("<summary>Full text</summary>"))
    }
}

extension GivenApp {
    func change(_ id: String, _ text: String) async throws {
        let vault = try await vault()
        var change = EntryChange()
        change.text = text
        _ = try await vault.change(try await vault.find(id).id, change)
    }
}
