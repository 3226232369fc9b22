import Base
import Engine
import Exchange
import Foundation
import Importing
import Journal
import Ledger
import SeededChance
import Testing
import Vault

/// The example of docs/formats/export.md is what the program reads and writes.
@Suite struct DocumentedExportTests {
    @Test func `the example is imported, and exported with the same bytes`() async throws {
        let files = PassingFolder("export")
        defer { files.remove() }
        let folder = files.path
        // Line ends between records are left out of an example.
        let text = try DocumentedPage("export.md")["export"]
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/in.json"))
        let surroundings = Surroundings(now: { 1_790_000_000_000 }, zone: try #require(Zone(identifier: "UTC")))
        let vault = try VaultOpening.create(
            at: VaultLocation(folder: folder + "/vault"), passphrase: Secret(copying: [1]), recoveryCode: .random(),
            surroundings: surroundings, deviceName: "test", cost: .testOnlyCheapest)
        let receipt = try await vault.importExport(path: folder + "/in.json")
        #expect(receipt.count(.kept) == 2 && receipt.read == 2, "\(receipt.lines)")
        _ = try await vault.export(ExportRequest(.json), to: folder + "/out.json")
        let out = try String(contentsOfFile: folder + "/out.json", encoding: .utf8)
        #expect(out.filter { $0 != "\n" } == text)
    }
}
