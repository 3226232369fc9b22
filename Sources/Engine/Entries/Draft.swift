import Journal
import Ledger

/// What is being typed and is not saved yet, just as it was typed: nothing in it has to make sense.
///
/// It lies in the database of this device only, in no operation; so it is sealed like all else, and not synced.
package struct Draft: Hashable, Sendable {
    /// At most `Limits.textBytes`.
    package var text: String
    /// The mood, as typed or picked.
    package var mood: String
    /// The mood that was offered and taken; what is chosen may be another one by now. Empty where none was.
    package var takenMood: String
    /// The tags, as typed.
    package var tags: String
    /// The time, as typed or picked.
    package var when: String
    /// With a star.
    package var starred: Bool
    /// The journal that was chosen for a new entry, as the form says it; empty where none was.
    package var journal: String
    /// Which write of the entry's text the person had before them; `nil` for a new entry.
    package var seenText: WriteName?
    /// Attachments that were taken in for it already, by whatever name they have.
    package var attachments: [String]
    /// When it was kept last, in milliseconds since 1970; set by `keep`.
    package internal(set) var changed: Int64 = 0

    package init(
        text: String, mood: String = "", takenMood: String = "", tags: String = "", when: String = "",
        starred: Bool = false, journal: String = "", seenText: WriteName? = nil, attachments: [String] = []
    ) {
        self.text = text
        self.mood = mood
        self.takenMood = takenMood
        self.tags = tags
        self.when = when
        self.starred = starred
        self.journal = journal
        self.seenText = seenText
        self.attachments = attachments
    }

    /// What a draft is kept under.
    package struct Name: Hashable, Sendable, CustomStringConvertible {
        /// 1 to 64 letters of a–z, digits and hyphens.
        package let description: String

        /// `nil` for another text.
        package init?(_ text: some StringProtocol) {
            let allowed = Array("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
            guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) else { return nil }
            description = String(text)
        }

        private init(known: String) { description = known }

        /// The draft of a new entry. Windows that write beside each other take names of their own, `new-2`.
        package static let new = Name(known: "new")

        /// The draft of a change to an entry.
        package init(_ entry: RecordID) { description = entry.description }
    }

    /// How many there can be.
    package static let limit = 200
    /// Bytes of the moods, tags, time and journal each, and of an attachment's name.
    static let fieldBytes = 16_384

    /// Refuses what is too long to be kept.
    func check() throws(DraftError) {
        guard text.utf8.count <= Limits.textBytes else { throw .textTooLong(bytes: text.utf8.count) }
        let fields = [mood, takenMood, tags, when, journal] + attachments
        guard attachments.count <= Limits.attachments, fields.allSatisfy({ $0.utf8.count <= Draft.fieldBytes }) else {
            throw .fieldTooLong
        }
    }

    /// Whether the same was typed, whenever it was kept.
    func says(the same: Draft) -> Bool {
        var other = same
        other.changed = changed
        return bytes == other.bytes
    }
}

/// Why a draft is not kept.
package enum DraftError: Error, Hashable, Sendable {
    /// `Draft.limit` are there already; none of them is thrown away for another one.
    case tooMany(limit: Int)
    /// More than `Limits.textBytes` bytes.
    case textTooLong(bytes: Int)
    /// Another field is longer than anybody types.
    case fieldTooLong
}

/// How a draft lies in its row: JSON (docs/formats/database.md).
extension Draft {
    var bytes: [UInt8] {
        var members: [String: JSON] = ["text": .string(text), "changed": .int(changed)]
        let fields = [("mood", mood), ("taken", takenMood), ("tags", tags), ("when", when), ("journal", journal)]
        for (name, value) in fields where !value.isEmpty { members[name] = .string(value) }
        if starred { members["starred"] = true }
        if let seenText { members["seen"] = seenText.json }
        if !attachments.isEmpty { members["attachments"] = .array(attachments.map(JSON.string)) }
        return JSON.object(members).bytes
    }

    /// `nil` where there is no text in it. What a newer version added is left aside.
    init?(bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let text = json["text"]?.string else { return nil }
        self.init(
            text: text, mood: json["mood"]?.string ?? "", takenMood: json["taken"]?.string ?? "",
            tags: json["tags"]?.string ?? "", when: json["when"]?.string ?? "", starred: json["starred"]?.bool ?? false,
            journal: json["journal"]?.string ?? "", seenText: json["seen"].flatMap(WriteName.init(json:)),
            attachments: (json["attachments"]?.array ?? []).compactMap(\.string))
        changed = json["changed"]?.int ?? 0
    }
}
