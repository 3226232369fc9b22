import Journal
import Ledger

/// A Markdown note of our own export: an entry's fields between two lines `---`, every value as JSON (which is also YAML), an
/// empty line, then the text byte for byte; after a mark, links to its files.
package struct OwnNote {
    let entry: ImportedRecord
    /// Paths of its files, relative to the note's folder.
    let files: [String]

    private static let first = "---\nauralyst: 1\n"
    private static let mark = "\n\n<!-- auralyst: files -->\n"
    private static let keys = [
        "id", "date", "zone", "mood", "mood_source", "mood_score", "tags", "starred", "place", "created", "modified",
    ]

    /// The beginning of a note, up to its text.
    package static func head(_ members: [String: JSON], files: [String]) -> String {
        var head = first
        for key in keys {
            // The JSON export has no member for it and puts it into `more`.
            let source = key == "place" ? members["more"] : .object(members)
            let value = source?[key == "date" ? "instant" : key] ?? .null
            if value != .null { head += key + ": " + String(decoding: value.bytes, as: UTF8.self) + "\n" }
        }
        if !files.isEmpty {
            head += "attachments: " + String(decoding: JSON.array(files.map(JSON.string)).bytes, as: UTF8.self) + "\n"
        }
        return head + "---\n\n"
    }

    /// The links after a text.
    package static func tail(_ files: [(path: String, type: String)]) -> String {
        mark
            + files.map { path, type in
                let name = path.split(separator: "/").last.map(String.init) ?? path
                let label = name.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
                return (type.hasPrefix("image/") ? "!" : "") + "[" + label + "](<" + encoded(path) + ">)\n"
            }.joined()
    }

    private static func encoded(_ path: String) -> String {
        path.utf8.map { byte in
            let isPlain = byte > 0x20 && !"<>%\"\\".utf8.contains(byte)
            return isPlain ? [byte] : Array(("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()).utf8)
        }.reduce(into: "") { $0 += String(decoding: $1, as: UTF8.self) }
    }

    /// Whether a file begins like a note of our export.
    static func looksLike(_ head: [UInt8]) -> Bool { head.starts(with: first.utf8) }

    /// Reads a note; `nil` if it does not have this form, or was changed so that it no longer does.
    init?(_ source: [UInt8], path: String) {
        let first = Array(OwnNote.first.utf8)
        guard source.starts(with: first), source.count <= Limits.textBytes + (1 << 20) else { return nil }
        var values: [String: JSON] = [:]
        var index = first.count
        var isClosed = false
        while index < source.count, let end = source[index...].firstIndex(of: 0x0A) {
            let line = source[index..<end]
            index = end + 1
            if line.elementsEqual("---".utf8) {
                isClosed = true
                break
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), values.count < 100 else { return nil }
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let rest = Array(line[(colon + 1)...])
            values[name] = (try? JSON(reading: rest)) ?? .string(trimmed(String(decoding: rest, as: UTF8.self)))
        }
        guard isClosed, index < source.count, source[index] == 0x0A else { return nil }
        files = (values["attachments"]?.array ?? []).compactMap(\.string).filter(OwnNote.isBeside)
        let all = source[(index + 1)...]
        let bytes = files.isEmpty ? all : OwnNote.withoutTail(all)
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0), text.utf8.count <= Limits.textBytes,
            !trimmed(text).isEmpty
        else { return nil }
        values["instant"] = values["date"]
        guard let entry = ImportedRecord(own: values, text: text, at: SourcePosition(file: path, line: nil, ordinal: 1)) else {
            return nil
        }
        self.entry = entry
    }

    private static func isBeside(_ path: String) -> Bool {
        path.hasPrefix("attachments/") && !path.split(separator: "/").contains("..") && !path.utf8.contains(0)
    }

    private static func withoutTail(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let mark = Array(OwnNote.mark.utf8)
        guard bytes.count >= mark.count else { return bytes }
        var start = bytes.endIndex - mark.count
        while start >= bytes.startIndex {
            if bytes[start] == mark[0], bytes[start..<(start + mark.count)].elementsEqual(mark) { return bytes[..<start] }
            start -= 1
        }
        return bytes
    }
}
