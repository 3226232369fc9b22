/// The owner's preferences, the same on all devices. Unset ones have the value of `Preferences.standard`.
package struct Preferences: Hashable, Sendable {
    /// Fetches the quote of the day from the internet. Off: nothing leaves this machine.
    package var onlineQuotes: Bool
    /// Minutes of inactivity after which the app locks, within `idleRange`.
    package var idleMinutes: Int
    /// Minutes out of sight after which the app on a phone locks, within `hiddenRange`; 0 at once.
    package var hiddenMinutes: Int
    /// The language of dates, a BCP 47 tag such as `de` or `pt-BR`; `nil` follows the system.
    package var dateLanguage: String?
    /// The first day of a calendar's week, 1 = Monday … 7 = Sunday; `nil` follows the language.
    package var weekStart: Int?
    /// Shows a gratitude prompt on the Today page.
    package var prompts: Bool
    package var theme: Theme
    /// The times of check-in reminders, ascending, without duplicates; none by default. At most `mostCheckIns` may be set; if
    /// devices set times at the same time there may be more.
    package var checkInTimes: [TimeOfDay] { didSet { checkInTimes = Preferences.ordered(checkInTimes) } }
    /// Asks "how is it now?" some hours after a high symptom entry.
    package var followUps: Bool
    /// The severity from which an entry is high, within `followUpRange`: the level at which the owner would treat it.
    package var followUpFrom: Int { didSet { followUpFrom = Preferences.inRange(followUpFrom) } }
    /// Reminders name the medicine or the symptom. Off: they only say their kind, since anyone nearby may read them.
    package var namesInReminders: Bool
    /// Repeats the reminder of a dose after this many minutes, within `repeatRange`, until it is logged; `nil` shows it once.
    package var repeatMinutes: Int?
    /// When no reminder is shown; what is due in them is shown after them.
    package var quietHours: QuietHours?
    /// Notifies once a week of a count of the last seven days, such as "3 mornings with headache at 7 or more".
    package var weekCounts: Bool
    /// Suggests a mood for a text, calculated on this machine.
    package var moodSuggestions: Bool
    /// Shows the way to the support plan beside a text that says that its writer wants to die or to harm themselves.
    package var supportLine: Bool
    /// Whether `#words` and `@names` in the text of an entry become its tags; `nil` until the owner has decided.
    package var textTags: Bool?
    /// Whether pages tint such words: until the owner has decided against them.
    package var seesTags: Bool { textTags != false }
    /// Whether pages ask for a craving, and for menstruation; `nil`: where the latest records have it.
    package var craving: Bool?
    package var menstruation: Bool?
    /// How faces, mood words and tags look.
    package var looks = Looks()

    /// Light or dark mode.
    package enum Theme: String, CaseIterable, Sendable {
        case system
        case light
        case dark
    }

    package static let idleRange = 1...240
    package static let hiddenRange = 0...240
    package static let followUpRange = 1...10
    package static let repeatRange = 5...240
    package static let mostCheckIns = 6

    package static let standard = Preferences()

    package init(
        onlineQuotes: Bool = false, idleMinutes: Int = 10, hiddenMinutes: Int = 5, dateLanguage: String? = nil,
        weekStart: Int? = nil, prompts: Bool = true, theme: Theme = .system, checkInTimes: [TimeOfDay] = [],
        followUps: Bool = true, followUpFrom: Int = 5, namesInReminders: Bool = false, repeatMinutes: Int? = nil,
        quietHours: QuietHours? = nil, weekCounts: Bool = false, moodSuggestions: Bool = true, supportLine: Bool = true,
        textTags: Bool? = nil, craving: Bool? = nil, menstruation: Bool? = nil
    ) {
        self.onlineQuotes = onlineQuotes
        (self.idleMinutes, self.hiddenMinutes) = (idleMinutes, hiddenMinutes)
        (self.dateLanguage, self.weekStart, self.prompts, self.theme) = (dateLanguage, weekStart, prompts, theme)
        self.checkInTimes = Preferences.ordered(checkInTimes)
        self.followUps = followUps
        self.followUpFrom = Preferences.inRange(followUpFrom)
        self.namesInReminders = namesInReminders
        (self.repeatMinutes, self.quietHours, self.weekCounts) = (repeatMinutes, quietHours, weekCounts)
        (self.moodSuggestions, self.supportLine, self.textTags) = (moodSuggestions, supportLine, textTags)
        (self.craving, self.menstruation) = (craving, menstruation)
    }

    private static func ordered(_ times: [TimeOfDay]) -> [TimeOfDay] { Set(times).sorted() }
    private static func inRange(_ severity: Int) -> Int {
        min(max(severity, followUpRange.lowerBound), followUpRange.upperBound)
    }

    /// The first reason why they cannot be saved; `nil` if they can.
    package var fault: PreferenceFault? {
        if !Preferences.idleRange.contains(idleMinutes) { return .idleMinutes(idleMinutes) }
        if !Preferences.hiddenRange.contains(hiddenMinutes) { return .idleMinutes(hiddenMinutes) }
        if let dateLanguage, !Preferences.isLanguage(dateLanguage) { return .dateLanguage(dateLanguage) }
        if let weekStart, !(1...7).contains(weekStart) { return .weekStart(weekStart) }
        return looks.fault
    }

    /// Typed times of check-in reminders, separated by commas, semicolons or spaces; none for an empty text and `off`.
    package static func checkInTimes(typed: String) throws(PreferenceFault) -> [TimeOfDay] {
        let words = isOff(typed) ? [] : typed.split { $0 == "," || $0 == ";" }
        // A time can have a space in it: "9 pm".
        let parts = words.flatMap { TimeOfDay(typed: $0) == nil ? $0.split(separator: " ") : [$0] }
        let times = parts.compactMap { TimeOfDay(typed: $0) }
        guard times.count == parts.count, times.count <= mostCheckIns else { throw .checkInTimes(typed) }
        return times
    }

    package static func followUpFrom(typed: String) throws(PreferenceFault) -> Int {
        guard let level = Int(typed), followUpRange.contains(level) else { throw .followUpFrom(typed) }
        return level
    }

    /// `nil`, for an empty text and `off`: reminders are shown once.
    package static func repeatMinutes(typed: String) throws(PreferenceFault) -> Int? {
        if isOff(typed) { return nil }
        guard let minutes = Int(typed), repeatRange.contains(minutes) else { throw .repeatMinutes(typed) }
        return minutes
    }

    /// `nil`, for an empty text and `off`: there are none.
    package static func quietHours(typed: String) throws(PreferenceFault) -> QuietHours? {
        if isOff(typed) { return nil }
        guard let hours = QuietHours(text: typed) else { throw .quietHours(typed) }
        return hours
    }

    private static func isOff(_ typed: String) -> Bool { typed.isEmpty || typed == "off" }

    /// Whether a text has the form of a BCP 47 tag (RFC 5646): subtags of 1 to 8 letters and digits, joined by hyphens, the first
    /// of 2 to 8 letters, at most 35 characters in all. Whether the language exists is not checked.
    package static func isLanguage(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, first.count >= 2, first.allSatisfy(isLetter) else { return false }
        return parts.allSatisfy { (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || isDigit($0) } }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

package enum PreferenceFault: Error, Hashable, Sendable {
    case idleMinutes(Int)
    /// Not a language tag, or of a language whose dates are not known.
    case dateLanguage(String)
    /// Not a day of the week.
    case weekStart(Int)
    /// What was typed are not times, or too many.
    case checkInTimes(String)
    case followUpFrom(String)
    case repeatMinutes(String)
    case quietHours(String)
    /// More than a sign or two for a face or a tag.
    case icon(String)
    /// A label of a face or a group of tags that is too long.
    case label(String)
}
