import Journal
import Ledger

/// The data of a note besides its text, from front matter, path and file.
struct NoteFacts {
    private(set) var day: LocalDay?
    private(set) var time: TimeOfDay?
    private(set) var offset: Int?
    private(set) var zone: String?
    private(set) var starred = false
    private(set) var mood: Mood?
    /// The tags of the front matter; the reader adds those of the text.
    var tags = TagChoice([String]())
    private(set) var changes: [ImportChange] = []
    /// Data of the front matter that no one reads in a text.
    private(set) var more: [String: JSON] = [:]
    /// A title that may have to go above the text.
    private var title: String
    private var bodyStart = 0
    /// The front matter without the data that is stored elsewhere; `nil` if that is all of it.
    private var block: String?
    private let dates: NoteDates

    private static let createdKeys = ["created", "created_at", "createdat", "creation-date", "date created"]
    private static let modifiedKeys = [
        "modified", "modified_at", "updated", "updated_at", "lastmod", "last_modified", "last-modified", "date modified",
    ]
    private static let zoneKeys = ["timezone", "time_zone", "tz", "zone"]

    /// Collects the data; `day` stays `nil` if there is no day.
    init(_ bytes: [UInt8], _ name: NoteName, _ modified: (day: LocalDay, time: TimeOfDay)?, _ dates: NoteDates) {
        (title, self.dates) = (name.title, dates)
        let front = FrontMatter(bytes)
        var left = front?.values ?? [:]
        bodyStart = front?.bodyStart ?? 0
        setDay(&left, name, modified)
        setRest(&left)
        block = front?.rest(without: Set(front?.values.keys.map { $0 } ?? []).subtracting(left.keys))
    }

    /// The dates of a note's front matter whose day and month could be exchanged.
    static func stamps(_ head: [UInt8]) -> [CivilStamp] {
        guard let values = FrontMatter(head)?.values else { return [] }
        return (["date"] + createdKeys).compactMap { key in
            values[key]?.first.flatMap { CivilStamp(Array($0.utf8.prefix(100))[...]) }
        }.filter(\.isOpen)
    }

    /// The entry's text; adds its differences from the file to `changes`.
    func text(_ bytes: [UInt8], _ changes: inout [ImportChange]) -> String {
        let body = SourceText.text(of: bytes[bodyStart...], changes: &changes)
        if block != nil { changes.append(.frontMatterKept) }
        // A note with nothing but its name is empty.
        guard !title.isEmpty, block != nil || !trimmed(body).isEmpty, !NoteFacts.begins(body, with: title) else {
            return (block ?? "") + body
        }
        changes.append(.titlePutAbove)
        return (block ?? "") + "# " + title + "\n\n" + body
    }

    private mutating func setDay(
        _ left: inout [String: [String]], _ name: NoteName, _ modified: (day: LocalDay, time: TimeOfDay)?
    ) {
        if let stamp = stamp(["date"], &left) {
            take(stamp, &left)
            if let named = name.day, named != day { changes.append(.datesDisagree(took: .frontMatter)) }
        } else if let named = name.day {
            (day, time) = (named, name.time)
            let unread = left
            if let stamp = stamp(NoteFacts.createdKeys, &left) {
                // Written on another day than the one it is about: a separate fact, which stays in the block.
                if local(stamp, left)?.day == named, time == nil { take(stamp, &left) } else { left = unread }
            }
        } else if let stamp = stamp(NoteFacts.createdKeys, &left) {
            take(stamp, &left)
        } else if let modified {
            (day, time) = (modified.day, modified.time)
            changes.append(.dateFromModification)
        }
        for key in NoteFacts.zoneKeys where zone == nil && offset == nil {
            guard let words = left[key], words.count == 1, words[0].contains("/") else { continue }
            (zone, left[key]) = (words[0], nil)
        }
        if time == nil, let day, let words = left["time"], words.count == 1,
            let own = WrittenTime(words[0])?.on(day, in: zone, dates.surroundings)
        {
            (self.day, time, offset, zone) = (own.day, own.time, own.offset, own.zone)
            left["time"] = nil
        }
    }

    /// The first of these keys with a date that exists; it is removed from `left`.
    private func stamp(_ keys: [String], _ left: inout [String: [String]]) -> CivilStamp? {
        for key in keys {
            guard let words = left[key], words.count == 1, let stamp = CivilStamp(Array(words[0].utf8)[...]),
                !stamp.timeIsImpossible, stamp.day(.dayFirst) != nil
            else { continue }
            left[key] = nil
            return stamp
        }
        return nil
    }

    private func local(_ stamp: CivilStamp, _ left: [String: [String]]) -> LocalStamp? {
        let zone = NoteFacts.zoneKeys.lazy.compactMap { left[$0]?.first }.first
        return stamp.local(dates.front, in: zone, dates.surroundings)
    }

    private mutating func take(_ stamp: CivilStamp, _ left: inout [String: [String]]) {
        guard let local = local(stamp, left) else { return }
        (day, time, offset, zone) = (local.day, local.time, local.offset, local.zone)
        for key in NoteFacts.zoneKeys where left[key]?.first == zone { left[key] = nil }
    }

    private mutating func setRest(_ left: inout [String: [String]]) {
        for key in ["tags", "tag"] {
            guard let words = left.removeValue(forKey: key) else { continue }
            tags.add(words.flatMap { $0.split(separator: ",") })
        }
        for key in ["starred", "star", "favorite", "favourite"] {
            guard let words = left[key], words.count == 1, let value = NoteFacts.truth(words[0]) else { continue }
            starred = starred || value
            left[key] = nil
        }
        // A number is a rating on a scale that only its writer knows.
        if let words = left["mood"], words.count == 1, Double(words[0]) == nil, let found = Mood(words[0]) {
            mood = found
            left["mood"] = nil
        }
        for key in NoteFacts.modifiedKeys {
            if let words = left.removeValue(forKey: key) { more[key] = .string(words.joined(separator: ", ")) }
        }
        if let words = left["title"], words.count == 1 {
            // The title goes before the file's name, unless it only says the day.
            let name = NoteName(path: words[0] + ".md", order: dates.names)
            if name.day != day || name.day == nil || !name.title.isEmpty { title = words[0] }
            left["title"] = nil
        }
    }

    private static func truth(_ word: String) -> Bool? {
        switch word.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    /// Whether the first line that is not blank is the title, as a heading or plain text.
    private static func begins(_ body: String, with title: String) -> Bool {
        let line = body.split(whereSeparator: \.isNewline).first { $0.contains { !$0.isWhitespace } } ?? ""
        return same(String(line.drop { $0 == "#" || $0 == " " }), title)
    }

    /// Equal letters and digits: `my-first-walk` and `My First Walk!` are the same title.
    private static func same(_ a: String, _ b: String) -> Bool {
        let (one, other) = (letters(a), letters(b))
        return one.isEmpty ? trimmed(a) == trimmed(b) : one == other
    }

    private static func letters(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
