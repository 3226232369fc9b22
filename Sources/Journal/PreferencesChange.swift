/// What is to be different in the preferences; what is `nil` stays.
package struct PreferencesChange: Hashable, Sendable {
    /// Quotes from the internet, or from the program alone.
    package var onlineQuotes: Bool?
    /// Another idle time.
    package var idleMinutes: Int?
    /// `.some(nil)` follows the system again.
    package var dateLanguage: String??
    /// `.some(nil)` follows the language again.
    package var weekStart: Int??
    /// With or without prompts.
    package var prompts: Bool?
    /// Another look.
    package var theme: Preferences.Theme?
    /// Other times of the check-in; an empty list ends its reminders.
    package var checkInTimes: [TimeOfDay]?
    /// With or without "how is it now?".
    package var followUps: Bool?
    /// Another severity from which on it is asked.
    package var followUpFrom: Int?
    /// With or without names in reminders.
    package var namesInReminders: Bool?
    /// With or without moods that are offered.
    package var moodSuggestions: Bool?
    /// With or without tags from the text.
    package var textTags: Bool?

    package init(
        onlineQuotes: Bool? = nil, idleMinutes: Int? = nil, dateLanguage: String?? = nil, weekStart: Int?? = nil,
        prompts: Bool? = nil, theme: Preferences.Theme? = nil, checkInTimes: [TimeOfDay]? = nil, followUps: Bool? = nil,
        followUpFrom: Int? = nil, namesInReminders: Bool? = nil, moodSuggestions: Bool? = nil,
        textTags: Bool? = nil
    ) {
        self.onlineQuotes = onlineQuotes
        self.idleMinutes = idleMinutes
        self.dateLanguage = dateLanguage
        self.weekStart = weekStart
        self.prompts = prompts
        self.theme = theme
        self.checkInTimes = checkInTimes
        self.followUps = followUps
        self.followUpFrom = followUpFrom
        self.namesInReminders = namesInReminders
        self.moodSuggestions = moodSuggestions
        self.textTags = textTags
    }

    /// The preferences with this change in them.
    package func applied(to preferences: Preferences) -> Preferences {
        Preferences(
            onlineQuotes: onlineQuotes ?? preferences.onlineQuotes, idleMinutes: idleMinutes ?? preferences.idleMinutes,
            dateLanguage: dateLanguage ?? preferences.dateLanguage, weekStart: weekStart ?? preferences.weekStart,
            prompts: prompts ?? preferences.prompts, theme: theme ?? preferences.theme,
            checkInTimes: checkInTimes ?? preferences.checkInTimes, followUps: followUps ?? preferences.followUps,
            followUpFrom: followUpFrom ?? preferences.followUpFrom,
            namesInReminders: namesInReminders ?? preferences.namesInReminders,
            moodSuggestions: moodSuggestions ?? preferences.moodSuggestions,
            textTags: textTags ?? preferences.textTags)
    }
}
