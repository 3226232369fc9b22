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
    /// At which times of the day to remind of the check-in, ascending, without doubles; none by itself. At most `mostCheckIns` may be set;
    /// when devices set times at the same time there may be more.
    package var checkInTimes: [TimeOfDay] { didSet { checkInTimes = Preferences.ordered(checkInTimes) } }
    /// Asks "how is it now?" some hours after a high symptom entry.
    package var followUps: Bool
    /// From which severity on an entry is high, within `followUpRange`: the level at which the owner would treat it.
    package var followUpFrom: Int { didSet { followUpFrom = Preferences.inRange(followUpFrom) } }
    /// Reminders name the medicine or the symptom. Off: they say only of which kind they are, since anybody near may read them.
    package var namesInReminders: Bool
    /// Offers a mood for what is written, reckoned on this machine.
    package var moodSuggestions: Bool
    /// Whether `#words` and `@names` in the text of an entry become its tags as well; `nil` until the owner has said so.
    package var textTags: Bool?

    /// Light or dark.
    package enum Theme: String, CaseIterable, Sendable {
        /// As the system has it.
        case system
        case light
        case dark
    }

    /// What `idleMinutes` may be.
    package static let idleRange = 1...240
    /// What `followUpFrom` may be.
    package static let followUpRange = 1...10
    /// How many times of a day may remind of the check-in.
    package static let mostCheckIns = 6

    /// Before the owner has said anything.
    package static let standard = Preferences()

    package init(
        onlineQuotes: Bool = false, idleMinutes: Int = 10, dateLanguage: String? = nil, weekStart: Int? = nil,
        prompts: Bool = true, theme: Theme = .system, checkInTimes: [TimeOfDay] = [], followUps: Bool = true,
        followUpFrom: Int = 5, namesInReminders: Bool = false, moodSuggestions: Bool = true,
        textTags: Bool? = nil
    ) {
        self.onlineQuotes = onlineQuotes
        self.idleMinutes = idleMinutes
        self.dateLanguage = dateLanguage
        self.weekStart = weekStart
        self.prompts = prompts
        self.theme = theme
        self.checkInTimes = Preferences.ordered(checkInTimes)
        self.followUps = followUps
        self.followUpFrom = Preferences.inRange(followUpFrom)
        self.namesInReminders = namesInReminders
        self.moodSuggestions = moodSuggestions
        self.textTags = textTags
    }

    private static func ordered(_ times: [TimeOfDay]) -> [TimeOfDay] { Set(times).sorted() }
    private static func inRange(_ severity: Int) -> Int {
        min(max(severity, followUpRange.lowerBound), followUpRange.upperBound)
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
