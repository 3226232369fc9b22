import ArgumentParser
import Base
import Documents
import Engine
import Journal
import Ledger
import Records

struct CheckInCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "check-in",
        subcommands: [
            CheckInAdd.self, CheckInList.self, CheckInEdit.self, DeleteRecords<CheckIn>.self, RestoreRecords<CheckIn>.self,
        ], defaultSubcommand: CheckInAdd.self)
    static let alone: [String]? = ["list"]
    static func offer(for word: String) -> String? { typedWhole(word).map { "--mood \($0)" } }
}

struct CheckInOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: say("1 (as bad as can be) to 10 (as good as can be), a word, or both: \"7 calm\"."),
        transform: { text in
            // A number out of range is explained with everything else.
            if let number = typedWhole(text, of: CheckIn.moodRange.upperBound) { return Feeling(score: number) }
            guard let feeling = Feeling(typed: text) else {
                throw ValidationError(say("type a number from 1 to 10, a word, or both: 7, calm, \"7 calm\""))
            }
            return feeling
        })
    var mood: Feeling?
    @Option(
        name: .long, parsing: .unconditional, help: say("0 (none) to 10 (as strong as can be)."),
        transform: { try CheckInOptions.whole($0, CheckIn.cravingRange) })
    var craving: Int?
    @Option(
        name: .long, parsing: .unconditional, help: say("The last night: 1 (very bad) to 5 (very good)."),
        transform: { try CheckInOptions.whole($0, CheckIn.sleepRange) })
    var sleep: Int?

    @Option(name: .long, help: ArgumentHelp(say("What set the craving off; repeat it for several."), valueName: "what"))
    var trigger: [String] = []

    @Option(name: .long, help: ArgumentHelp(say("What helped; repeat it for several."), valueName: "what"))
    var helped: [String] = []

    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?

    @Flag(name: .long, help: say("None of your tags fits this day.")) var untagged = false

    /// A whole number; its range is checked with everything else.
    private static func whole(_ text: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = typedWhole(text, of: range.upperBound) else {
            throw ValidationError(say("type a whole number from \(range.lowerBound) to \(range.upperBound)"))
        }
        return number
    }

    func apply(to value: inout CheckIn) {
        if let score = mood?.score { value.mood = score }
        if let word = mood?.word { value.word = word }
        if let craving { value.craving = craving }
        if let sleep { value.sleep = sleep }
        if !trigger.isEmpty { value.triggers = trigger }
        if !helped.isEmpty { value.helped = helped }
        if let note { value.note = note }
        if untagged { value.isUntagged = true }
    }
}

struct CheckInAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("check-in add")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var said: CheckInOptions
    @OptionGroup var when: WhenOption
    @Option(name: .long, help: say("The journal to write in."), completion: .names(of: .journals)) var journal: String?

    func run() async throws {
        let moment = try when.moment() ?? Moment(nowIn: Environment.surroundings)
        var value = CheckIn(instant: moment.instant, zone: moment.zone, day: moment.day)
        said.apply(to: &value)
        if let fault = value.fault { throw HealthError.fault(fault) }
        let vault = try Unlocking.open(options)
        let stored = try await vault.add(value, in: try await vault.journal(named: journal))
        if options.json { return Document.print(Document.logged(stored)) }
        print(
            say(
                "Saved \(stored.id.short), \(HealthPrinter.near(moment.day, HealthPrinter.clock(moment.instant, zone: moment.zone))):"
            )
        )
        print("  " + HealthPrinter.oneLine(value.words, room: Terminal.columns - 2))
        // In a hard moment the plan should be at hand.
        if let craving = value.craving, craving >= 7 {
            print(say("'auralyst support' shows your plan, 'auralyst support sos' whom to call."))
        }
    }
}

struct CheckInList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("check-in list")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var stretch: StretchOptions

    func run() async throws {
        try await CheckIn.list(stretch, options) { isOfAllDays in
            isOfAllDays ? say("No check-in yet. 'auralyst check-in --mood 7' makes one.") : say("No check-in on these days.")
        }
    }
}

struct CheckInEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("check-in edit")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .entries)) var id: String

    @OptionGroup var said: CheckInOptions
    @OptionGroup var when: WhenOption

    @Flag(name: .long, help: say("Remove the mood.")) var noMood = false
    @Flag(name: .long, help: say("Remove the craving, with what set it off and what helped.")) var noCraving = false
    @Flag(name: .long, help: say("Remove the sleep.")) var noSleep = false
    @Flag(name: .long, help: say("Remove the mark that none of your tags fits this day.")) var noUntagged = false

    func run() async throws {
        let moment = try when.moment()
        let vault = try Unlocking.open(options)
        let stored = try await HealthRecords.find(CheckIn.self, id, in: vault)
        var value = stored.value
        if noMood { (value.mood, value.word) = (nil, nil) }
        if noCraving { (value.craving, value.triggers, value.helped) = (nil, [], []) }
        if noSleep { value.sleep = nil }
        if noUntagged { value.isUntagged = false }
        said.apply(to: &value)
        if let moment { value.move(to: moment) }
        try await CheckIn.change(stored, to: value, in: vault, options)
    }
}
