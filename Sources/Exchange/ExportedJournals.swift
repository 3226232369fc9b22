import Importing
import Journal
import Ledger
import Records

/// The journals in a JSON export, read before any record is imported.
struct ExportedJournals {
    /// The journals that have usable records, and how many each has.
    private(set) var counts: [JournalID: Int] = [:]
    /// Their names, if the export gives them.
    private(set) var names: [JournalID: JournalName] = [:]
    /// The journals of attachments, by record number: an attachment does not name its journal.
    private(set) var files: [Int: JournalID] = [:]
    /// Journals with personal records, which belong into a vault's first journal.
    private var personal: Set<JournalID> = []
    /// The vault's first journal, if the export names it.
    private var said: JournalID?

    private static let personalKinds: Set<String> = Set(
        SupportItem.Part.allCases.map(\.rawValue) + [Preferences.kind, Medication.kind, Schedule.kind, Intake.kind, Trial.kind])

    /// Reads an export to its end.
    init(reading pieces: @escaping () throws -> [UInt8]) throws {
        var scanner = ExportScanner(pieces)
        try scanner.begin()
        var entries: [RecordID: JournalID] = [:]
        while let record = try scanner.nextRecord({ _ in }) {
            guard let json = record.bytes.flatMap({ try? JSON(reading: $0) }), let kind = json["kind"]?.string,
                let id = json["id"]?.string.flatMap({ RecordID(text: $0) }), id != .unknown
            else { continue }
            if kind == AttachmentRecord.kind {
                files[record.number] = entries[id]
                continue
            }
            guard let journal = json["journal"]?.string.flatMap({ JournalID(text: $0) }), ExportImporter.leftOut[kind] == nil
            else {
                continue
            }
            counts[journal, default: 0] += 1
            if ExportedJournals.personalKinds.contains(kind) { personal.insert(journal) }
            if kind == JournalName.kind, id == JournalName.record(of: journal) {
                names[journal] = json["name"]?.string.flatMap { try? JournalName($0) }
            }
            for file in json["attachments"]?.array ?? [] {
                if let file = file["id"]?.string.flatMap({ RecordID(text: $0) }) { entries[file] = journal }
            }
        }
        said = scanner.head["first_journal"]?.string.flatMap { JournalID(text: $0) }
    }

    /// How likely it is the first journal: personal records are in the first one, and only that one never needed a name.
    private func rank(_ journal: JournalID) -> Int { (personal.contains(journal) ? 2 : 0) + (names[journal] == nil ? 1 : 0) }

    /// The vault's first journal among those that are not `known`: the one that the export names, otherwise the one with personal
    /// records, otherwise the one without a name, otherwise the one with the most records. `nil` if there is none.
    func first(besides known: Set<JournalID>) -> JournalID? {
        if let said, counts[said] != nil { return known.contains(said) ? nil : said }
        return counts.filter { !known.contains($0.key) }.max { a, b in
            (rank(a.key), a.value, b.key) < (rank(b.key), b.value, a.key)
        }?.key
    }
}
