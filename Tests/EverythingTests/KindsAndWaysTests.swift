import Basics
import Foundation
import GivenValues
import Ledger
import SeededChance
import Testing

/// Every kind of record, with every field, goes every way that records can go, and comes out as it went in.
@Suite struct KindsAndWaysTests {
    @Test(arguments: 0..<Lane.amount(quick: 3, ci: 12, all: 150))
    func `whichever ways a vault goes, every field of every kind of record is kept`(number: Int) async throws {
        var chance = Seed.generator("kinds and ways \(number)")
        let everything = try await Everything(seed: chance.next())
        var ways = Way.allCases.filter { $0 != .add }.shuffled(using: &chance)
        // Behind the first each way is gone once; what comes later meets what came before, so the order is drawn.
        ways.insert(.add, at: ways.count / 2)
        ways.insert(.add, at: 0)
        print("kinds and ways \(number): \(ways.map(\.rawValue).joined(separator: ", "))")
        var gone: [String] = []
        var before = try await everything.export()
        for way in ways {
            gone.append(way.rawValue)
            let what = "\(number): " + gone.joined(separator: " > ")
            do { try await everything.go(way) } catch {
                Issue.record("\(what): \(error)")
                return
            }
            let after = try await everything.export()
            try everything.check(what, after)
            if !way.writes { compare(before, after, what, lasts: way != .joinBySnapshot) }
            before = after
        }
    }

    /// What was in one export is in the other, word for word. Deleted records go in time.
    private func compare(_ before: [String: JSON], _ after: [String: JSON], _ what: String, lasts: Bool) {
        for (key, line) in before.sorted(by: { $0.key < $1.key }) where after[key] != line {
            if !lasts, line["deleted"] != nil, after[key] == nil { continue }
            // So do the files of an entry that was deleted, or moved, where its copy has files of its own.
            if !lasts, line["kind"] == "attachment", after[key] == nil, isOfDeleted(line, before) { continue }
            // What a device says of itself goes with the device.
            if line["kind"] == "device" { continue }
            Issue.record("\(what): \(key) was \(shown(line)), and is \(shown(after[key] ?? .null))")
        }
    }

    private func isOfDeleted(_ file: JSON, _ lines: [String: JSON]) -> Bool {
        guard let id = file["id"]?.string else { return false }
        let holders = lines.values.filter { $0["kind"] == "entry" && String(decoding: $0.bytes, as: UTF8.self).contains(id) }
        return !holders.isEmpty && holders.allSatisfy { $0["deleted"] != nil }
    }

    private func shown(_ line: JSON) -> Substring { String(decoding: line.bytes, as: UTF8.self).prefix(600) }

    @Test func `no kind of record is left out of this test`() throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Sources")
        let files = Folder.paths(below: sources.path).map { sources.appendingPathComponent($0) }
        let declaration = /static let kind = "(\w+)"/
        var kinds: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            for match in try String(contentsOf: file, encoding: .utf8).matches(of: declaration) { kinds.insert(String(match.1)) }
        }
        // Written by use cases alone, which the ways go through: files, the journal's name.
        let written: Set = ["attachment", "journal"]
        #expect(kinds.count > 10 && written.isSubset(of: kinds))
        #expect(kinds.subtracting(written).subtracting(RecordMaker.all.map(\.kind)).sorted() == [])
    }
}

extension Way {
    /// It changes records, so that another export is expected.
    var writes: Bool { [.add, .edit, .delete, .move].contains(self) }
}
