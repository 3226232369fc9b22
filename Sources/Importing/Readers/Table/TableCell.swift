import Journal

/// A value in another program's table, by its storage type.
enum TableCell: Hashable {
    case null
    case int(Int64)
    case double(Double)
    case text(String)
    case blob([UInt8])

    /// Its text; bytes are a text if they are UTF-8. `nil` if it is empty or unreadable.
    var words: String? {
        switch self {
        case .null: nil
        case .int(let number): String(number)
        case .double(let number): Int64(exactly: number).map { String($0) } ?? String(number)
        case .text(let text): text
        case .blob(let bytes): String(validating: bytes, as: UTF8.self)
        }
    }

    /// Its number, or the number written in it.
    var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number.isFinite ? number : nil
        case .text(let text): text.utf8.count <= 40 ? Double(trimmed(text)).flatMap { $0.isFinite ? $0 : nil } : nil
        case .null, .blob: nil
        }
    }

    /// 1, true, yes and the like.
    var truth: Bool {
        if let number { return number != 0 }
        return ["true", "yes", "y", "on", "x", "starred", "★"].contains(trimmed(words ?? "").lowercased())
    }

    /// An id of a row: a word, a number, or the bytes of a UUID.
    var identity: String? {
        if case .blob(let bytes) = self {
            return bytes.count <= 64 ? bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() : nil
        }
        return words.flatMap { trimmed($0).isEmpty || $0.utf8.count > 500 ? nil : trimmed($0) }
    }
}
