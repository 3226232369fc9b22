import Journal
import Ledger

extension Entry {
    package static let kind = "entry"

    package var fields: [String: JSON] {
        var fields: [String: JSON] = [
            "instant": .int(instant.milliseconds),
            "zone": .string(zone),
            "day": .string(day.iso),
            "text": .string(text),
            "mood": .text(mood?.name),
            "mood_source": .text(moodSource?.rawValue),
            "mood_score": moodScore.map { .int(Int64($0)) } ?? .null,
            "tags": .array(tags.map { .string($0.name) }),
            "starred": .bool(starred),
        ]
        if let place { fields["place"] = place.json }
        return fields
    }

    /// Reads the fields of a record; `nil` if a required one is missing or malformed. Fields of newer versions are ignored.
    package init?(fields: [String: JSON]) {
        guard let moment = FieldReader(fields: fields).moment, let text = fields["text"]?.string else { return nil }
        self.init(
            instant: moment.instant, zone: moment.zone, day: moment.day, text: text,
            mood: fields["mood"]?.string.flatMap { Mood($0) },
            moodSource: fields["mood_source"]?.string.flatMap(Mood.Source.init(rawValue:)),
            moodScore: FieldReader(fields: fields).number("mood_score", in: CheckIn.moodRange),
            tags: (fields["tags"]?.array ?? []).compactMap { $0.string.flatMap { Tag($0) } },
            starred: fields["starred"]?.bool ?? false, place: fields["place"].flatMap(Place.init(json:)))
    }
}

extension Place {
    /// `{"name": …, "latitude": …, "longitude": …}`, without unknown values.
    package var json: JSON {
        var members: [String: JSON] = ["name": .string(name)]
        if let latitude, let longitude { (members["latitude"], members["longitude"]) = (.double(latitude), .double(longitude)) }
        return .object(members)
    }

    /// Reads what `json` wrote; `nil` for anything else.
    package init?(json: JSON) {
        guard let members = json.object else { return nil }
        self.init(
            name: members["name"]?.string ?? "", latitude: members["latitude"]?.number, longitude: members["longitude"]?.number)
    }
}

package struct StoredEntry: Hashable, Sendable {
    package let id: RecordID
    package let journal: JournalID
    package let entry: Entry
    /// Records of kind `attachment`, in order of addition.
    package let attachments: [RecordID]
    /// When it was first saved, in milliseconds since 1970.
    package let created: Int64
    /// The write that created it: determines the order of entries.
    package let origin: WriteName
    package let textDevice: DeviceID
    /// When it was last changed.
    package let modified: Int64
    /// When it was deleted; `nil` if it is not.
    package let deleted: Int64?
    /// Of a deleted one: the entry that it became in another journal.
    package let movedTo: RecordID?

    /// The field of an original with the id of the entry that it became; and the field of that one with the id of the original.
    package static let (movedToField, movedFromField) = ("moved_to", "moved_from")

    /// `nil` if the record is not a complete entry.
    package init?(id: RecordID, journal: JournalID, state: RecordState) {
        guard let entry = Entry(fields: state.values), let stamps = state.stamps,
            let text = state.fields["text"]?.name, let first = state.fields.values.map(\.name).min()
        else { return nil }
        self.id = id
        self.journal = journal
        self.entry = entry
        attachments = (state["attachments"]?.array ?? []).compactMap { $0.string.flatMap { RecordID(text: $0) } }
        // An import may omit when an entry was created. Fields such as its time zone are not written again by edits of the text.
        origin = state.fields["created"]?.name ?? WriteName(stamp: stamps.lowerBound, device: first.device)
        textDevice = text.device
        created = state.created ?? Int64(stamps.lowerBound.milliseconds)
        modified = state.modified ?? Int64(stamps.upperBound.milliseconds)
        deleted = state.goneSince.map { Int64($0.milliseconds) }
        movedTo = state.isGone ? state[StoredEntry.movedToField]?.string.flatMap { RecordID(text: $0) } : nil
    }
}
