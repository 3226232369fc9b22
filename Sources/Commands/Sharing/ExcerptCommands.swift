import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger

struct ShareExcerpt: CommandGroup {
    static let configuration = CommandConfiguration(
        "share excerpt",
        subcommands: [ExcerptList.self, ExcerptMake.self, ExcerptShow.self, ExcerptEnd.self], defaultSubcommand: ExcerptList.self)
    static var path: [String] { ["share", "excerpt"] }
}

/// What is shown, of how many days, until when, for an excerpt or a sealed page.
struct ExcerptOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(say("symptoms, check-ins, medicines, moods; also cycle, notes."), valueName: "parts"))
    var with: [String] = []

    @Option(name: .long, help: ArgumentHelp(say("Also entries with this tag, with their text."), valueName: "tag"))
    var tag: [String] = []

    @Option(name: .long, help: ArgumentHelp(say("How many days back, 1 to 3650."), valueName: "days")) var days: Int = 90

    @Option(name: .long, help: ArgumentHelp(say("The last day on which it can be read."), valueName: "day")) var until: String

    /// The plan with a name.
    func plan(named name: String) throws -> ExcerptPlan {
        let tags = try tag.flatMap(ExcerptOptions.words).map { word in
            guard let tag = Tag(word) else { throw ValidationError(say("'\(word.prefix(40))' is not a tag")) }
            return tag
        }
        let plan = ExcerptPlan(
            name: name, parts: try parts(), tags: Array(Set(tags)).sorted(), days: days,
            until: try DayPhrase.comingDays(until).upperBound)
        if let fault = plan.fault(today: Environment.surroundings.wall.day) { throw fault }
        return plan
    }

    private func parts() throws -> Set<ExcerptPlan.Part> {
        Set(
            try with.flatMap(ExcerptOptions.words).map { word in
                guard let part = ExcerptPlan.Part(rawValue: word.lowercased()) else {
                    let known = ExcerptPlan.Part.allCases.map(\.rawValue).joined(separator: ", ")
                    throw ValidationError(say("--with does not know '\(word.prefix(40))'; it takes \(known)"))
                }
                return part
            })
    }

    private static func words(_ typed: String) -> [String] {
        typed.split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
    }
}

struct ExcerptMake: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share excerpt make")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("Its name for both of you.")) var name: [String]
    @OptionGroup var scope: ExcerptOptions
    @Option(name: .customLong("for"), help: ArgumentHelp(say("Who it is for; this stays on this device."), valueName: "name"))
    var label: String?
    @Option(name: .customLong("as"), help: ArgumentHelp(say("Your name for its reader."), valueName: "name"))
    var own: String?
    @OptionGroup var consent: Consent

    func run() async throws {
        let plan = try scope.plan(named: name.joined(separator: " "))
        let vault = try Unlocking.open(options)
        let count = try await vault.recordsShown(by: plan).count
        if !consent.isGiven {
            Terminal.error(
                say("The people you let in can read \(ExcerptWords.scope(plan)): \(counted(count, "record")) today. ")
                    + say("What was read or copied, they may keep."))
        }
        try consent.ask("Make this excerpt?", nothing: "nothing was made")
        try await ExcerptWords.warnOfUnused(plan, in: vault)
        let (excerpt, link) = try await vault.makeExcerpt(plan, label: label ?? "", name: own)
        try await SyncRound.send(vault)
        if options.json {
            guard case .object(var members) = excerpt.json else { return }
            members["link"] = .string(link.text)
            members["records"] = .int(Int64(count))
            return Document.print(.object(members))
        }
        print(link.text)
        Terminal.note(say("shows \(counted(count, "record")) today; 'auralyst share excerpt show' reads them as they are seen"))
        Terminal.note(
            say("for one person; 'auralyst share requests' shows who asks, 'auralyst share excerpt end' ends it at once"))
    }
}

struct ExcerptList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share excerpt list")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try await Unlocking.open(options).excerpts()
        if options.json { return Document.print(.array(list.map(\.json))) }
        let open = list.filter { $0.ended == nil }
        if open.isEmpty { return print(say("You show nothing to anyone. 'auralyst share excerpt make' makes an excerpt.")) }
        for excerpt in open { print(ExcerptWords.line(excerpt)) }
    }
}

struct ExcerptShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share excerpt show")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of its name.")) var name: [String]

    func run() async throws {
        let vault = try Unlocking.open(options)
        let records = try await vault.excerptRecords(of: try await vault.journal(matching: name.joined(separator: " ")))
        if options.json { return Document.print(.array(records.map(\.json))) }
        if records.isEmpty { return print(say("It is still empty.")) }
        var day: LocalDay?
        for record in records {
            if let own = record.day, own != day {
                print(Terminal.styled(own.longName, .bold))
                day = own
            }
            let words = Terminal.harmless(record.words.replacing("\n", with: "\n         "))
            Rows.tell("  ", [record.clock, words].compactMap(\.self).joined(separator: "  "))
        }
    }
}

struct ExcerptEnd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share excerpt end")

    @OptionGroup var options: GlobalOptions
    @Argument(help: say("The beginning of its name.")) var name: [String]
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let excerpt = try await vault.excerpt(named: name.joined(separator: " "))
        if !consent.isGiven { Terminal.error(say("What was read or copied cannot be taken back.")) }
        try consent.ask("End \(Terminal.harmless(excerpt.plan.name))?", nothing: "it is still shown")
        try await vault.endExcerpt(excerpt.journal)
        try await SyncRound.send(vault)
        if options.json { return Document.print(["kind": "ended", "journal": .string(excerpt.journal.description)]) }
        print(say("\(Terminal.harmless(excerpt.plan.name)) has ended: it gets no more changes."))
    }
}
