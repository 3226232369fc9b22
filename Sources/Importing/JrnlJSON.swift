import Basics
import Foundation
import Journal

/// The JSON export of jrnl 2 to 4: `{"tags": {…}, "entries": [{title, body, date, time, tags, starred}]}`, and the single entries
/// that jrnl exports to a folder.
///
/// jrnl splits off the first line (in a one-line entry: the first sentence) as title, trims title and body, and omits seconds.
/// The text here is title, line end, body, as in jrnl's own file. A text that jrnl never wrote itself differs from its export in
/// white space, which `ImportedRecord.sameness` ignores.
package enum JrnlJSON {
    /// The most nested arrays and objects; jrnl's export has four.
    private static let depth = 32

    /// Whether the first character is that of JSON, not of jrnl's text.
    package static func looksLike(_ source: [UInt8]) -> Bool {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = source.starts(with: mark) ? source.dropFirst(3) : source[...]
        return text.first { $0 != 0x20 && !(0x09...0x0D).contains($0) } == UInt8(ascii: "{")
    }

    /// Reads an export. An invalid entry is a separate problem and stops none of the others; `file` is the file's name in
    /// positions.
    package static func read(_ source: [UInt8], file: String? = nil) throws(ImportError) -> ImportReading {
        let source = try SourceText(source)
        guard looksLike(source.bytes) else { throw .notThisFormat }
        var changes: [ImportChange] = []
        let text = SourceText.text(of: source.bytes[...], changes: &changes)
        try checkDepth(text.utf8)
        let export: Export
        do {
            export = try JSONDecoder().decode(Export.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            if case .dataCorrupted = error { throw .malformedJSON }
            throw .notThisFormat
        } catch {
            throw .malformedJSON
        }
        guard let records = export.records else { throw .notThisFormat }
        var reading = ImportReading()
        for (index, record) in records.enumerated() {
            let position = SourcePosition(file: file, ordinal: index + 1)
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

    private static func checkDepth(_ text: String.UTF8View) throws(ImportError) {
        var level = 0
        var inString = false
        var escaped = false
        for byte in text {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                if level > depth { throw .nestedTooDeeply(limit: depth) }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): level -= 1
            default: break
            }
        }
    }
}

/// The export, or one exported entry.
private struct Export: Decodable {
    /// `nil` if this is neither; an element is `nil` if it is no entry.
    let records: [Record?]?

    private enum Key: CodingKey { case entries }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        if fields.contains(.entries) {
            records = try fields.decode([Tolerant<Record>].self, forKey: .entries).map(\.value)
        } else {
            let record = try Record(from: decoder)
            records = record.date == nil ? nil : [record]
        }
    }
}

/// One entry; every field may be missing.
private struct Record: Decodable {
    let title: String?
    let body: String?
    let date: String?
    let time: String?
    let tags: [String]
    let starred: Bool

    private enum Key: CodingKey { case title, body, date, time, tags, starred }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        title = try fields.decodeIfPresent(String.self, forKey: .title)
        body = try fields.decodeIfPresent(String.self, forKey: .body)
        date = try fields.decodeIfPresent(String.self, forKey: .date)
        time = try fields.decodeIfPresent(String.self, forKey: .time)
        let words = try fields.decodeIfPresent(Tolerant<[Tolerant<String>]>.self, forKey: .tags)
        tags = words?.value?.compactMap(\.value) ?? []
        starred = try fields.decodeIfPresent(Tolerant<Bool>.self, forKey: .starred)?.value ?? false
    }
}

/// A value, or `nil` if it has another type.
private struct Tolerant<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws {
        value = try? Value(from: decoder)
    }
}
