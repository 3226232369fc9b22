import ArgumentParser
import Base
import Engine
import Findings
import Insights
import Journal
import Ledger
import Records

struct TrialCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "trial",
        subcommands: [TrialList.self, TrialNew.self, TrialShow.self, TrialTodayCommand.self, TrialStop.self],
        defaultSubcommand: TrialList.self)
}

/// A trial; by default the running one, otherwise the latest.
struct TrialArgument: ParsableArguments {
    @Argument(help: say("The trial, by the characters in the list (default: the one that runs, or the latest)."))
    var name: String?

    func find(in vault: OpenVault) async throws -> Stored<Trial> {
        if let name { return try await vault.record(Trial.self, named: name) }
        return try await TrialArgument.latest(in: vault)
    }
}

struct TrialNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration("trial new")

    @OptionGroup var options: GlobalOptions

    @Argument(help: ArgumentHelp(say("What you do in some of the blocks."), valueName: "words")) var action: [String]
    @Option(
        name: .long, help: ArgumentHelp(say("What it may change: a symptom, a measure, mood or craving."), valueName: "name"),
        completion: .names(of: .outcomes))
    var outcome: String
    @Option(name: .long, help: say("The part of the day: night, morning, afternoon or evening (default: the whole day)."))
    var part: String?
    @Option(name: .long, help: ArgumentHelp(say("Days in a block, 2 to 14 (default 3)."), valueName: "days")) var block = Trial
        .usualBlock
    @Option(name: .long, help: ArgumentHelp(say("Pairs of blocks, 2 to 30 (default 8)."), valueName: "number")) var pairs = Trial
        .usualPairs
    @Option(
        name: .long,
        help: ArgumentHelp(
            say("Days at the start of each block that do not count, 1 or more (default 1)."), valueName: "days"))
    var washOut: Int?
    @Option(name: .long, help: ArgumentHelp(say("The first day (default: tomorrow)."), valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp(say("Remind at this time when a block begins."), valueName: "time")) var remind:
        String?
    @Option(name: .long, help: ArgumentHelp(say("A tag that means you did it."), valueName: "tag")) var tag: String?
    @Option(
        name: .long, help: ArgumentHelp(say("A medicine whose doses mean you did it."), valueName: "medicine"),
        completion: .names(of: .medicines))
    var medicine: String?
    @Option(name: .long, help: ArgumentHelp(say("A note: why you ask, what you expect."), valueName: "text")) var note = ""
    @Flag(name: .long, help: say("Show the plan, and start nothing.")) var preview = false
    @OptionGroup var consent: Consent

    func validate() throws {
        if tag != nil, medicine != nil { throw ValidationError(say("use --tag or --medicine, not both")) }
        if let part, Trial.Part(rawValue: part) == nil {
            throw ValidationError(say("--part is one of \(Trial.Part.allCases.map(\.rawValue).joined(separator: ", "))"))
        }
        if let remind, TimeOfDay(clock: remind) == nil { throw ValidationError(say("--remind takes a time such as 8:00")) }
    }

    func run() async throws {
        let today = Environment.surroundings.wall.day
        let first = try from.map { try DayPhrase.comingDays($0).lowerBound } ?? today.adding(days: 1) ?? today
        var plan = Trial(
            action: action.joined, outcome: outcome, part: part.flatMap(Trial.Part.init(rawValue:)),
            blockDays: block, pairs: pairs, washOut: washOut, first: first, note: note,
            remindAt: remind.flatMap { TimeOfDay(clock: $0) })
        if let tag {
            guard let known = Tag(tag) else { throw EngineError.badTag(tag) }
            plan.sign = .tag(known.name)
        }
        if let fault = plan.fault { throw HealthError.fault(fault) }
        let vault = try Unlocking.open(options)
        let meant = try await vault.trialOutcome(outcome)
        plan.outcome = meant.text
        if let medicine { plan.sign = .medicine(try await vault.medication(named: medicine).id) }
        guard first >= today else { throw TrialError.firstDayIsOver }
        if !preview, try await vault.openTrial() != nil { throw TrialError.anotherIsOpen }
        let doubt = meant.isLogged ? nil : say("you have not logged '\(Terminal.name(outcome).prefix(60))' yet")
        let hint: Sentence = "look with --preview, then add --yes"
        guard preview || consent.isGiven || Terminal.canAsk && !options.json else {
            throw Refusal("not_confirmed", "nothing was started" + (doubt.map { ": \($0)" } ?? ""), hint: hint)
        }
        if preview || !options.json { show(plan) }
        if let doubt { Terminal.note(doubt + say("; the result depends on what you log while the trial runs")) }
        if preview { return }
        // Its plan cannot be changed afterwards.
        try consent.ask(
            doubt == nil ? "Start this trial?" : "Start this trial all the same?", nothing: "nothing was started", hint: hint)
        let stored = try await vault.beginTrial(plan)
        if options.json { return Document.print(Document.trial(try await vault.shown(stored))) }
        print(say("\nStarted: \(stored.id.short). 'auralyst trial today' tells you what to do each day."))
    }

    private func show(_ plan: Trial) {
        if options.json { return Document.print(Document.plan(plan)) }
        let words = TrialWords()
        Paragraph.tell(words.question(plan), 0, style: .bold)
        for line in words.plan(plan) { TrialPrinter.paragraph(line) }
        print(say("\nBefore you start:"))
        for line in words.concerns(plan) { TrialPrinter.paragraph(line) }
        print(say("\nWhile it runs:"))
        for line in TrialWords.rules { TrialPrinter.paragraph(line) }
    }
}

