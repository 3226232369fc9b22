import Journal
import Ledger

/// Unsaved input, exactly as typed; it need not be valid.
///
/// It is stored only in this device's database and is no operation, so it is encrypted like the rest and not synced.
package struct Draft: Hashable, Sendable {
    /// At most `Limits.textBytes`.
    package var text: String
    /// The mood, as typed or picked.
    package var mood: String
    /// The suggested mood that was accepted; the chosen one may differ by now. Empty if none was.
    package var takenMood: String
    /// The number of the mood, as picked.
    package var score: String
    /// The tags, as typed.
    package var tags: String
    /// The time, as typed or picked.
    package var when: String
    package var starred: Bool
    /// The place, as typed.
    package var place: String
    /// The journal chosen for a new entry, as the form names it; empty if none was chosen.
    package var journal: String
    /// The write of the entry's text that the person was editing; `nil` for a new entry.
    package var seenText: WriteName?
    /// Names of attachments that were already uploaded for it.
    package var attachments: [String]
    /// Which new entry it becomes, so that it becomes one only once: a random text that its forms have too. Empty for a change.
    package var once: String
    /// The view of a page that sent it, a random text; empty if it sent none.
    package var view: String
    /// Counts what that view sent.
    package var turn: Int64
    /// When it was last saved, in milliseconds since 1970; set by `keep`.
    package internal(set) var changed: Int64 = 0

    package init(
        text: String, mood: String = "", takenMood: String = "", score: String = "", tags: String = "", when: String = "",
        starred: Bool = false, place: String = "", journal: String = "", seenText: WriteName? = nil, attachments: [String] = [],
        once: String = "", view: String = "", turn: Int64 = 0
    ) {
        self.text = text
        self.mood = mood
        self.takenMood = takenMood
        self.score = score
        self.tags = tags
        self.when = when
        self.starred = starred
        self.place = place
        self.journal = journal
        self.seenText = seenText
        self.attachments = attachments
        self.once = once
        self.view = view
        self.turn = turn
    }

    package struct Name: Hashable, Sendable, CustomStringConvertible {
        /// 1 to 64 characters: a–z, digits and hyphens.
        package let description: String

        /// `nil` for any other text.
        package init?(_ text: some StringProtocol) {
            let allowed = Array("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
            guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(allowed.contains) else { return nil }
            description = String(text)
        }

        private init(known: String) { description = known }

        /// The draft of a new entry. Further windows use names of their own, such as `new-2`.
        package static let new = Name(known: "new")

        /// The draft of a change to an entry.
        package init(_ entry: RecordID) { description = entry.description }
    }

    package static let limit = 200
    /// The most bytes of the mood, tags, time and journal each, and of an attachment's name.
    static let fieldBytes = 16_384

    /// Throws if a field is too long.
    func check() throws(DraftError) {
        guard text.utf8.count <= Limits.textBytes else { throw .textTooLong(bytes: text.utf8.count) }
        let fields = [mood, takenMood, score, tags, when, place, journal, once, view] + attachments
        guard attachments.count <= Limits.attachments, fields.allSatisfy({ $0.utf8.count <= Draft.fieldBytes }) else {
            throw .fieldTooLong
        }
    }

    /// Whether the same was typed, regardless of when it was saved, and from where.
    func says(the same: Draft) -> Bool {
        var other = same
        (other.changed, other.view, other.turn) = (changed, view, turn)
        return bytes == other.bytes
    }

    /// Whether the same view of a page sent this before the other: it only came later.
    package func isOlder(than other: Draft) -> Bool { !view.isEmpty && view == other.view && turn < other.turn }
}

package enum DraftError: Error, Hashable, Sendable {
    /// There are `Draft.limit` already; none of them is dropped for a new one.
    case tooMany(limit: Int)
    /// More than `Limits.textBytes` bytes.
    case textTooLong(bytes: Int)
    case fieldTooLong
}

/// The stored form of a draft: JSON (docs/formats/database.md).
extension Draft {
    var bytes: [UInt8] {
        var members: [String: JSON] = ["text": .string(text), "changed": .int(changed)]
        let fields = [
            ("mood", mood), ("taken", takenMood), ("score", score), ("tags", tags), ("when", when), ("place", place),
            ("journal", journal), ("once", once), ("view", view),
        ]
        for (name, value) in fields where !value.isEmpty { members[name] = .string(value) }
        if starred { members["starred"] = true }
        if turn != 0 { members["turn"] = .int(turn) }
        if let seenText { members["seen"] = seenText.json }
        if !attachments.isEmpty { members["attachments"] = .array(attachments.map(JSON.string)) }
        return JSON.object(members).bytes
    }

    /// `nil` without a text. Fields of a newer version are ignored.
    init?(bytes: [UInt8]) {
        guard let json = try? JSON(reading: bytes), let text = json["text"]?.string else { return nil }
        self.init(
            text: text, mood: json["mood"]?.string ?? "", takenMood: json["taken"]?.string ?? "",
            score: json["score"]?.string ?? "", tags: json["tags"]?.string ?? "", when: json["when"]?.string ?? "",
            starred: json["starred"]?.bool ?? false, place: json["place"]?.string ?? "",
            journal: json["journal"]?.string ?? "", seenText: json["seen"].flatMap(WriteName.init(json:)),
            attachments: (json["attachments"]?.array ?? []).compactMap(\.string), once: json["once"]?.string ?? "",
            view: json["view"]?.string ?? "", turn: json["turn"]?.int ?? 0)
        changed = json["changed"]?.int ?? 0
    }
}
