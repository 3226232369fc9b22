/// A box of a list in a Markdown text: `- [ ] water the plants`.
package struct TaskBox: Hashable, Sendable {
    /// The place of the sign between the brackets, in bytes of UTF-8.
    private let place: Int
    package let isDone: Bool
    /// What is to be done, without marks at its beginning.
    package let words: String

    /// The box on a line (from 1; lines end as in Markdown); `nil` if there is none.
    package init?(line: Int, of text: String) {
        let bytes = Array(text.utf8)
        var (start, number) = (0, 1)
        while number < line {
            guard let end = bytes[start...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
            start = end + (bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A ? 2 : 1)
            number += 1
        }
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        let signs = bytes[start..<end]
        // Before a box there are only blanks and the marks of quotes and lists.
        guard let open = signs.firstIndex(of: UInt8(ascii: "[")), open + 2 < end, bytes[open + 2] == UInt8(ascii: "]"),
            signs[..<open].allSatisfy({ " \t>-*+.)0123456789".utf8.contains($0) }), signs[..<open].contains(where: { $0 > 0x20 })
        else { return nil }
        switch bytes[open + 1] {
        case UInt8(ascii: " "): isDone = false
        case UInt8(ascii: "x"), UInt8(ascii: "X"): isDone = true
        default: return nil
        }
        place = open + 1
        words = trimmed(String(decoding: bytes[(open + 3)..<end], as: UTF8.self))
    }

    /// The text with this box, which is in it, ticked or cleared.
    package func toggled(in text: String) -> String {
        var bytes = Array(text.utf8)
        bytes[place] = isDone ? UInt8(ascii: " ") : UInt8(ascii: "x")
        return String(decoding: bytes, as: UTF8.self)
    }
}
