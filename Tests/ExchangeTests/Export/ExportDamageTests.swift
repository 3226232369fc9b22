import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Journal
import Records
import Store
import Testing

/// Exports of a vault whose database is damaged in places.
@Suite struct ExportDamageTests {
    @Test func `a damaged page costs an export only the entries on it`() async throws {
        let sound = try TestVault(seed: 16)
        let open = try sound.create()
        for number in 0..<120 {
            _ = try await open.add(NewEntry(text: "\(number). " + String(repeating: "A long day at the sea. ", count: 20)))
            sound.clock.advance(days: 1)
        }
        try VaultInsides(sound).store.walCheckpoint()
        let (database, page) = (try contents(of: sound.location.database), 4096)
        var compared = 0
        for first in 2..<(database.count / page - 4) {
            let vault = try sound.copy()
            var bytes = database
            for damaged in [first, first + 4] { for place in 0..<64 { bytes[damaged * page + place * 60] ^= 0x55 } }
            try Data(bytes).write(to: URL(fileURLWithPath: vault.location.database))
            // Some pages are of the list of tables or of an index, without which nothing is read.
            guard let open = try? vault.open(), let (list, unreadable) = try? await open.entries(Selection()),
                unreadable > 1, list.count > 60
            else { continue }
            for format in [ExportFormat.jrnl, .json, .markdown] {
                let target = vault.scratch.path + "/out-\(format)"
                guard let result = try? await open.export(ExportRequest(format), to: target) else {
                    #expect(!FileManager.default.fileExists(atPath: target), "page \(first): nothing is left of it")
                    continue
                }
                compared += 1
                #expect(result.counts[Entry.kind] == list.count, "page \(first), \(format)")
            }
        }
        #expect(compared > 12, "\(compared) exports")
    }
}
