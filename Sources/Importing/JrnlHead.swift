import Journal

/// What begins an entry in a jrnl text file: a date in brackets in the first column, and a blank.
///
/// Reader and writer ask the same question of a line, so that a line which the reader would take for a head
/// never leaves the writer unguarded.
struct JrnlHead {
    /// What stands in the brackets.
    enum Content {
        case stamp(CivilStamp)
        /// A time alone, as folder journals may have it, whose folders name the day.
        case time(TimeOfDay)
    }

    let content: Content
    /// Bytes up to and with the blank.
    let length: Int

    /// U+2060 WORD JOINER, which shows as nothing and which jrnl does not take for white space: the writer
    /// puts it before a line that would begin an entry, and behind a first line that would make jrnl take the
    /// entry for starred.
    static let guardMark: [UInt8] = [0xE2, 0x81, 0xA0]

    /// The head at the start of `line`; `nil` when the line is text. The longest date that can stand in the
    /// brackets is some 60 bytes, so that long lines cost nothing.
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

    /// How many guard marks stand at the start of `line`, when a head follows them; `nil` when none follows.
    static func guards(before line: ArraySlice<UInt8>) -> Int? {
        var rest = line
        var count = 0
        while rest.starts(with: guardMark) {
            rest = rest.dropFirst(guardMark.count)
            count += 1
        }
        return JrnlHead(rest) == nil ? nil : count
    }

    /// How many guard marks stand at the end of an entry's first line, behind an asterisk and perhaps blanks;
    /// `nil` when no asterisk stands there.
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

    /// What jrnl writes at the end of a starred entry's first line.
    static let star: [UInt8] = [0x20, 0x2A]
}
