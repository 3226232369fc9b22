import Base
import Journal
import Ledger
import Records

extension EntryPast {
    /// The form used by `history --json` and an export with history (docs/formats/command-line.md): the texts, the current one
    /// first, then all other changes, the latest first.
    /// - Parameters:
    ///   - others: the names of other people, by their devices.
    ///   - zone: the zone named as this machine's.
    package func document(others: [DeviceID: String], zone: Zone) -> [JSON] {
        func members(_ kind: String, _ name: WriteName, _ isCurrent: Bool, _ isConcurrent: Bool, _ more: [String: JSON]) -> JSON {
            .object(
                more.merging([
                    "id": .string(id.description), "kind": .string(kind), "zone": .string(zone.identifier),
                    "instant": EntryPast.time(Int64(name.stamp.milliseconds)), "current": .bool(isCurrent),
                    "concurrent": .bool(isConcurrent), "author": others[name.device].map(JSON.string) ?? .null,
                ]) { $1 })
        }
        return versions.map { members("version", $0.write.name, $0.isCurrent, $0.isConcurrent, ["text": $0.write.value]) }
            + details.map { members("change", $0.name, $0.isCurrent, $0.isConcurrent, EntryPast.fields($0.change)) }
    }

    private static func time(_ milliseconds: Int64) -> JSON { .text(Instant(milliseconds: milliseconds)?.rfc3339(offset: 0)) }

    private static func fields(_ change: EntryDetail.Change) -> [String: JSON] {
        func list(_ field: String, _ added: [String], _ removed: [String]) -> [String: JSON] {
            ["field": .string(field), "added": .array(added.map(JSON.string)), "removed": .array(removed.map(JSON.string))]
        }
        return switch change {
        case .mood(let mood): ["field": "mood", "value": .text(mood?.name)]
        case .score(let score): ["field": "mood_score", "value": score.map(JSON.int) ?? .null]
        case .starred(let isStarred): ["field": "starred", "value": .bool(isStarred)]
        case .place(let place): ["field": "place", "value": place?.json ?? .null]
        case .instant(let instant): ["field": "instant", "value": time(instant)]
        case .tags(let added, let removed): list("tags", added, removed)
        case .files(let added, let removed): list("attachments", added, removed)
        }
    }
}
