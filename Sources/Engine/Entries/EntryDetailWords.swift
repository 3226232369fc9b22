import Base
import Journal

extension EntryDetail {
    /// Describes the change in a few words. `when` formats a moment (milliseconds since 1970).
    package func words(when: (Int64) -> String) -> String {
        switch change {
        case .mood(let mood?): "Mood: \(mood.name)"
        case .mood(nil): say("No mood")
        case .score(let score?): say("Mood: \(score) of 10")
        case .score(nil): say("No number for the mood")
        case .starred(let isStarred): isStarred ? "Starred" : say("Not starred")
        case .place(let place): place.map { "Place: \($0.words)" } ?? say("No place")
        case .instant(let instant): "Date: \(when(instant))"
        case .tags(let added, let removed): EntryDetail.words(added.map { "#" + $0 }, removed.map { "#" + $0 }, "Tags")
        case .files(let added, let removed): EntryDetail.words(added, removed, "Files")
        }
    }

    /// How it was merged if another device wrote at the same time; `nil` otherwise.
    package var remark: String? {
        guard isConcurrent else { return nil }
        switch change {
        case .tags, .files: return say("added again on another device at the same time, so it stays")
        default: return say("written on another device at the same time as the one that counts")
        }
    }

    private static func words(_ added: [String], _ removed: [String], _ name: String) -> String {
        let parts = [("added", added), ("removed", removed)].filter { !$0.1.isEmpty }
        return name + ": " + parts.map { $0.0 + " " + $0.1.joined(separator: ", ") }.joined(separator: "; ")
    }
}
