/// What helps a person through a hard moment, written down in a calm one.
package struct SupportPlan: Hashable, Sendable {
    /// What sets it off.
    package var triggers: [SupportItem]
    /// What to do then, in order.
    package var steps: [SupportItem]
    /// Who is there for them.
    package var buddies: [SupportItem]
    /// Whom to call when it is serious.
    package var contacts: [SupportItem]

    package init(
        triggers: [SupportItem] = [], steps: [SupportItem] = [], buddies: [SupportItem] = [], contacts: [SupportItem] = []
    ) {
        (self.triggers, self.steps, self.buddies, self.contacts) = (triggers, steps, buddies, contacts)
    }

    /// Nothing is written down yet.
    package var isEmpty: Bool { triggers.isEmpty && steps.isEmpty && buddies.isEmpty && contacts.isEmpty }
}

/// One line of a support plan.
package struct SupportItem: Hashable, Sendable {
    /// What kind of line it is.
    package var part: Part
    /// The trigger, the step, or the person's or service's name.
    package var name: String
    /// A telephone number as the person wrote it; only of buddies and contacts.
    package var phone: String
    /// Free words.
    package var note: String
    /// Its place among its kind, the smallest first; `nil` comes last.
    package var rank: Int?

    /// The parts of a plan; the raw value is the record's kind.
    package enum Part: String, CaseIterable, Sendable {
        case trigger
        case step = "coping_step"
        case buddy
        case contact = "sos_contact"

        /// Whether a line of it has a telephone number.
        package var hasPhone: Bool { self == .buddy || self == .contact }
    }

    package init(_ part: Part, name: String, phone: String = "", note: String = "", rank: Int? = nil) {
        (self.part, self.name, self.phone, self.note, self.rank) = (part, trimmed(name), trimmed(phone), note, rank)
    }

    /// The number as a `tel:` link dials it (RFC 3966): figures, with a plus sign in front where there is one; `nil` where it has
    /// fewer than two figures, or letters.
    package var dialled: String? {
        let visual: Set<Character> = [" ", "-", "(", ")", ".", "/", "\u{A0}", "\u{2011}"]
        let plain = phone.filter { !visual.contains($0) }
        let figures = plain.hasPrefix("+") ? plain.dropFirst() : plain[...]
        guard figures.count >= 2, figures.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2A || $0 == 0x23 }) else {
            return nil
        }
        return plain
    }

    /// What keeps it from being saved, the first thing found; `nil` when it may be. A contact needs a number that can be dialled.
    package var fault: HealthFault? {
        if let fault = name.nameFault("name") ?? phone.shortFault("phone") ?? note.noteFault() { return fault }
        if part == .contact, phone.isEmpty { return .empty(field: "phone") }
        if !phone.isEmpty, dialled == nil { return .badText(field: "phone", limit: HealthLimits.name) }
        return nil
    }
}
