import Journal

/// The beginning of an entry in a jrnl text file: a date in brackets in the first column, and a blank.
///
/// Reader and writer use the same test, so that the writer guards every line that the reader would take for a head.
struct JrnlHead {
    /// The content of the brackets.
    enum Content {
        case stamp(CivilStamp)
        /// Only a time, as in folder journals, where the folders name the day.
        case time(TimeOfDay)
    }

    let content: Content
    /// Bytes up to and including the blank.
    let length: Int

    /// U+2060 WORD JOINER, which is invisible and which jrnl does not treat as white space. The writer puts it before a line that
    /// would begin an entry, and after a first line that jrnl would take for starred.
    static let guardMark: [UInt8] = [0xE2, 0x81, 0xA0]

    /// The head at the start of `line`; `nil` if the line is text. The longest date in brackets has some 60 bytes, so long lines
    /// cost nothing.
    init?(_ line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "["), let end = line.prefix(80).firstIndex(of: UInt8(ascii: "]")),
            end + 1 < line.endIndex, line[end + 1] == 0x20
        else { return nil }
        let inside = line[(line.startIndex + 1)..<end]
        length = end + 2 - line.startIndex
        if let stamp = CivilStamp(inside) {
            content = .stamp(stamp)
            return
        }
        var cursor = StampCursor(inside)
        guard let time = cursor.clock(capitalsOnly: false)?.time, cursor.isAtEnd else { return nil }
        content = .time(time)
    }

    /// The number of guard marks at the start of `line` before a head; `nil` if no head follows.
    static func guards(before line: ArraySlice<UInt8>) -> Int? {
        var rest = line
        var count = 0
        while rest.starts(with: guardMark) {
            rest = rest.dropFirst(guardMark.count)
            count += 1
        }
        return JrnlHead(rest) == nil ? nil : count
    }

    /// The number of guard marks at the end of an entry's first line, after an asterisk and optional blanks; `nil` if there is no
    /// asterisk.
    static func guards(behindStar line: ArraySlice<UInt8>) -> Int? {
        var rest = line
        var count = 0
        while rest.suffix(guardMark.count).elementsEqual(guardMark) {
            rest = rest.dropLast(guardMark.count)
            count += 1
        }
        while rest.last == 0x20 || rest.last == 0x09 { rest = rest.dropLast() }
        return rest.last == UInt8(ascii: "*") ? count : nil
    }

    /// The text that jrnl writes at the end of a starred entry's first line.
    static let star: [UInt8] = [0x20, 0x2A]
}
