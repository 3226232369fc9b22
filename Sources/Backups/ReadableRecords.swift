import Exchange
import Ledger
import Store

/// `journal.json` in a monthly backup: the present version of every record, one a line.
struct ReadableRecords {
    private var lines = RecordLines()

    /// The text before the first record.
    static let opening = Array("{\"format\":\"auralyst-records/1\",\"records\":[".utf8)

    /// The line of one record, with its separator.
    mutating func line(journal: [UInt8], kind: String, record: [UInt8], state: [UInt8]) throws -> [UInt8] {
        guard let state = try? JSON(reading: state), let fields = state["f"]?.object else {
            throw StoreError.damagedRow(table: "record")
        }
        let values = fields.filter { !ListForm.isElement($0.key) }.mapValues { $0.array?.first ?? .null }
            .merging(state["l"]?.object ?? [:]) { $1 }
        let line: JSON = [
            "kind": .string(kind), "id": .text(RecordID(record)?.description), "journal": .text(JournalID(journal)?.description),
            "fields": .object(values),
        ]
        return lines.next() + line.bytes
    }
}
