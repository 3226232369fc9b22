/// What the owner prefers, on all devices alike. What was never said has the value of `Preferences.standard`.
package struct Preferences: Hashable, Sendable {
    /// Asks a server on the internet for the quote of the day. Off: nothing leaves this machine.
    package var onlineQuotes: Bool
    /// Minutes without a sign of life after which the app locks, within `idleRange`.
    package var idleMinutes: Int
    /// The language in which dates are shown, a BCP 47 tag such as `de` or `pt-BR`; `nil` follows the system.
    package var dateLanguage: String?
    /// The first day of a calendar's week, 1 = Monday … 7 = Sunday; `nil` follows the language.
    package var weekStart: Int?
    /// Offers a gratitude prompt on the page of today.
    package var prompts: Bool
    /// How pages look.
    package var theme: Theme

    /// Light or dark.
    package enum Theme: String, CaseIterable, Sendable {
        /// As the system has it.
        case system
        case light
        case dark
    }

    /// What `idleMinutes` may be.
    package static let idleRange = 1...240

    /// Before the owner has said anything.
    package static let standard = Preferences()

    package init(
        onlineQuotes: Bool = false, idleMinutes: Int = 10, dateLanguage: String? = nil, weekStart: Int? = nil,
        prompts: Bool = true, theme: Theme = .system
    ) {
        self.onlineQuotes = onlineQuotes
        self.idleMinutes = idleMinutes
        self.dateLanguage = dateLanguage
        self.weekStart = weekStart
        self.prompts = prompts
        self.theme = theme
    }

    /// What keeps them from being saved, the first thing found; `nil` when they may be.
    package var fault: PreferenceFault? {
        if !Preferences.idleRange.contains(idleMinutes) { return .idleMinutes(idleMinutes) }
        if let dateLanguage, !Preferences.isLanguage(dateLanguage) { return .dateLanguage(dateLanguage) }
        if let weekStart, !(1...7).contains(weekStart) { return .weekStart(weekStart) }
        return nil
    }

    /// Whether a text has the shape of a BCP 47 tag (RFC 5646): subtags of 1 to 8 letters and digits, joined by hyphens, the
    /// first of 2 to 8 letters, at most 35 characters in all. Whether there is such a language is not asked.
    package static func isLanguage(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, first.count >= 2, first.allSatisfy(isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// Why a preference cannot be saved as it is.
package enum PreferenceFault: Error, Hashable, Sendable {
    /// Not within `Preferences.idleRange`.
    case idleMinutes(Int)
    /// No tag of a language.
    case dateLanguage(String)
    /// No day of the week.
    case weekStart(Int)
}
