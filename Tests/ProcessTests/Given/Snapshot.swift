import Foundation
import Testing

/// All that a vault shows of its entries, to be compared before and after.
struct Snapshot: Equatable {
    /// Entries by name: their JSON in one spelling, without the time of the last change.
    var entries: [String: String] = [:]
    /// Deleted ones, without the time of deletion.
    var deleted: [String: String] = [:]

    init() {}

    init(of sandbox: Sandbox, sourceLocation: SourceLocation = #_sourceLocation) throws {
        entries = Snapshot.byName(try sandbox.list(sourceLocation: sourceLocation))
        deleted = Snapshot.byName(try sandbox.list("--deleted", sourceLocation: sourceLocation))
    }

    private static func byName(_ list: [[String: Any]]) -> [String: String] {
        var entries: [String: String] = [:]
        for entry in list {
            guard let id = entry["id"] as? String else { continue }
            entries[id] = Snapshot.spelling(entry)
        }
        return entries
    }

    static func spelling(_ entry: [String: Any]) -> String {
        let kept = entry.filter { !["modified", "deleted", "snippet", "attachments"].contains($0.key) }
        let data = try? JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys, .withoutEscapingSlashes])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Entries that are here and not there, or other than there.
    func entries(not there: Snapshot) -> [String: String] { entries.filter { there.entries[$0.key] != $0.value } }
}
