import CDateNames

/// The CLDR data for dates in one language: patterns, names, digits, the first day of the week. Only this language's lines are
/// read from the table in the program. Its layout: Sources/Shims/CDateNames/DATE-NAMES.md.
package struct DateNames: Sendable {
    /// The first day of a week, 1 = Monday … 7 = Sunday.
    let firstWeekday: Int
    /// `Saturday, 14 March 2026`
    let long: DatePattern
    /// `14 Mar 2026`
    let medium: DatePattern
    /// `Sat`
    let weekday: DatePattern
    /// `14 Mar`
    let dayMonth: DatePattern
    /// `March 2026`
    let month: DatePattern

    /// The letters that mean names, in the order of a line's columns.
    private static let fields = ["MMMM", "LLLL", "MMM", "LLL", "EEEE", "cccc", "EEE", "ccc"]

    /// The names for a BCP 47 tag; those of its language if the table has none for its script or region. Extensions (`-u-…`) are
    /// ignored. `nil` for a language that is not in CLDR.
    init?(tag: String) {
        let tag = TagParts(tag)
        guard let line = tag.places.lazy.compactMap(DateNames.line).first, let look = DateNames.line("=" + line[1]),
            look.count == 7
        else { return nil }
        let names = DateNames.names(line)
        let patterns = look.prefix(5).map { DatePattern($0, names: names, zero: look[5], era: look[6]) }
        (long, medium, weekday, dayMonth, month) = (patterns[0], patterns[1], patterns[2], patterns[3], patterns[4])
        // The region has its own first day even if its names are those of the language.
        firstWeekday = tag.region.map { DateNames.line("+" + $0)?.first ?? "1" }.flatMap { Int($0) } ?? Int(line[0]) ?? 1
    }

    /// The names of the months: within dates and standalone, full and short. Empty for a language that imports do not read.
    package static func months(in language: String) -> [[String]] {
        let names = line(language).map(names) ?? [:]
        return fields.prefix(4).compactMap { names[$0] }
    }

    /// The version of ICU that the table was made with.
    static let version = line("#icu")?.first ?? ""

    private static func names(_ line: [String]) -> [String: [String]] {
        zip(fields, line.dropFirst(2)).reduce(into: [:]) { if !$1.1.isEmpty { $0[$1.0] = self.line("=" + $1.1) } }
    }

    /// The columns of a key, by binary search: the lines are sorted by their bytes.
    private static func line(_ key: String) -> [String]? {
        var count = 0
        let start = unsafe date_names(&count)
        let table = unsafe UnsafeBufferPointer(start: start, count: count)
        let wanted = Array((key + "\t").utf8)
        let newline = UInt8(ascii: "\n")
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            let begin = unsafe table[low..<middle].lastIndex(of: newline).map { $0 + 1 } ?? low
            let end = unsafe table[begin...].firstIndex(of: newline) ?? count
            let line = unsafe table[begin..<end]
            if unsafe line.starts(with: wanted) {
                return unsafe String(decoding: line.dropFirst(wanted.count), as: UTF8.self)
                    .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
            if unsafe line.lexicographicallyPrecedes(wanted) { low = end + 1 } else { high = begin }
        }
        return nil
    }

    private struct TagParts {
        let region: String?
        /// The keys of the possible lines, the most specific first.
        let places: [String]

        init(_ text: String) {
            var parts = text.lowercased().split(separator: "-")
            // Extensions begin at the first single letter.
            if let single = parts.firstIndex(where: { $0.count == 1 }) { parts.removeSubrange(single...) }
            if let first = parts.first, let alias = DateNames.line(String(first))?.first, alias.hasPrefix("@") {
                parts.replaceSubrange(...0, with: alias.dropFirst().split(separator: "-"))
            }
            let whole = parts.joined(separator: "-")
            let language = parts.first.map(String.init) ?? ""
            let script = parts.dropFirst().first { $0.count == 4 && $0.first?.isLetter == true }.map { "-" + $0 }
            region = parts.dropFirst().first { $0.count == 2 || $0.count == 3 && $0.first?.isNumber == true }.map(String.init)
            let place = region.map { "-" + $0 }
            places =
                [whole] + (script != nil && place != nil ? [language + (script ?? "") + (place ?? "")] : [])
                + [script, place].compactMap { $0.map { language + $0 } } + [language]
        }
    }
}
