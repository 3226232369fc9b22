import Engine
import Exchange
import Findings
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance

/// A vault with something of everything: entries, files, the health log, a template, a trial, deleted records, and what a newer
/// version might have written.
struct FullVault {
    let vault: TestVault
    let open: OpenVault
    let entry: RecordID

    static let hostile = "<script>alert('x')</script> \"q\" & =1+1 \u{202E}flip\u{2066} \\ \u{0001}\r\n---\n\n"

    init(health: Bool = true) async throws {
        vault = try TestVault()
        open = try vault.create()
        if health { _ = try await open.addDemoHealth() }
        let picture = try vault.scratch.write(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](0...255), to: "a b [1].png")
        let long = try vault.scratch.write((0..<70_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: "tape.bin")
        let empty = try vault.scratch.write("", to: "empty.txt")
        entry = try await open.add(
            NewEntry(
                text: FullVault.hostile, moment: .of("2026-03-14 10:00"), mood: .of("<b>bold"), tags: [.of("=cmd|'/C")],
                starred: true, attachments: [picture, long, empty])
        ).id
        for number in 0..<40 {
            _ = try await open.add(
                NewEntry(
                    text: "Entry \(number)\n\n\n  with *lines* ", moment: .of("2026-03-13 10:00"), tags: [.of("t\(number % 3)")]))
        }
        let gone = try await open.add(NewEntry(text: "deleted", moment: .of("2026-03-12 10:00")))
        vault.clock.advance(seconds: 60)
        _ = try await open.delete(gone.id)
        _ = try await open.addTemplate(Template(name: "Morning", text: "How?\n"))
        _ = try await open.beginTrial(
            Trial(
                action: "a walk", sign: .tag("walk"), outcome: "mood", blockDays: 2, pairs: 3, washOut: 1,
                first: .of("2026-03-16"), seed: 7, note: "n"))
        try FullVault.addFromTheFuture(to: vault, entry: entry)
        vault.clock.advance(days: 1)
    }

    private static func addFromTheFuture(to vault: TestVault, entry: RecordID) throws {
        let insides = try VaultInsides(vault)
        var chance = SplitMix64(seed: 5)
        try insides.append(
            [
                Mutation(
                    kind: "dream", record: .random(using: &chance),
                    fields: [
                        "instant": .int(TestVault.start), "lucid": true, "depth": .double(0.25), "none": .null, "list": [1, [:]],
                    ]),
                Mutation(kind: "entry", record: entry, fields: ["weather": ["sky": "clear", "°C": .double(3.0)]]),
                Mutation(kind: "entry", record: .random(using: &chance), fields: ["shape": "without a text"]),
            ], at: vault.clock.now)
    }

    func json(_ name: String = "export.json", files: Bool = true) async throws -> [UInt8] {
        let path = vault.scratch.path + "/" + name
        _ = try await open.export(ExportRequest(.json, hasFiles: files), to: path)
        return try contents(of: path)
    }
}

extension Receipt {
    var counts: [Int] { [Outcome.kept, .changed, .merged, .skipped].map { count($0) } }
}
