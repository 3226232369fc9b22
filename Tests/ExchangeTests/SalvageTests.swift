import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Testing

/// Sources that break off.
@Suite struct SalvageTests {
    private static let entry = #"{"creationDate":"2026-03-14T10:00:00Z","timeZone":"UTC","text":"Walk","uuid":"A%"}"#

    private func journal(_ count: Int) -> String {
        let entries = (0..<count).map { Self.entry.replacing("%", with: String($0)) }.joined(separator: ",\n")
        return "{\"metadata\":{\"version\":\"1.0\"},\"entries\":[\n" + entries + "\n]}"
    }

    private func source(_ vault: TestVault, _ text: String, salvages: Bool) throws -> ImportSource {
        var options = ImportOptions(surroundings: vault.surroundings)
        options.salvage = salvages ? Salvage() : nil
        return try ImportSource(path: vault.scratch.write(text, to: "Journal.json"), format: .dayone, options: options)
    }

    @Test func `a file that breaks off is refused with its line, and taken as far as it goes when that is asked for`()
        async throws
    {
        let vault = try TestVault()
        let open = try vault.create()
        let whole = journal(5)
        let cut = String(whole.prefix(whole.count - 40))
        let refused = try source(vault, cut, salvages: false)
        await #expect(throws: ImportError.brokenJSON(line: 6)) { try await open.importEntries(refused) }
        #expect(try await open.status().entries == 0)
        let receipt = try await open.importEntries(source(vault, cut, salvages: true))
        #expect(receipt.count(.kept) == 4 && receipt.read == 4, "where it breaks off is no record")
        #expect(receipt.findings.map(\.sentence) == ["line 6: broken from here on, and what follows cannot be read"])
        // What cannot be read is no reason to destroy the source.
        #expect(try await !open.verifyImport(source(vault, cut, salvages: true)).isWhole)
        // The whole file later adds what was missing.
        let later = try await open.importEntries(source(vault, whole, salvages: false))
        #expect(later.count(.kept) == 1 && later.count(.skipped) == 4)
    }

    @Test(arguments: [(",", ",,"), (",\n", "\n"), ("[\n", "[,\n"), ("\n]", ",\n]"), (",\n", ":\n"), ("\"text\":", "\"text\" 1,")])
    func `a list with a stray sign is refused whole, so that nothing behind it goes missing unsaid`(good: String, bad: String)
        throws
    {
        let vault = try TestVault()
        let whole = journal(3)
        let places = whole.ranges(of: good)
        var broken = whole
        broken.replaceSubrange(try #require(good.hasPrefix(",") ? places.last : places.first), with: bad)
        let source = try source(vault, broken, salvages: false)
        #expect(throws: ImportError.self) { try source.reading() }
    }

    @Test func `of what cannot be read at all nobody is told once more to salvage it`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let zip = storedZip([("Journal.json", Array(journal(2).utf8))])
        let path = try vault.scratch.write(Array(zip.prefix(20)), to: "cut.zip")
        var options = ImportOptions(surroundings: vault.surroundings)
        #expect(throws: ImportError.damagedArchive) { try ImportSource(path: path, options: options) }
        options.salvage = Salvage()
        #expect(throws: ImportError.beyondSalvage) { try ImportSource(path: path, options: options) }
        let cut = try source(vault, String(journal(1).prefix(60)), salvages: true)
        await #expect(throws: ImportError.beyondSalvage) { try await open.importEntries(cut) }
    }

    @Test func `a sound file is no other with it than without`() async throws {
        let vault = try TestVault()
        let open = try vault.create()
        let receipt = try await open.importEntries(source(vault, journal(3), salvages: true))
        #expect(receipt.count(.kept) == 3 && receipt.read == 3)
    }

    @Test func `a cut at any place ends, and brings no entry that is not there`() throws {
        let vault = try TestVault()
        let whole = journal(3)
        for length in stride(from: 1, to: whole.count, by: 7) {
            let source = try source(vault, String(whole.prefix(length)), salvages: true)
            guard let reading = try? source.reading() else { continue }
            #expect(reading.entries.count <= 3 && reading.entries.allSatisfy { $0.text == "Walk" }, "cut at \(length)")
        }
    }
}
