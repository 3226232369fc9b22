import Base
import Journal

package struct ReminderNotice: Hashable, Sendable {
    /// The reminders in it, all of one kind; none if it only asks to unlock.
    package let names: [Reminder.Name]
    package let title: String
    /// The text; empty without names.
    package let body: String

    /// The label of the button that logs its doses as taken; `nil` if it is about something else.
    package var taken: String? {
        guard !names.isEmpty, names.allSatisfy({ $0.kind == .dose }) else { return nil }
        return say("\(plural(names.count, "Taken", "All taken"))")
    }

    init(names: [Reminder.Name], title: String, body: String = "") {
        (self.names, self.title, self.body) = (names, title, body)
    }

    /// For reminders of one kind, with a line of details for each if the owner wants names.
    init(_ kind: Reminder.Kind, names: [Reminder.Name], details: [String] = []) {
        self.init(names: names, title: ReminderNotice.title(kind, count: names.count), body: details.joined(separator: "\n"))
    }

    /// The same while the vault is locked, when it is unknown whether it is logged.
    static func unsure(_ kind: Reminder.Kind, names: [Reminder.Name]) -> ReminderNotice {
        let body = say("Unlock Auralyst to see.")
        return switch kind {
        case .dose:
            ReminderNotice(
                names: names, title: say("\(plural(names.count, "A dose may be due", "Doses may be due"))"), body: body)
        case .checkIn, .followUp, .trial, .refill, .week: ReminderNotice(names: names, title: title(kind, count: 1), body: body)
        }
    }

    /// Asks to unlock, since nothing is known.
    static let locked = ReminderNotice(
        names: [], title: say("Reminders are waiting"), body: say("Unlock Auralyst once to get reminders again."))

    package static let test = ReminderNotice(
        names: [], title: say("Reminders work here"), body: say("This is what a reminder looks like."))

    private static func title(_ kind: Reminder.Kind, count: Int) -> String {
        switch kind {
        case .dose: say("\(plural(count, "A dose is due", "# doses are due"))")
        case .checkIn: say("Time to check in")
        case .followUp: say("How is it now?")
        case .trial: say("Your trial: a new block begins")
        case .refill: say("Time to refill")
        case .week: say("Noticed in your last seven days")
        }
    }
}
