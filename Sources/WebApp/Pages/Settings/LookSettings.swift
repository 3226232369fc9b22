import Base
import Documents
import Journal

/// How pages look, and how they write dates.
struct LookSettings {
    let preferences: Preferences
    let today: LocalDay

    static func words(_ theme: Preferences.Theme) -> String {
        switch theme {
        case .system: say("automatic")
        case .light: say("light")
        case .dark: say("dark")
        }
    }

    func theme(for visit: Visit, fault: HTML?) -> HTML {
        let themes: [(Preferences.Theme, HTML)] = [(.system, "Same as the device"), (.light, "Light"), (.dark, "Dark")]
        let choices = themes.html { theme, label in
            "<label class=\"choice\"><input type=\"radio\" name=\"theme\" value=\"\(theme.rawValue)\"\(" checked", if: theme == preferences.theme)> \(label)</label>"
        }
        return """
            <section class="card setting" aria-label="Appearance">\(fault)
            \(savingForm("/settings/look", visit, "<fieldset class=\"choices\"><legend>Theme</legend>\(choices)</fieldset>"))</section>
            """
    }

    func language(for visit: Visit, fault: HTML?) -> HTML {
        let chosen = preferences.dateLanguage
        let isListed = chosen == nil || DateLanguage.available.contains { $0.identifier == chosen }
        let languages: [(String, HTML)] =
            [("", "Default")] + DateLanguage.available.map { ($0.identifier, "\($0.name)") }
            + (isListed ? [] : [chosen].compactMap { $0.map { ($0, "\($0)") } })
        let days: [(String, HTML)] = [
            ("", "Default"), ("1", "Monday"), ("2", "Tuesday"), ("3", "Wednesday"), ("4", "Thursday"), ("5", "Friday"),
            ("6", "Saturday"), ("7", "Sunday"),
        ]
        let language = DateLanguage.of(chosen)
        let preview: HTML =
            "<span class=\"hint\">Today is <span id=\"date-preview\" lang=\"\(language.identifier)\"\(" dir=\"rtl\"", if: language.isRightToLeft)>\(language.day(today, style: .long))</span></span>"
        let dates = choiceField(
            "language", "Language of dates", languages, chosen: chosen ?? "",
            attributes: " data-preview=\"date-preview\" data-today=\"\(today.iso)\"", hint: preview)
        let week = choiceField(
            "week", "A week begins on", days, chosen: preferences.weekStart.map { "\($0)" } ?? "")
        return """
            <section class="card setting" aria-label="Language">\(fault)\(savingForm("/settings/language", visit, "\(dates)\(week)"))</section>
            """
    }
}
