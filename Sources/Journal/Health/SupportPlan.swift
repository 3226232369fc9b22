/// A support plan: what helps a person through a hard moment, written in a calm one.
package struct SupportPlan: Hashable, Sendable {
    package var triggers: [SupportItem]
    /// What to do then, in order.
    package var steps: [SupportItem]
    package var buddies: [SupportItem]
    /// Contacts for an emergency.
    package var contacts: [SupportItem]

    package init(
        triggers: [SupportItem] = [], steps: [SupportItem] = [], buddies: [SupportItem] = [], contacts: [SupportItem] = []
    ) {
        (self.triggers, self.steps, self.buddies, self.contacts) = (triggers, steps, buddies, contacts)
    }

    package var isEmpty: Bool { triggers.isEmpty && steps.isEmpty && buddies.isEmpty && contacts.isEmpty }
}

package struct SupportItem: Hashable, Sendable {
    package var part: Part
    /// The trigger, the step, or the person's or service's name.
    package var name: String
    /// A telephone number as typed; only for buddies and contacts.
    package var phone: String
    package var note: String
    /// Its rank within its part, the smallest first; `nil` comes last.
    package var rank: Int?

    /// The parts of a plan; the raw value is the record's kind.
    package enum Part: String, CaseIterable, Sendable {
        case trigger
        case step = "coping_step"
        case buddy
        case contact = "sos_contact"

        /// Whether its lines have a telephone number.
        package var hasPhone: Bool { self == .buddy || self == .contact }
    }

    package init(_ part: Part, name: String, phone: String = "", note: String = "", rank: Int? = nil) {
        (self.part, self.name, self.phone, self.note, self.rank) = (part, trimmed(name), trimmed(phone), note, rank)
    }

    /// The number for a `tel:` link (RFC 3966): digits, with a leading plus sign if there is one; `nil` with fewer than two
    /// digits, or with letters.
    package var dialled: String? {
        let visual: Set<Character> = [" ", "-", "(", ")", ".", "/", "\u{A0}", "\u{2011}"]
        let plain = phone.filter { !visual.contains($0) }
        let figures = plain.hasPrefix("+") ? plain.dropFirst() : plain[...]
        guard figures.count >= 2, figures.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2A || $0 == 0x23 }) else {
            return nil
        }
        return plain
    }

    /// The first reason why it cannot be saved; `nil` if it can. A contact needs a number that can be dialed.
    package var fault: HealthFault? {
        if let fault = name.nameFault("name") ?? phone.shortFault("phone") ?? note.noteFault() { return fault }
        if part == .contact, phone.isEmpty { return .empty(field: "phone") }
        if !phone.isEmpty, dialled == nil { return .badText(field: "phone", limit: HealthLimits.name) }
        return nil
    }
}
