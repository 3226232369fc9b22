import ArgumentParser
import Base
import Basics
import Engine
import Journal
import Ledger
import Records

struct PreferencesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("preferences")

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: ArgumentHelp(say("Make #words and @names in a text tags."), valueName: "on|off"))
    var textTags: RemindSettings.Switch?
    @Option(name: .long, help: ArgumentHelp(say("Ask for cravings in check-ins."), valueName: "on|off"))
    var craving: RemindSettings.Switch?
    @Option(name: .long, help: ArgumentHelp(say("Ask for menstruation with symptoms."), valueName: "on|off"))
    var menstruation: RemindSettings.Switch?
    @Option(name: .long, help: ArgumentHelp(say("Suggest moods for what you write."), valueName: "on|off"))
    var moodSuggestions: RemindSettings.Switch?
    @Option(
        name: .long,
        help: ArgumentHelp(say("Name your support plan when a text speaks of suicide or self-harm."), valueName: "on|off"))
    var supportLine: RemindSettings.Switch?
    @Option(
        name: .long,
        help: ArgumentHelp(say("Minutes without activity after which the app locks, 1 to 240."), valueName: "minutes"))
    var lockAfter: Int?
    @Option(
        name: .long,
        help: ArgumentHelp(say("The language and order of dates, like de or pt-BR; or system."), valueName: "language"))
    var dates: String?
    @Option(name: .long, help: ArgumentHelp(say("The first day of the week in the app, or language."), valueName: "weekday"))
    var weekStart: String?
    @Option(name: .long, help: ArgumentHelp(say("system, light or dark."), valueName: "theme")) var theme: Preferences.Theme?
    @Option(name: .long, help: ArgumentHelp(say("Offer a gratitude prompt."), valueName: "on|off")) var prompts:
        RemindSettings.Switch?
    @Option(name: .long, help: ArgumentHelp(say("Fetch the quote of the day from zenquotes.io."), valueName: "on|off"))
    var onlineQuotes: RemindSettings.Switch?
    @Option(
        name: .long,
        help: ArgumentHelp(
            say("Show your SOS numbers while locked, on this device: anyone at it sees them."), valueName: "on|off"))
    var sosWhileLocked: RemindSettings.Switch?

    /// `.some(nil)`: follows the language.
    @OptionGroup var consent: Consent

    private func firstWeekday() throws -> Int?? {
        guard let word = weekStart?.lowercased() else { return nil }
        if word == "language" { return .some(nil) }
        guard word.count >= 2, let place = LocalMonth.weekdayNames.firstIndex(where: { $0.lowercased().hasPrefix(word) }) else {
            throw ValidationError(say("--week-start is a weekday such as monday, or 'language'"))
        }
        return .some(place + 1)
    }

    func run() async throws {
        let firstDay = try firstWeekday()
        let change = {
            @Sendable [
                onlineQuotes, lockAfter, dates, prompts, theme, moodSuggestions, supportLine, textTags, craving, menstruation
            ]
            (now: inout Preferences) in
            now.onlineQuotes = onlineQuotes?.isOn ?? now.onlineQuotes
            now.idleMinutes = lockAfter ?? now.idleMinutes
            now.dateLanguage = dates.map { $0.lowercased() == "system" ? nil : $0 } ?? now.dateLanguage
            now.weekStart = firstDay ?? now.weekStart
            now.prompts = prompts?.isOn ?? now.prompts
            now.theme = theme ?? now.theme
            now.moodSuggestions = moodSuggestions?.isOn ?? now.moodSuggestions
            now.supportLine = supportLine?.isOn ?? now.supportLine
            now.textTags = textTags?.isOn ?? now.textTags
            (now.craving, now.menstruation) = (craving?.isOn ?? now.craving, menstruation?.isOn ?? now.menstruation)
        }
        if sosWhileLocked == .on {
            try consent.ask(
                "Write the names and numbers of your SOS plan on this device, not encrypted?", nothing: "nothing was changed",
                hint: "add --yes if anyone at this device may see them")
        }
        let vault = try Unlocking.open(options)
        let before = try await vault.preferences()
        var now = before
        change(&now)
        if now != before { now = try await vault.setPreferences(change) }
        if let isWanted = sosWhileLocked?.isOn { try await vault.showNumbersWhileLocked(isWanted) }
        let showsNumbers = LockedNumbers.read(at: try options.location) != nil
        if options.json {
            var members = now.fields
            (members["kind"], members["sos_while_locked"]) = (.string(Preferences.kind), .bool(showsNumbers))
            return Document.print(.object(members))
        }
        func word(_ on: Bool?) -> String { on.map { $0 ? "on" : "off" } ?? say("not decided") }
        let weekday = now.weekStart.map { LocalMonth.weekdayNames[$0 - 1] } ?? say("as usual in the language")
        let rows = [
            ("text-tags", word(now.textTags)), ("mood-suggestions", word(now.moodSuggestions)),
            ("support-line", word(now.supportLine)), ("craving", word(now.craving)), ("menstruation", word(now.menstruation)),
            ("lock-after", say("\(counted(now.idleMinutes, "minute"))")),
            ("dates", now.dateLanguage ?? say("as the system is set")),
            ("week-start", weekday), ("theme", now.theme.rawValue), ("prompts", word(now.prompts)),
            ("online-quotes", word(now.onlineQuotes)), ("sos-while-locked", word(showsNumbers)),
        ]
        for (name, value) in rows { print(name.padded(to: 18) + value) }
    }
}

extension Preferences.Theme: ExpressibleByArgument {}
