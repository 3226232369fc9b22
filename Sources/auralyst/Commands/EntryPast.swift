import Engine
import Foundation
import Journal
import Ledger
import Store

/// The texts that an entry had, and what else was changed in it.
struct EntryPast {
    let id: RecordID
    let versions: [FieldHistory.Version]
    let details: [EntryDetail]

    /// The devices that wrote.
    var devices: [DeviceID] { Array(Set(versions.map(\.write.name.device) + details.map(\.name.device))) }

    /// Says who wrote what, when.
    struct Printer {
        /// What those are called who are somebody else, by their devices.
        let others: [DeviceID: String]
        private let zone = Environment.surroundings.zone

        init(others: [DeviceID: String]) { self.others = others }

        /// The texts, the present one first, then everything else that was changed, the latest first.
        func document(_ past: EntryPast) -> JSON {
            .array(
                past.versions.map { version in
                    members(
                        "version", past.id, version.write.name,
                        [
                            "text": version.write.value, "current": .bool(version.isCurrent),
                            "concurrent": .bool(version.isConcurrent),
                        ])
                }
                    + past.details.map { detail in
                        members(
                            "change", past.id, detail.name,
                            fields(detail.change).merging([
                                "current": .bool(detail.isCurrent), "concurrent": .bool(detail.isConcurrent),
                            ]) { $1 })
                    })
        }

        /// All of it, the latest first.
        func show(_ past: EntryPast) {
            let texts = past.versions.map { version in (name: version.write.name, show: { text(version) }) }
            let rest = past.details.map { detail in (name: detail.name, show: { line(detail) }) }
            let all = (texts + rest).enumerated().sorted { ($1.element.name, $0.offset) < ($0.element.name, $1.offset) }
            for (place, one) in all.enumerated() {
                if place > 0 { print() }
                one.element.show()
            }
        }

        private func heading(_ name: WriteName, isCurrent: Bool) {
            let by = author(name).map { Terminal.styled("  by \($0)", .dim) } ?? ""
            let now = isCurrent ? Terminal.styled("  as it is now", .dim) : ""
            print(Terminal.styled(moment(Int64(name.stamp.milliseconds)), .bold) + by + now)
        }

        private func text(_ version: FieldHistory.Version) {
            heading(version.write.name, isCurrent: version.isCurrent)
            if version.isConcurrent {
                let place = author(version.write.name) == nil ? " on another device" : ""
                print(Terminal.styled("written at the same time\(place) as the next one", .cue))
            }
            print(Terminal.harmless(version.write.value.string ?? ""))
        }

        private func line(_ detail: EntryDetail) {
            heading(detail.name, isCurrent: false)
            print(Terminal.harmless(detail.words(when: moment)))
            if let remark = detail.remark { print(Terminal.styled(remark, .cue)) }
        }

        private func moment(_ milliseconds: Int64) -> String {
            CivilTime(zone: zone).wall(at: milliseconds).map { "\($0.day.longName), \($0.time.clock)" } ?? ""
        }

        private func author(_ name: WriteName) -> String? {
            others[name.device].map { $0.isEmpty ? "somebody else" : Terminal.harmless($0) }
        }

        private func members(_ kind: String, _ id: RecordID, _ name: WriteName, _ more: [String: JSON]) -> JSON {
            .object(
                more.merging([
                    "id": .string(id.description), "kind": .string(kind), "zone": .string(zone.identifier),
                    "instant": Document.time(Int64(name.stamp.milliseconds)),
                    "author": others[name.device].map(JSON.string) ?? .null,
                ]) { $1 })
        }

        private func fields(_ change: EntryDetail.Change) -> [String: JSON] {
            func list(_ field: String, _ added: [String], _ removed: [String]) -> [String: JSON] {
                ["field": .string(field), "added": .array(added.map(JSON.string)), "removed": .array(removed.map(JSON.string))]
            }
            return switch change {
            case .mood(let mood): ["field": "mood", "value": .text(mood?.name)]
            case .starred(let isStarred): ["field": "starred", "value": .bool(isStarred)]
            case .instant(let instant): ["field": "instant", "value": Document.time(instant)]
            case .tags(let added, let removed): list("tags", added, removed)
            case .files(let added, let removed): list("attachments", added, removed)
            }
        }
    }
}
