import ArgumentParser
import Base
import Engine
import Findings
import Foundation
import Insights
import Journal
import Ledger

struct InsightsDismiss: AsyncParsableCommand {
    static let configuration = CommandConfiguration("insights dismiss")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of its name.")) var id: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await PatternChoice.find(id, in: vault)
        try await vault.dismissPattern(found.id)
        try await PatternChoice.answer(found.id, vault, json: options.json) { heading in
            say("Dismissed: \(heading). 'auralyst insights restore \(found.id.short)' restores it.")
        }
    }
}

struct InsightsSnooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration("insights snooze")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of its name.")) var id: String
    @Option(name: .long, help: say("For how many days, 1 to 366.")) var days = 30

    func validate() throws {
        guard (1...366).contains(days) else { throw ValidationError(say("--days is a number from 1 to 366")) }
    }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await PatternChoice.find(id, in: vault)
        try await vault.snoozePattern(found.id, days: days)
        let until = Environment.surroundings.wall.day.adding(days: days).map(Schedule.dateName) ?? ""
        try await PatternChoice.answer(found.id, vault, json: options.json) { say("Snoozed until \(until): \($0).") }
    }
}

struct InsightsRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration("insights restore")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of its name.")) var id: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let found = try await PatternChoice.find(id, in: vault)
        if found.pattern.isDismissed { try await vault.dismissPattern(found.id, false) }
        if found.pattern.snoozedUntil != nil { try await vault.snoozePattern(found.id, days: 0) }
        try await PatternChoice.answer(found.id, vault, json: options.json) { say("Shown again: \($0).") }
    }
}

/// Finds a pattern by typed text, and prints it after a change.
enum PatternChoice {
    static func find(_ typed: String, in vault: OpenVault) async throws -> Patterns.Shown {
        guard typed.count >= 4, let range = RecordID.range(ofPrefix: typed) else {
            throw Refusal(
                "bad_record_id", "'\(typed.prefix(40))' is not the name of a pattern",
                hint: "type at least 4 characters of a name that 'auralyst insights --all' shows")
        }
        let patterns = try await vault.patterns()
        let found = (patterns.cues + patterns.watching + patterns.aside).filter { range.contains($0.id) }
        guard let only = found.first else {
            throw Refusal(
                "no_such_pattern", "no pattern has a name that begins with '\(typed.prefix(26))'",
                hint: "'auralyst insights --all' shows all of them", exit: .failed)
        }
        if found.count > 1 {
            throw Refusal(
                "ambiguous_record", "\(found.count) patterns have a name that begins so",
                hint: "type one or two characters more")
        }
        return only
    }

    static func answer(_ id: RecordID, _ vault: OpenVault, json: Bool, sentence: (String) -> String) async throws {
        let patterns = try await vault.patterns()
        guard let shown = (patterns.cues + patterns.watching + patterns.aside).first(where: { $0.id == id }) else { return }
        let words = PatternWords(medicines: patterns.medicines)
        if json { return Document.print(Document.pattern(shown, in: patterns, words)) }
        print(sentence(HealthPrinter.oneLine(words.heading(shown.pattern.watch.hypothesis))))
    }
}
