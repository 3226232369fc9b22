import Journal
import Ledger
import Records

extension ImportedRecord {
    /// An entry from our own export, with the members of the JSON export. `nil` if it has no date.
    init?(own values: [String: JSON], text: String, at position: SourcePosition) {
        guard let date = values["instant"]?.string.flatMap({ CivilStamp(Array($0.utf8)[...]) }), let day = date.day(.dayFirst),
            let time = date.time, let offset = date.offset
        else { return nil }
        let tags = (values["tags"]?.array ?? []).compactMap { $0.string.flatMap { Tag($0) } }
        self.init(
            position: position, day: day, time: time, offset: offset, zone: values["zone"]?.string, text: text,
            tags: Array(Set(tags).sorted().prefix(Limits.tags)), starred: values["starred"]?.bool ?? false,
            mood: values["mood"]?.string.flatMap { Mood($0) }, place: values["place"].flatMap { Place(json: $0) },
            created: RecordForm.stamp(values["created"])?.instant.milliseconds,
            modified: RecordForm.stamp(values["modified"])?.instant.milliseconds)
        if let id = values["id"]?.string.flatMap({ RecordID(text: $0) }), id != .unknown { ownID = id }
        moodScore = CheckIn.moodRange.first { values["mood_score"] == .int(Int64($0)) }
        moodSource = values["mood_source"]?.string.flatMap { Mood.Source(rawValue: $0) }
    }
}
