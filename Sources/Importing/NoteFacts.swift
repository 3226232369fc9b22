import Journal

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
    private(set) var findings: [ImportFinding] = []
    /// A title that may have to go above the text.
    private var title: String
    private var bodyStart = 0
    /// The front matter has data without a field elsewhere.
    private var keepsBlock = false

    private static let createdKeys = ["created", "created_at", "createdat", "creation-date", "date created"]

    /// Collects the data; `day` stays `nil` if there is no day.
    init(_ bytes: [UInt8], _ name: NoteName, _ modified: (day: LocalDay, time: TimeOfDay)?) {
        title = name.title
        let front = FrontMatter(bytes)
        var left = front?.values ?? [:]
        if let front {
            bodyStart = front.bodyStart
            keepsBlock = front.hasMore
        }
        setDay(&left, name, modified)
        setRest(&left)
        if !left.isEmpty { keepsBlock = true }
    }

    /// The entry's text; adds its differences from the file to `changes`.
    func text(_ bytes: [UInt8], _ changes: inout [ImportChange]) -> String {
        let block = SourceText.text(of: keepsBlock ? bytes[..<bodyStart] : [], changes: &changes)
        let body = SourceText.text(of: bytes[bodyStart...], changes: &changes)
        if keepsBlock { changes.append(.frontMatterKept) }
        // A note with nothing but its name is empty.
        guard !title.isEmpty, keepsBlock || !trimmed(body).isEmpty, !NoteFacts.begins(body, with: title) else {
            return block + body
        }
        changes.append(.titlePutAbove)
        return block + "# " + title + "\n\n" + body
    }

    private mutating func setDay(
        _ left: inout [String: [String]], _ name: NoteName, _ modified: (day: LocalDay, time: TimeOfDay)?
    ) {
        if let stamp = stamp(["date"], &left) {
            take(stamp)
            if let named = name.day, named != day { changes.append(.datesDisagree(took: .frontMatter)) }
        } else if let named = name.day {
            (day, time) = (named, name.time)
            if let doubt = name.doubt { findings.append(doubt) }
            let unread = left
            if let stamp = stamp(NoteFacts.createdKeys, &left) {
                // Written on another day than the one it is about: a separate fact, which stays in the block.
                if stamp.day(DateOrderChoice([stamp]).order) == named, time == nil { take(stamp) } else { left = unread }
            }
        } else if let stamp = stamp(NoteFacts.createdKeys, &left) {
            take(stamp)
        } else if let modified {
            (day, time) = (modified.day, modified.time)
            changes.append(.dateFromModification)
        }
        if time == nil, let words = left["time"], words.count == 1 {
            var cursor = StampCursor(Array(words[0].utf8)[...])
            if let found = cursor.clock(capitalsOnly: false)?.time, cursor.isAtEnd {
                time = found
                left["time"] = nil
            }
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

    private mutating func take(_ stamp: CivilStamp) {
        let choice = DateOrderChoice([stamp])
        if let finding = choice.finding { findings.append(finding) }
        (day, time, offset, zone) = (stamp.day(choice.order), stamp.time, stamp.offset, stamp.zone)
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
        if let words = left["title"], words.count == 1 {
            if title.isEmpty || NoteFacts.same(words[0], title) {
                title = words[0]
                left["title"] = nil
            }
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