struct TrialList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("trial list")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try await Unlocking.open(options).shownTrials()
        if options.json { return Document.print(.array(list.map(Document.trial))) }
        guard !list.isEmpty else {
            return print(
                say(
                    "No trial yet. For example:\n  auralyst trial new Magnesium before bed --outcome headache --part morning --preview"
                )
            )
        }
        let words = TrialWords()
        for shown in list {
            HealthPrinter.row(shown.trial.id, words.state(shown), words.question(shown.trial.value))
        }
    }
}

struct TrialShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("trial show")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var which: TrialArgument

    func run() async throws {
        let vault = try Unlocking.open(options)
        let shown = try await vault.shown(try await which.find(in: vault))
        options.json ? Document.print(Document.trial(shown)) : TrialPrinter.full(shown)
    }
}

struct TrialTodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("trial today")

    @OptionGroup var options: GlobalOptions

    @Flag(name: .long, help: say("You did it.")) var done = false
    @Flag(name: .long, help: say("You did not do it.")) var notDone = false
    @Flag(name: .long, help: say("Take back what you logged.")) var unsay = false
    @Option(name: .long, help: ArgumentHelp(say("Another day of the trial."), valueName: "day")) var on: String?

    func validate() throws {
        guard [done, notDone, unsay].count(where: \.self) < 2 else {
            throw ValidationError(say("use only one of --done, --not-done and --unsay"))
        }
        if on != nil, !(done || notDone || unsay) { throw ValidationError(say("--on goes with --done, --not-done or --unsay")) }
    }

    func run() async throws {
        let days = try on.map(DayPhrase.days)
        if let days, days.lowerBound != days.upperBound { throw EngineError.when(.notOneDay(days)) }
        let vault = try Unlocking.open(options)
        if done || notDone || unsay {
            let trial = try await TrialArgument.latest(in: vault)
            let day = days?.lowerBound ?? Environment.surroundings.wall.day
            try await vault.answerTrial(trial.id, on: day, did: unsay ? nil : done)
            if !options.json {
                print(say("Logged for \(day.longName): \(unsay ? "nothing" : done ? say("done") : say("not done"))."))
            }
        }
        let instruction = try await vault.trialInstruction()
        if options.json { return Document.print(instruction.map(Document.instruction) ?? .null) }
        guard let instruction else { return print(say("No trial asks for anything today.")) }
        TrialPrinter.instruction(instruction)
    }
}

struct TrialStop: AsyncParsableCommand {
    static let configuration = CommandConfiguration("trial stop")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var which: TrialArgument
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let trial = try await which.find(in: vault)
        if Terminal.canAsk, !options.json {
            try consent.ask(
                "Stop “\(Terminal.harmless(trial.value.action))”? It will not have a result.", nothing: "nothing was stopped")
        }
        let stopped = try await vault.stopTrial(trial.id)
        if options.json {
            var shown = JSON.null
            if let stopped { shown = Document.trial(try await vault.shown(stopped)) }
            return Document.print(shown)
        }
        print(stopped == nil ? say("Cancelled before it started.") : say("Stopped. It has no result; what you logged stays."))
    }
}

extension TrialArgument {
    /// The running trial, otherwise the latest.
    static func latest(in vault: OpenVault) async throws -> Stored<Trial> {
        if let open = try await vault.openTrial() { return open }
        guard let latest = try await vault.trials().first else { throw TrialError.noneIsOpen }
        return latest
    }
}
