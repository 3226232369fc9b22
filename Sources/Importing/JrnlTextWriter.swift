import Journal

extension JrnlText {
    /// One entry as far as jrnl's text format can hold it: the star and the tags in its text, but no mood, no zone, and no other
    /// tags.
    package struct Item: Hashable, Sendable {
        package var day: LocalDay
        /// The local time; `nil` writes only a date, which jrnl reads as midnight.
        package var time: TimeOfDay?
        /// Not blank: no reader accepts an entry without text.
        package var text: String
        package var starred: Bool

        package init(day: LocalDay, time: TimeOfDay?, text: String, starred: Bool = false) {
            self.day = day
            self.time = time
            self.text = text
            self.starred = starred
        }
    }

    /// A journal that jrnl 2 to 4 reads, and that `read` turns into the same days, times, texts and stars, byte for byte.
    package static func write(_ items: some Sequence<Item>) -> [UInt8] {
        var output: [UInt8] = []
        for item in items { append(item, to: &output) }
        return output
    }

    /// Appends one entry: `[2026-03-14 21:00] text` and a blank line; seconds and their fractions only if there are some.
    ///
    /// A line of the text that would itself begin an entry, and a first line that would count as starred, get a
    /// `JrnlHead.guardMark`; one that has such marks already gets one more, so that `read` knows how many to keep.
    package static func append(_ item: Item, to output: inout [UInt8]) {
        output.append(contentsOf: head(item).utf8)
        let bytes = Array(item.text.utf8)
        var start = 0
        while true {
            let feed = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
            append(bytes[start..<feed], first: start == 0, starred: item.starred, to: &output)
            guard feed < bytes.count else { break }
            output.append(0x0A)
            start = feed + 1
        }
        output.append(contentsOf: [0x0A, 0x0A])
    }

    private static func append(
        _ line: ArraySlice<UInt8>, first: Bool, starred: Bool, to output: inout [UInt8]
    ) {
        guard first else {
            if JrnlHead.guards(before: line) != nil { output.append(contentsOf: JrnlHead.guardMark) }
            output.append(contentsOf: line)
            return
        }
        let title = line.last == 0x0D ? line.dropLast() : line
        output.append(contentsOf: title)
        if starred {
            output.append(contentsOf: JrnlHead.star)
        } else if JrnlHead.guards(behindStar: title) != nil {
            output.append(contentsOf: JrnlHead.guardMark)
        }
        output.append(contentsOf: line[title.endIndex...])
    }

    private static func head(_ item: Item) -> String {
        guard let time = item.time else { return "[" + item.day.iso + "] " }
        var clock = time.clock
        let (second, fraction) = (time.second, time.milliseconds % 1000)
        if second != 0 || fraction != 0 { clock += ":" + padded(second, to: 2) }
        if fraction != 0 { clock += "." + padded(fraction, to: 3) }
        return "[" + item.day.iso + " " + clock + "] "
    }
}
