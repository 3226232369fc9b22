import Engine
import Importing
import Journal
import Ledger
import Records
import Store

extension ExportTable {
    /// Writes each table that has records, and always that of entries.
    nonisolated(nonsending) static func writeAll(_ source: ExportSource, to folder: any ExportFiles) async throws {
        var titles: [String: String] = [:]
        let present = Set(try source.kinds())
        if present.contains(Schedule.kind) || present.contains(Intake.kind) {
            for id in try await source.medicationTitles() { titles[id.key] = id.value }
        }
        for table in all where table.kinds.contains(where: present.contains) || table.kinds == [Entry.kind] {
            try await folder.file(table.name) { output in try await table.write(source, titles, to: output) }
        }
    }

    private nonisolated(nonsending) func write(
        _ source: ExportSource, _ titles: [String: String], to output: any ExportOutput
    ) async throws {
        try output.write(Array((columns.joined(separator: ",") + "\r\n").utf8))
        var document = RecordDocument(origins: source.origins)
        for kind in kinds {
            try await source.eachRecord(kind: kind) { record in
                var members = document.members(of: record)
                if let medication = members["medication"]?.string { members["medicine"] = .text(titles[medication]) }
                if kind == Entry.kind { members["attachments"] = try names(members["attachments"], record.journal, source) }
                let cells = columns.map { ExportTable.cell(members[$0] ?? .null) }
                try output.write(Array((cells.joined(separator: ",") + "\r\n").utf8))
            }
        }
    }

    private func names(_ list: JSON?, _ journal: JournalID, _ source: ExportSource) throws -> JSON {
        .array(
            try (list?.array ?? []).compactMap { item in
                guard let id = item["id"]?.string.flatMap({ RecordID(text: $0) }) else { return nil }
                return try source.file(id, journal: journal).map { .string($0.name) }
            })
    }

    static func cell(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .bool, .int, .double: plain(value)
        case .string, .array, .object: quoted(guarded(plain(value)))
        }
    }

    /// Lists are joined by semicolons, pairs are `name=value`.
    private static func plain(_ value: JSON) -> String {
        switch value {
        case .null: ""
        case .bool(let truth): truth ? "true" : "false"
        case .int(let number): String(number)
        case .double(let number): number.description
        case .string(let text): text
        case .array(let list): list.map(plain).joined(separator: "; ")
        case .object(let members):
            members.sorted { $0.key.precedes($1.key) }.map { $0.key + "=" + plain($0.value) }
                .joined(separator: "; ")
        }
    }

    /// Puts an apostrophe before a text that a spreadsheet would take for a formula, or that already looks guarded.
    private static func guarded(_ text: String) -> String { looksGuarded(text, after: 0) ? "'" + text : text }

    private static func quoted(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D || $0 == 0x3B }) else {
            return text
        }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}

extension ExportSource {
    /// The titles of all medicines by their records' names, deleted ones too.
    package nonisolated(nonsending) func medicationTitles() async throws -> [String: String] {
        var titles: [String: String] = [:]
        try await peek(kind: Medication.kind) { record in
            if let medication = Medication(fields: record.state.values) { titles[record.id.description] = medication.title }
        }
        return titles
    }
}
