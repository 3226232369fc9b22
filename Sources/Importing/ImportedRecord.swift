import Journal
import Ledger

/// One record of another program: an entry, optionally with more (a mood, a symptom, a dose), or only the latter. The values are
/// the source's, nothing is looked up or guessed.
///
/// The importer turns `day`, `time`, `offset` and `zone` into an instant, checks `Entry.fault`, and uses `sourceID` and
/// `sameness` to find it in the vault. `text` is within `Limits.textBytes` and without NUL.
package struct ImportedRecord: Hashable, Sendable {
    package var position: SourcePosition
    /// The source's own id, which stays the same from export to export; `nil` if it has none.
    package var sourceID: String?
    /// The entry's name in a vault, if the source is our own export.
    package var ownID: RecordID?
    /// The origin of the mood, if the source is our own export; otherwise the owner.
    package var moodSource: Mood.Source?
    /// The civil day in the source.
    package var day: LocalDay
    /// The local time in the source; `nil` if it has only a day.
    package var time: TimeOfDay?
    /// Seconds east of UTC, if the source has it; `day` and `time` are the local time at this offset.
    package var offset: Int?
    /// IANA name of a zone, if the source has it; not checked for existence.
    package var zone: String?
    /// Its date ends in `Z`, so that `day` and `time` are those of UTC and not the writer's.
    var isInstant = false
    /// The text, byte for byte except for `changes`; empty if the record is no entry but only `parts`.
    package var text: String
    /// The written text, if `text` has more of the source below it: this identifies the record. `nil` if it is all of `text`.
    package var words: String?
    /// Identifies it among the entries of its day in an update, if there is no `sourceID` or one that changes with its text: the
    /// id of its row in a table, or the path of a note.
    package var key: String?
    /// At most `Limits.tags`, sorted, spelled as in the text if they are in it.
    package var tags: [Tag]
    package var starred: Bool
    /// The mood that the source names in a word; never from a number.
    package var mood: Mood?
    /// The mood in a number, 1–10, of our own export or of a rating.
    package var moodScore: Int?
    /// The writer's rating, in a program that has ratings: gives a mood in a word, and in a number if a level is known.
    package var rating: ImportedRating?
    package var place: Place?
    /// When it was created, in milliseconds since 1970, if the source has it.
    package var created: Int64?
    /// When it was last changed, in the same form.
    package var modified: Int64?
    /// Its files in order: those to attach, by their path in the source's tree, and those that cannot be attached.
    package var files: [ShownFile]
    package var parts: [ImportedPart]
    /// Data of the source without a field in Auralyst; stored encrypted with the entry, unchanged.
    package var more: [String: JSON]
    /// The differences from the source; empty for most entries.
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

    /// Equal for two readings of one entry: the day, the minute, the star, and the text without white space; for a starred entry
    /// also without asterisks.
    ///
    /// jrnl's JSON export has no seconds, joins title and body differently and strips `*` from a starred title, so that the text
    /// file and the export of one journal match by nothing stricter. Any other asterisk is part of the text: 12*34 is not 1234.
    /// An entry with only a day equals none with a time.
    package var sameness: [UInt8] { ImportedRecord.sameness(day: day, time: time, text: text, starred: starred) }

    package static func sameness(day: LocalDay, time: TimeOfDay?, text: String, starred: Bool) -> [UInt8] {
        var key = Array(day.iso.utf8)
        key.reserveCapacity(key.count + 8 + text.utf8.count)
        if let time { key += Array((" " + time.clock).utf8) }
        // Marked, so that a starred 12*34 does not equal a 1234 without a star.
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

/// Where a record is in its source, for a person who looks for it.
package struct SourcePosition: Hashable, Sendable {
    /// The file's name from the caller; `nil` if there is only one.
    package var file: String?
    /// Line in the file, from 1; `nil` if lines mean nothing (JSON).
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
