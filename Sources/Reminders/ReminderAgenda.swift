import Journal
import Ledger

/// The reminders from yesterday to some days ahead: times and kinds, no texts. It can be kept while the vault is closed.
package struct ReminderAgenda: Hashable, Sendable {
    /// The owner has allowed reminders on this device.
    package let isAllowed: Bool
    /// Everything not logged, by time.
    package let open: [Reminder]
    package var marks: ReminderMarks
    /// When it was read, and its range.
    package let span: Range<Instant>
    /// After how many minutes a dose is shown again; `nil` for once.
    package let repeatMinutes: Int?
    /// The quiet stretches in it, ascending.
    package let quiet: [Range<Instant>]

    /// What to show at an instant, and when to check again; nothing if reminders are not allowed.
    package func plan(at now: Instant) -> ReminderPlan {
        ReminderPlan(isAllowed ? open : [], marks: marks, now: now, repeatMinutes: repeatMinutes, quiet: quiet)
    }

    /// What was shown and is still open.
    package func shown(at now: Instant) -> [Reminder.Name] {
        open.filter { now < $0.until }.map(\.name).filter { marks[$0] != nil }
    }
}

/// The stored form of the marks on this device: JSON, `[["dose … …", set, again], …]`.
extension ReminderMarks {
    var bytes: [UInt8] {
        JSON.array(
            list.map { mark in
                var parts: [JSON] = [.string(mark.name.text), .int(mark.set.milliseconds)]
                if let again = mark.again { parts.append(.int(again.milliseconds)) }
                return .array(parts)
            }
        ).bytes
    }

    /// An unreadable mark counts as not shown: better once too often.
    init(bytes: [UInt8]?) {
        let list = bytes.flatMap { try? JSON(reading: $0) }?.array ?? []
        self.init(
            list.compactMap { json in
                guard let parts = json.array, (2...3).contains(parts.count),
                    let name = parts[0].string.flatMap(Reminder.Name.init(text:)),
                    let set = parts[1].int.flatMap(Instant.init(milliseconds:))
                else { return nil }
                let again = parts.count == 3 ? parts[2].int.flatMap(Instant.init(milliseconds:)) : nil
                return Mark(name: name, set: set, again: again)
            })
    }
}
