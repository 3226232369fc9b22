import Basics
import Journal
import Ledger

/// The JSON export of jrnl 2 to 4: `{"tags": {…}, "entries": [{title, body, date, time, tags, starred}]}`, and the single entries
/// that jrnl exports to a folder.
///
/// jrnl splits off the first line (in a one-line entry: the first sentence) as title, trims title and body, and omits seconds.
/// The text here is title, line end, body, as in jrnl's own file. A text that jrnl never wrote itself differs from its export in
/// white space, which `ImportedRecord.sameness` ignores.
package enum JrnlJSON {
    /// Whether the first character is that of JSON, not of jrnl's text.
    package static func looksLike(_ source: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = source.starts(with: mark) ? source.dropFirst(3) : source[...]
        return text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: "{")
    }

    /// Reads an export. An invalid entry is a separate problem and stops none of the others.
    package static func read(_ source: [UInt8]) throws(ImportError) -> ImportReading {
        let source = try SourceText(source)
        guard looksLike(source.bytes) else { throw .notThisFormat }
        var changes: [ImportChange] = []
        let text = Array(SourceText.text(of: source.bytes[...], changes: &changes).utf8)
        guard let export = JSONPiece(text) else {
            if case .nestedTooDeeply(let limit) = ImportError.fault(ofJSON: text) { throw .nestedTooDeeply(limit: limit) }
            throw .malformedJSON
        }
        let records: [Record?]
        if let entries = export.members["entries"] {
            guard entries.isArray else { throw .notThisFormat }
            records = entries.elements.map { Record($0.value) }
        } else {
            guard let record = Record(export.value), record.date != nil else { throw .notThisFormat }
            records = [record]
        }
        var reading = ImportReading()
        for (index, record) in records.enumerated() {
            let position = SourcePosition(ordinal: index + 1)
            switch entry(record, position) {
            case .success(var entry):
                entry.changes = changes + entry.changes
                reading.entries.append(entry)
            case .failure(let refusal):
                reading.problems.append(ImportProblem(position: position, reason: refusal.reason))
            }
        }
        return reading
    }

    private struct Refusal: Error { let reason: ImportProblem.Reason }

    private static func entry(_ record: Record?, _ position: SourcePosition) -> Result<ImportedRecord, Refusal> {
        guard let record, record.title != nil || record.body != nil else {
            return .failure(Refusal(reason: .malformed))
        }
        guard let date = record.date, !trimmed(date).isEmpty else { return .failure(Refusal(reason: .noDate)) }
        guard let stamp = CivilStamp(Array((date + " " + (record.time ?? "")).utf8)[...]),
            let day = stamp.day(.dayFirst)
        else { return .failure(Refusal(reason: .impossibleDate)) }
        var entry = ImportedRecord(
            position: position, day: day, time: stamp.time, offset: stamp.offset, zone: stamp.zone, text: "")
        entry.isInstant = stamp.isInstant
        if stamp.timeIsImpossible { entry.changes.append(.impossibleTime) }
        let joined = [record.title ?? "", record.body ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
        let bytes = Array(joined.utf8)
        guard bytes.count <= Limits.textBytes else { return .failure(Refusal(reason: .tooLong(bytes: bytes.count))) }
        entry.text = SourceText.text(of: bytes[...], changes: &entry.changes).withOrderedMarks
        guard !trimmed(entry.text).isEmpty else { return .failure(Refusal(reason: .empty)) }
        entry.starred = record.starred
        entry.tags = tags(record.tags, in: entry.text, &entry.changes)
        return .success(entry)
    }

    // jrnl lists tags in lower case; the text has the typed spelling.
    private static func tags(_ listed: [String], in text: String, _ changes: inout [ImportChange]) -> [Tag] {
        let symbols = String(String.UnicodeScalarView(Set(listed.compactMap(\.unicodeScalars.first))))
        let typed = InlineTags.inJrnl(text, symbols: symbols).names
        // Without the symbol, which `InlineTags` leaves out as well.
        let keys = Set(listed.map { String($0.lowercased().unicodeScalars.dropFirst()) })
        var choice = TagChoice(typed.filter { keys.contains($0.lowercased()) })
        choice.add(listed)
        return choice.taken(&changes)
    }
}

/// One entry; every field may be missing.
private struct Record {
    let title, body, date, time: String?
    let tags: [String]
    let starred: Bool

    /// `nil` for anything else, and if one of its texts has another type.
    init?(_ json: JSON?) {
        guard let members = json?.object else { return nil }
        let texts = ["title", "body", "date", "time"].map { members[$0] ?? .null }
        guard texts.allSatisfy({ $0 == .null || $0.string != nil }) else { return nil }
        (title, body, date, time) = (texts[0].string, texts[1].string, texts[2].string, texts[3].string)
        tags = members["tags"]?.array?.compactMap(\.string) ?? []
        starred = members["starred"]?.bool ?? false
    }
}
