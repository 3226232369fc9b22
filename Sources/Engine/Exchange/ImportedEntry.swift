import Journal

/// One entry as another program kept it: values of the source, nothing looked up and nothing guessed.
///
/// Who saves it turns `day`, `time`, `offset` and `zone` into an instant, checks `Entry.fault`, and asks
/// `sameness` whether the vault holds it already. `text` is within `Limits.textBytes`, without NUL, and not
/// blank.
package struct ImportedEntry: Hashable, Sendable {
    /// Where it stood in the source.
    package var position: SourcePosition
    /// The civil day that the source names.
    package var day: LocalDay
    /// The wall time that the source names; `nil` when it names a day only.
    package var time: TimeOfDay?
    /// Seconds east of UTC, when the source says so; `day` and `time` are the wall clock at this offset.
    package var offset: Int?
    /// IANA name of a zone, when the source says so; not checked against the zones that exist.
    package var zone: String?
    /// What was written, byte for byte, but for what `changes` names.
    package var text: String
    /// At most `Limits.tags`, sorted, spelled as in the text where they stand there.
    package var tags: [Tag]
    /// Marked by the writer.
    package var starred: Bool
    /// The mood that the source names in a word; a number is never taken for one.
    package var mood: Mood?
    /// What is not as it was in the source; empty for most entries.
    package var changes: [ImportChange]

    package init(
        position: SourcePosition, day: LocalDay, time: TimeOfDay? = nil, offset: Int? = nil, zone: String? = nil,
        text: String, tags: [Tag] = [], starred: Bool = false, mood: Mood? = nil, changes: [ImportChange] = []
    ) {
        self.position = position
        self.day = day
        self.time = time
        self.offset = offset
        self.zone = zone
        self.text = text
        self.tags = tags
        self.starred = starred
        self.mood = mood
        self.changes = changes
    }

    /// Equal for two readings of one entry: the day, the minute, the star, and the text without white space; of a
    /// starred entry also without asterisks.
    ///
    /// jrnl's JSON export has no seconds, joins title and body anew and strips `*` from a starred title, so
    /// that the text file and the export of one journal agree in nothing stricter. An asterisk anywhere else is a
    /// part of what was written: 12*34 is not 1234. A day-only entry equals no timed one.
    package var sameness: String { ImportedEntry.sameness(day: day, time: time, text: text, starred: starred) }

    /// `sameness` of an entry that is in the vault already.
    package static func sameness(day: LocalDay, time: TimeOfDay?, text: String, starred: Bool) -> String {
        var key = Array(day.iso.utf8)
        if let time { key += Array((" " + time.clock).utf8) }
        // Marked, so that a starred 12*34 does not equal a 1234 without a star either.
        if starred { key.append(UInt8(ascii: "*")) }
        key.append(0x0A)
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                let isBlank = scalar == " " || (0x09...0x0D).contains(scalar.value)
                if !isBlank, !starred || scalar != "*" { key.append(UInt8(scalar.value)) }
            } else if !scalar.properties.isWhitespace {
                key.append(contentsOf: UTF8.encode(scalar) ?? .init())
            }
        }
        return String(decoding: key, as: UTF8.self)
    }
}

/// Where a record stands in its source: what a person needs to find it there.
package struct SourcePosition: Hashable, Sendable {
    /// The file, as the caller names it; `nil` when there is only one.
    package var file: String?
    /// Line in the file, from 1; `nil` where lines say nothing (JSON).
    package var line: Int?
    /// Number of the record in the file, from 1.
    package var ordinal: Int

    package init(file: String? = nil, line: Int? = nil, ordinal: Int) {
        self.file = file
        self.line = line
        self.ordinal = ordinal
    }

    /// `2026/03/14.txt, line 12`; `line 12`; `entry 3`; a file of one record is its name alone.
    package var label: String {
        let place = line.map { "line " + String($0) } ?? (file == nil || ordinal > 1 ? "entry " + String(ordinal) : nil)
        return [file, place].compactMap { $0 }.joined(separator: ", ")
    }
}
