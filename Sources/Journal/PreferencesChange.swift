/// A change of preferences; `nil` leaves one as it is.
package struct PreferencesChange: Hashable, Sendable {
    package var onlineQuotes: Bool?
    package var idleMinutes: Int?
    package var hiddenMinutes: Int?
    /// `.some(nil)` follows the system.
    package var dateLanguage: String??
    /// `.some(nil)` follows the language.
    package var weekStart: Int??
    package var prompts: Bool?
    package var theme: Preferences.Theme?
    /// The new check-in times; an empty list turns the reminders off.
    package var checkInTimes: [TimeOfDay]?
    package var followUps: Bool?
    package var followUpFrom: Int?
    package var namesInReminders: Bool?
    /// `.some(nil)` shows reminders once.
    package var repeatMinutes: Int??
    /// `.some(nil)` for none.
    package var quietHours: QuietHours??
    package var weekCounts: Bool?
    package var moodSuggestions: Bool?
    package var supportLine: Bool?
    package var textTags: Bool?

    package init(
        onlineQuotes: Bool? = nil, idleMinutes: Int? = nil, hiddenMinutes: Int? = nil, dateLanguage: String?? = nil,
        weekStart: Int?? = nil, prompts: Bool? = nil, theme: Preferences.Theme? = nil, checkInTimes: [TimeOfDay]? = nil,
        followUps: Bool? = nil, followUpFrom: Int? = nil, namesInReminders: Bool? = nil, repeatMinutes: Int?? = nil,
        quietHours: QuietHours?? = nil, weekCounts: Bool? = nil, moodSuggestions: Bool? = nil, supportLine: Bool? = nil,
        textTags: Bool? = nil
    ) {
        self.onlineQuotes = onlineQuotes
        (self.idleMinutes, self.hiddenMinutes) = (idleMinutes, hiddenMinutes)
        (self.dateLanguage, self.weekStart, self.prompts, self.theme) = (dateLanguage, weekStart, prompts, theme)
        self.checkInTimes = checkInTimes
        self.followUps = followUps
        self.followUpFrom = followUpFrom
        self.namesInReminders = namesInReminders
        (self.repeatMinutes, self.quietHours, self.weekCounts) = (repeatMinutes, quietHours, weekCounts)
        (self.moodSuggestions, self.supportLine, self.textTags) = (moodSuggestions, supportLine, textTags)
    }

    package func applied(to preferences: Preferences) -> Preferences {
        Preferences(
            onlineQuotes: onlineQuotes ?? preferences.onlineQuotes, idleMinutes: idleMinutes ?? preferences.idleMinutes,
            hiddenMinutes: hiddenMinutes ?? preferences.hiddenMinutes, dateLanguage: dateLanguage ?? preferences.dateLanguage,
            weekStart: weekStart ?? preferences.weekStart, prompts: prompts ?? preferences.prompts,
            theme: theme ?? preferences.theme,
            checkInTimes: checkInTimes ?? preferences.checkInTimes, followUps: followUps ?? preferences.followUps,
            followUpFrom: followUpFrom ?? preferences.followUpFrom,
            namesInReminders: namesInReminders ?? preferences.namesInReminders,
            repeatMinutes: repeatMinutes ?? preferences.repeatMinutes, quietHours: quietHours ?? preferences.quietHours,
            weekCounts: weekCounts ?? preferences.weekCounts,
            moodSuggestions: moodSuggestions ?? preferences.moodSuggestions,
            supportLine: supportLine ?? preferences.supportLine, textTags: textTags ?? preferences.textTags)
    }
}
