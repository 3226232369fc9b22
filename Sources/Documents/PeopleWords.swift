import Base
import Engine
import Journal
import Ledger

package struct PeopleWords {
    package let dates: DateLanguage
    package let zone: CivilTime
    /// Milliseconds since 1970.
    package let now: Int64

    package init(dates: DateLanguage, zone: CivilTime, now: Int64) {
        (self.dates, self.zone, self.now) = (dates, zone, now)
    }

    /// What a role permits, after a name: "Ann reads, and adds notes".
    package static func may(_ role: Role) -> HTML { "\(role.words)" }

    /// The same after "You".
    package static func youMay(_ role: Role) -> HTML {
        switch role {
        case .owner: "own the journal"
        case .editor: "can read and write"
        case .note: "can read and add notes"
        case .reader: "read"
        }
    }

    /// The label of a role where one is chosen.
    package static func choice(_ role: Role) -> HTML {
        switch role {
        case .owner: "Owner"
        case .editor: "Read and write entries and notes"
        case .note: "Read, and add notes"
        case .reader: "Read"
        }
    }

    package static let given: [Role] = [.note, .reader, .editor]

    /// The name of a member, or something that distinguishes unnamed ones.
    package static func name(_ member: SharedJournal.Member) -> String {
        if member.isYou { return "You" }
        return member.name.isEmpty ? member.role == .owner ? say("The owner") : say("Someone without a name") : member.name
    }

    package static func title(_ shared: SharedJournal) -> String {
        let isNamed = !shared.isFirst && shared.title != JournalName.usual.description
        if shared.ownRole == .owner { return isNamed ? shared.title : say("Your journal") }
        guard let owner = shared.members.first(where: { $0.role == .owner }), !owner.name.isEmpty else {
            return isNamed ? shared.title : say("Someone else’s journal")
        }
        // A journal with the same name as another already includes its owner's name.
        let title =
            shared.title.hasSuffix(" of \(owner.name)") ? String(shared.title.dropLast(4 + owner.name.count)) : shared.title
        return isNamed && title != JournalName.usual.description
            ? "\(title), by \(owner.name)" : say("The journal of \(owner.name)")
    }

    /// A colored initial, the same everywhere for one person in one journal. The name is always next to it.
    package static func initial(of name: String, root: [UInt8]?) -> HTML {
        "<span class=\"initial \(look(of: root))\" aria-hidden=\"true\">\(name.first.map { String($0).uppercased() } ?? "?")</span>"
    }

    /// The class of a person's color, one of six.
    package static func look(of root: [UInt8]?) -> HTML {
        guard let first = root?.first else { return "author-none" }
        return "author-\(Int(first) % 6)"
    }

    package static func sentences(_ error: any Error) -> String {
        let explanation = Explanation(error)
        return [explanation.sentence, explanation.hint?.page].compactMap(\.self).map(sentence).joined(separator: " ")
    }

    /// `14 Mar 2026, 21:00`.
    package func moment(_ milliseconds: Int64) -> String { dates.moment(milliseconds, in: zone) }
}
