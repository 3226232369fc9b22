import Base
import Engine
import Foundation
import Journal
import Ledger

extension EntryPast {
    /// Shows who wrote what, and when.
    struct Printer {
        /// The names of other people, by their devices.
        let others: [DeviceID: String]
        private let zone = Environment.surroundings.zone

        init(others: [DeviceID: String]) { self.others = others }

        func document(_ past: EntryPast) -> JSON { .array(past.document(others: others, zone: zone)) }

        /// Everything, the latest first.
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
            let now = isCurrent ? Terminal.styled(say("  as it is now"), .dim) : ""
            print(Terminal.styled(moment(Int64(name.stamp.milliseconds)), .bold) + by + now)
        }

        private func text(_ version: FieldHistory.Version) {
            heading(version.write.name, isCurrent: version.isCurrent)
            if version.isConcurrent {
                let place = author(version.write.name) == nil ? say(" on another device") : ""
                print(Terminal.styled(say("written at the same time\(place) as the next one"), .cue))
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
            others[name.device].map { $0.isEmpty ? say("someone else") : Terminal.harmless($0) }
        }
    }
}
