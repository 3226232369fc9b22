/// Long runs of combining marks in canonical order (Unicode 3.11).
///
/// Whoever compares two texts, Swift's `==` included, first sorts the marks on a letter, by a method whose time grows with the
/// square of their number: a megabyte of marks in turn takes minutes at each comparison. Nobody writes such a text, but an imported
/// or shared one can hold it. Sorted here once, it is the same text for Unicode, and each later comparison takes linear time.
package enum MarkOrder {
    /// The most marks in a row that stay as they are.
    private static let longest = 64

    /// UTF-8 with its long runs of marks sorted; `nil` if it has none. Bytes that are no UTF-8 stay as they are.
    package static func ordered(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        guard mayHaveLongRun(bytes) else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var marks: [[Unicode.Scalar]] = Array(repeating: [], count: 256)
        var (count, start, index, isChanged) = (0, bytes.startIndex, bytes.startIndex, false)
        while true {
            let found = index < bytes.endIndex ? scalar(bytes, at: index) : nil
            let mark = found.flatMap { isMark($0.scalar) ? $0.scalar : nil }
            if let mark {
                marks[Int(mark.properties.canonicalCombiningClass.rawValue)].append(mark)
                count += 1
            } else if count > 0 {
                if count > longest {
                    isChanged = true
                    for sorted in marks.joined() { result += UTF8.encode(sorted).map(Array.init) ?? [] }
                } else {
                    result += bytes[start..<index]
                }
                for order in marks.indices where !marks[order].isEmpty { marks[order] = [] }
                (count, start) = (0, index)
            }
            guard index < bytes.endIndex else { break }
            let next = index + (found?.count ?? 1)
            if mark == nil {
                result += bytes[index..<next]
                start = next
            }
            index = next
        }
        return isChanged ? result : nil
    }

    /// Marks have two bytes or more, none of them ASCII.
    private static func mayHaveLongRun(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard bytes.count > 2 * longest else { return false }
        var run = 0
        for byte in bytes {
            run = byte < 0x80 ? 0 : run + 1
            if run > 2 * longest { return true }
        }
        return false
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static func scalar(_ bytes: ArraySlice<UInt8>, at index: Int) -> (scalar: Unicode.Scalar, count: Int)? {
        let lead = bytes[index]
        let (count, least): (Int, UInt32) =
            switch lead {
            case ..<0x80: (1, 0)
            case 0xC2..<0xE0: (2, 0x80)
            case 0xE0..<0xF0: (3, 0x800)
            case 0xF0..<0xF5: (4, 0x10000)
            default: (0, 0)
            }
        guard count > 0, index + count <= bytes.endIndex else { return nil }
        var value = count == 1 ? UInt32(lead) : UInt32(lead & (0x7F >> UInt8(count)))
        for byte in bytes[(index + 1)..<(index + count)] {
            guard byte & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(byte & 0x3F)
        }
        guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
        return (scalar, count)
    }
}

extension String {
    /// The same text with its long runs of combining marks in canonical order; see `MarkOrder`.
    package var withOrderedMarks: String {
        MarkOrder.ordered(Array(utf8)[...]).map { String(decoding: $0, as: UTF8.self) } ?? self
    }
}
