import Journal
import Ledger

/// One record as another program kept it: an entry, perhaps with more beside it (a mood, a symptom, a dose), or only that.
/// Values of the source, nothing looked up and nothing guessed.
///
/// Who saves it turns `day`, `time`, `offset` and `zone` into an instant, checks `Entry.fault`, and asks `sourceID` and
/// `sameness` whether the vault holds it already. `text` is within `Limits.textBytes` and without NUL.
package struct ImportedRecord: Hashable, Sendable {
    /// Where it stood in the source.
    package var position: SourcePosition
    /// The name by which the source itself tells its records apart and that stays from export to export; `nil` where it has none.
    package var sourceID: String?
    /// The name that the entry has in a vault of ours, where the source is an export of one.
    package var ownID: RecordID?
    /// Who says the mood, where the source is an export of ours; else its owner does.
    package var moodSource: Mood.Source?
    /// The civil day that the source names.
    package var day: LocalDay
    /// The wall time that the source names; `nil` when it names a day only.
    package var time: TimeOfDay?
    /// Seconds east of UTC, when the source says so; `day` and `time` are the wall clock at this offset.
    package var offset: Int?
    /// IANA name of a zone, when the source says so; not checked against the zones that exist.
    package var zone: String?
    /// What was written, byte for byte, but for what `changes` names; empty where the record is no entry but only `parts`.
    package var text: String
    /// What was written, where `text` holds more of the source below it: the record is told by it. `nil` where that is all of `text`.
    package var words: String?
    /// What an update finds it by among the entries of its day, where there is no `sourceID` or one that changes with its words: the
    /// id of its row in a table, or the path of a note.
    package var key: String?
    /// At most `Limits.tags`, sorted, spelled as in the text where they stand there.
    package var tags: [Tag]
    /// Marked by the writer.
    package var starred: Bool
    /// The mood that the source names in a word; a number is never taken for one.
    package var mood: Mood?
    /// How the writer rated it, in a program that has ratings: gives a mood, and a check-in where a level is known.
    package var rating: ImportedRating?
    /// Where it was.
    package var place: Place?
    /// When it was made, in milliseconds since 1970, where the source says so.
    package var created: Int64?
    /// When it was last changed, likewise.
    package var modified: Int64?
    /// Files that belong to it, in their order: those to be attached, by their path in the source's tree, and those that cannot be.
    package var files: [ShownFile]
    /// What belongs into the health log.
    package var parts: [ImportedPart]
    /// What the source has and Auralyst has no place for; kept sealed with the entry, as it was.
    package var more: [String: JSON]
    /// What is not as it was in the source; empty for most entries.
    package var changes: [ImportChange]

    package init(
        position: SourcePosition, sourceID: String? = nil, day: LocalDay, time: TimeOfDay? = nil, offset: Int? = nil,
        zone: String? = nil, text: String, tags: [Tag] = [], starred: Bool = false, mood: Mood? = nil,
        rating: ImportedRating? = nil, place: Place? = nil, created: Int64? = nil, modified: Int64? = nil,
        files: [ShownFile] = [],
        parts: [ImportedPart] = [], more: [String: JSON] = [:], changes: [ImportChange] = []
    ) {
        (self.position, self.sourceID) = (position, sourceID)
        (self.day, self.time, self.offset, self.zone) = (day, time, offset, zone)
        (self.text, self.tags, self.starred, self.mood) = (text, tags, starred, mood)
        (self.rating, self.place) = (rating, place)
        (self.created, self.modified, self.files, self.parts) = (created, modified, files, parts)
        (self.more, self.changes) = (more, changes)
    }

    /// Equal for two readings of one entry: the day, the minute, the star, and the text without white space; of a
    /// starred entry also without asterisks.
    ///
    /// jrnl's JSON export has no seconds, joins title and body anew and strips `*` from a starred title, so
    /// that the text file and the export of one journal agree in nothing stricter. An asterisk anywhere else is a
    /// part of what was written: 12*34 is not 1234. A day-only entry equals no timed one.
    package var sameness: [UInt8] { ImportedRecord.sameness(day: day, time: time, text: text, starred: starred) }

    /// `sameness` of an entry that is in the vault already.
    package static func sameness(day: LocalDay, time: TimeOfDay?, text: String, starred: Bool) -> [UInt8] {
        var key = Array(day.iso.utf8)
        key.reserveCapacity(key.count + 8 + text.utf8.count)
        if let time { key += Array((" " + time.clock).utf8) }
        // Marked, so that a starred 12*34 does not equal a 1234 without a star either.
        if starred { key.append(UInt8(ascii: "*")) }
        key.append(0x0A)
        let bytes = text.utf8
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte < 0x80 {
                let isBlank = byte == 0x20 || (0x09...0x0D).contains(byte)
                if !isBlank, !starred || byte != UInt8(ascii: "*") { key.append(byte) }
                index = bytes.index(after: index)
            } else {
                let scalar = text.unicodeScalars[index]
                if !scalar.properties.isWhitespace { key.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
                index = text.unicodeScalars.index(after: index)
            }
        }
        return key
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
