import Importing
import Journal
import Ledger
import Records

/// What a JSON export says of the journals that its records lie in, read before any record is taken.
struct ExportedJournals {
    /// The journals with records that can be taken, and how many each has.
    private(set) var counts: [JournalID: Int] = [:]
    /// What they are called, as far as the export says it.
    private(set) var names: [JournalID: JournalName] = [:]
    /// The journals of attachments, by the numbers of their records: an attachment does not say it itself.
    private(set) var files: [Int: JournalID] = [:]
    /// Journals with records that belong to the person, and stand in a vault's first journal.
    private var personal: Set<JournalID> = []
    /// The vault's first journal, where the export says which one that was.
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
                let id = json["id"]?.string.flatMap({ RecordID(text: $0) })
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

    /// What speaks for a journal: what belongs to the person is in the first one; only that one never needed a name.
    private func rank(_ journal: JournalID) -> Int { (personal.contains(journal) ? 2 : 0) + (names[journal] == nil ? 1 : 0) }

    /// The one that was the vault's first, of those that are not known: the one that the export names, otherwise the one with what belongs
    /// to the person, otherwise the one without a name, otherwise the one with the most records. `nil` where there is none.
    func first(besides known: Set<JournalID>) -> JournalID? {
        if let said, counts[said] != nil { return known.contains(said) ? nil : said }
        return counts.filter { !known.contains($0.key) }.max { a, b in
            (rank(a.key), a.value, b.key) < (rank(b.key), b.value, a.key)
        }?.key
    }
}
