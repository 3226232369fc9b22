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

    package init(
        onlineQuotes: Bool? = nil, idleMinutes: Int? = nil, dateLanguage: String?? = nil, weekStart: Int?? = nil,
        prompts: Bool? = nil, theme: Preferences.Theme? = nil
    ) {
        self.onlineQuotes = onlineQuotes
        self.idleMinutes = idleMinutes
        self.dateLanguage = dateLanguage
        self.weekStart = weekStart
        self.prompts = prompts
        self.theme = theme
    }

    /// The preferences with this change in them.
    package func applied(to preferences: Preferences) -> Preferences {
        Preferences(
            onlineQuotes: onlineQuotes ?? preferences.onlineQuotes, idleMinutes: idleMinutes ?? preferences.idleMinutes,
            dateLanguage: dateLanguage ?? preferences.dateLanguage, weekStart: weekStart ?? preferences.weekStart,
            prompts: prompts ?? preferences.prompts, theme: theme ?? preferences.theme)
    }
}
