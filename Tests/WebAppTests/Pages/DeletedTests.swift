import Engine
import Foundation
import HTTP
import Journal
import Ledger
import Testing

@Suite struct `Recently deleted` {
    private func delete(_ id: String, in given: GivenApp) async throws {
        let id = try #require(RecordID(text: id))
        _ = try await given.vault().delete(id)
    }

    @Test func `says so when it is empty`() async throws {
        let given = try await GivenApp()
        try await given.write("here", on: "2026-03-14")
        let page = try await given.ownersBrowser().get("/deleted")
        #expect(page.status == .ok && page.text.contains("Nothing was deleted in the last 30 days."))
        #expect(!page.text.contains("here") && !page.text.contains("/restore"))
    }

    @Test func `lists the latest first, each with a form that brings it back`() async throws {
        let given = try await GivenApp()
        let first = try await given.write("first <b>", on: "2026-03-01")
        let second = try await given.write("# second\nmore", on: "2026-02-01")
        try await delete(first, in: given)
        given.clock.advance(seconds: 5)
        try await delete(second, in: given)
        let client = try await given.ownersBrowser()
        let page = try await client.get("/deleted")
        #expect(
            page.all(between: "<p class=\"row-text\" id=\"text-", and: "</p>").map { $0.components(separatedBy: ">").last } == [
                "second", "first &lt;b&gt;",
            ])
        #expect(page.all(between: "action=\"/entry/", and: "/restore\"") == [second, first])
        #expect(page.text.contains("1 Mar 2026 · 30 days left"))
        #expect(try await client.get("/journal").rows.isEmpty)
        let id = try #require(RecordID(text: second))
        _ = try await given.vault().restore(id)
        #expect(try await client.get("/deleted").all(between: "action=\"/entry/", and: "/restore\"") == [first])
        #expect(try await client.get("/journal").rows == ["<b class=\"row-title\">second</b>more"])
    }

    private static let waits: [(Int64, String)] = [
        (0, "30 days left"), (1, "30 days left"), (86_400, "29 days left"), (86_401, "29 days left"),
        (28 * 86_400, "2 days left"),
        (29 * 86_400 - 1, "2 days left"), (29 * 86_400, "1 day left"), (29 * 86_400 + 1, "less than a day left"),
        (30 * 86_400 - 1, "less than a day left"),
    ]

    @Test(arguments: waits)
    func `promises no day that is not left`(seconds: Int64, words: String) async throws {
        let given = try await GivenApp()
        try await delete(given.write("gone", on: "2026-03-01"), in: given)
        given.clock.advance(seconds: seconds)
        let page = try await given.ownersBrowser().get("/deleted")
        #expect(page.text.contains("1 Mar 2026 · " + words))
    }

    @Test func `lets go after thirty days`() async throws {
        let given = try await GivenApp()
        try await delete(given.write("gone", on: "2026-03-01"), in: given)
        given.clock.advance(seconds: 30 * 86_400 + 1)
        let page = try await given.ownersBrowser().get("/deleted")
        #expect(!page.text.contains("gone"))
    }
}
