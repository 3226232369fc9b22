import Foundation
import Testing

@Suite struct ParallelTests {
    @Test func `twenty entries that are added at the same time are all there`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let children = try (0..<20).map { try sandbox.start(["add", "--json", "parallel entry \($0)"]) }
        let outcomes = children.map { $0.wait() }
        for outcome in outcomes { #expect(outcome.isDone, outcome.summary) }
        let texts = try sandbox.list().compactMap { $0["text"] as? String }
        #expect(texts.sorted() == (0..<20).map { "parallel entry \($0)" }.sorted())
        let repair = try sandbox.done("repair", "--json").object
        #expect(repair["whole"] as? Bool == true && repair["missing"] as? Int == 0 && repair["applied"] as? Int == 21)
    }

    @Test func `one entry that is changed by many at once keeps every text in its history`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let id = try sandbox.add("text 0")
        let children = try (1...12).map { try sandbox.start(["edit", id, "--text", "text \($0)", "--tag", "t\($0)"]) }
        for outcome in children.map({ $0.wait() }) { #expect(outcome.isDone, outcome.summary) }
        let history = try sandbox.done("history", id, "--json").list.compactMap { $0["text"] as? String }
        #expect(Set(history) == Set((0...12).map { "text \($0)" }))
        let entry = try sandbox.done("show", id, "--json").object
        #expect(Set(entry["tags"] as? [String] ?? []) == Set((1...12).map { "t\($0)" }), "tags that were added at the same time")
    }

    @Test func `reading goes on while a large import writes`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try sandbox.write(
            (0..<3000).map { "[2022-01-01 \(padded($0 % 24)):\(padded($0 % 60))] large import \($0)\n\n" }.joined(),
            to: "large.txt")
        let importing = try sandbox.start(["import", "jrnl", "large.txt", "--json"])
        var counts: Set<Int> = []
        while importing.isRunning { counts.insert(try sandbox.list().count) }
        #expect(importing.wait().object["kept"] as? Int == 3000)
        #expect(counts.isSubset(of: [301, 3301]), "half an import was seen: \(counts)")
        #expect(try sandbox.list().count == 3301)
    }

    @Test func `adding goes on while another is repaired, imported into, or given a new passphrase`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        // So that whoever comes after the change gets in too.
        try sandbox.keepKey()
        try sandbox.write("another one 93 lanterns\n", to: "new")
        let works = [
            ["repair", "--json"], ["keys", "passphrase", "--json"],
            ["import", "jrnl", try sandbox.write(Diary(entries: 200, seed: 9).jrnl, to: "d"), "--json"],
        ]
        let children = try works.map { try sandbox.start($0, extra: ["AURALYST_NEW_PASSPHRASE_FILE": "new"]) }
        let adding = try (0..<8).map { try sandbox.start(["add", "beside it \($0)"]) }
        for outcome in (children + adding).map({ $0.wait() }) { #expect(outcome.isDone, outcome.summary) }
        #expect(try sandbox.list().filter { ($0["text"] as? String)?.hasPrefix("beside it") == true }.count == 8)
        #expect(try sandbox.list().count == 301 + 200 + 8)
        let repair = try sandbox.done("repair", "--json").object
        #expect(repair["whole"] as? Bool == true)
    }

    @Test func `two vaults made at the same time in one folder are one`() throws {
        let sandbox = try Sandbox()
        let outcomes = try (0..<3).map { _ in try sandbox.start(["init", "--json"]) }.map { $0.wait() }
        #expect(outcomes.filter(\.isDone).count == 1, "\(outcomes.map(\.ending))")
        for outcome in outcomes where !outcome.isDone { outcome.expectRefusal(1, asJSON: true) }
        let code = try #require(outcomes.first { $0.isDone }?.object["recovery_code"] as? String)
        try sandbox.write(code, to: "code")
        let opened = try sandbox.run("unlock", "--recovery", "--for", "8h", extra: ["AURALYST_RECOVERY_FILE": "code"])
        #expect(opened.isDone, opened.summary)
    }
}
