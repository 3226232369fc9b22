import Documents
import Engine
import Exchange
import Foundation
import HTTP
import Journal
import Ledger
import Records
import Testing

/// Every kind in the table of kinds has its place on pages.
@Suite struct KindsOnPagesTests {
    /// Fields of which every kind finds its own.
    private static let fields: JSON = [
        "instant": 1_773_500_000_000, "zone": "Europe/Vienna", "day": "2026-03-14", "name": "Iron", "text": "a text",
        "symptom": "Headache", "severity": 3, "measure": "Weight", "form": "number", "value": 71, "mood_score": 5,
        "sample": "steps", "end": 1_773_500_000_000, "medication": "00000000000000000000000000", "amount": 1000,
        "outcome": "taken", "rule": ["cadence": ["days": 1], "times": [480]], "start": "2026-03-01", "since": 1_772_500_000_000,
        "plan": [
            "action": "Walk", "outcome": "mood", "block_days": 4, "pairs": 2, "wash_out": 1, "first": "2026-03-01",
            "seed": "00000000000000ff",
        ],
    ]

    @Test func `each kind has its address, its line in lists, and its table in an exported page`() async throws {
        let app = try await GivenApp()
        let client = try await app.ownersBrowser()
        let vault = try await app.vault()
        let moments = HealthRecord.kinds.map { RecordKind.of($0.kind) }
        let kinds = RecordKind.all.filter { $0.title != nil }
        for kind in kinds {
            #expect(kind.isReadable(Self.fields.object ?? [:]), "\(kind.name): the fields above lack one of its own")
        }
        let lines = kinds.enumerated().map { number, kind -> JSON in
            [
                "id": .string(RecordID(firstBytesOf: digest([UInt8(number)])).description), "kind": .string(kind.name),
                "more": Self.fields,
            ]
        }
        let document: JSON = [
            "kind": "export", "format": "auralyst", "version": 1, "attachments": "none", "records": .array(lines),
        ]
        let bytes = document.bytes
        _ = try await vault.importExport(opening: {
            var pieces = [bytes]
            return { pieces.popLast() ?? [] }
        })
        let history = try await client.get("/health/history").text
        for (kind, line) in zip(kinds, lines) where moments.contains(where: { $0.name == kind.name }) {
            let id = line["id"]?.string ?? ""
            #expect(history.contains("log-\(id)"), "\(kind.name)")
            guard let page = kind.page else { continue }
            #expect(try await client.get("/\(page)/\(id)").status == .ok, "\(kind.name)")
        }
        let choices = try await client.get("/settings/export").text
        let target = app.folder + "/page.html"
        _ = try await vault.export(ExportRequest(.html, writer: ReaderPage()), to: target)
        let page = try String(contentsOfFile: target, encoding: .utf8)
        for kind in kinds {
            let title = try #require(kind.title)
            if SupportItem.Part(rawValue: kind.name) == nil { #expect(choices.contains(title), "\(kind.name)") }
            // The page is for reading: trials and templates are not in it.
            if ![Trial.kind, Template.kind].contains(kind.name) { #expect(page.contains("<summary>\(title)<"), "\(kind.name)") }
        }
    }
}
