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
        commandName: "trial", abstract: "Ask a question in advance, and answer it once: days with against days without.",
        discussion: """
            You do something in some blocks of days and leave it out in others, in
            an order that is drawn by chance. What you log as always gives the
            answer, at the end and not before.

              auralyst trial new Magnesium before bed --outcome headache
              auralyst trial new … --preview    the plan alone
              auralyst trial today              what to do today
              auralyst trial today --done       it was done; --not-done: it was not
              auralyst trial                    all trials
              auralyst trial show               the latest one, with its result at the end
              auralyst trial stop               gives it up, without a result
            """,
        subcommands: [TrialList.self, TrialNew.self, TrialShow.self, TrialTodayCommand.self, TrialStop.self],
        defaultSubcommand: TrialList.self)
}

/// Which trial; without a name the one that runs, else the latest.
struct TrialArgument: ParsableArguments {
    @Argument(help: "The trial, by the characters that the list shows; without them the one that runs, else the latest.")
    var name: String?

    func find(in vault: OpenVault) async throws -> Stored<Trial> {
        if let name { return try await vault.record(Trial.self, named: name) }
        return try await TrialArgument.latest(in: vault)
    }
}

struct TrialNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Begin a trial. Its plan is fixed from then on.",
        discussion: """
              auralyst trial new Magnesium before bed --outcome headache
              auralyst trial new A walk at noon --outcome mood --pairs 10 --tag walk
              auralyst trial new Coffee late --outcome craving --from monday

            --preview shows the plan, and begins nothing.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: ArgumentHelp("What is done in the blocks \"with\".", valueName: "words")) var action: [String]
    @Option(name: .long, help: ArgumentHelp("What may change by it: a symptom, mood or craving.", valueName: "name")) var outcome:
        String
    @Option(name: .long, help: "When in the day: night, morning, afternoon or evening; else the whole day.") var part: String?
    @Option(name: .long, help: ArgumentHelp("Days of a block, 2 to 14 (else 3).", valueName: "days")) var block = Trial.usualBlock
    @Option(name: .long, help: ArgumentHelp("Pairs of blocks, 2 to 30 (else 8).", valueName: "number")) var pairs = Trial
        .usualPairs
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Days at the beginning of each block that do not count, at least 1 (else 1).", valueName: "days"))
    var washOut: Int?
    @Option(name: .long, help: ArgumentHelp("The first day (else tomorrow).", valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp("Remind at this time when a block begins.", valueName: "time")) var remind: String?
    @Option(name: .long, help: ArgumentHelp("A tag that says by itself that it was done.", valueName: "tag")) var tag: String?
    @Option(name: .long, help: ArgumentHelp("A medicine whose doses say so.", valueName: "medicine")) var medicine: String?
    @Option(name: .long, help: ArgumentHelp("Free words: why you ask, what you expect.", valueName: "text")) var note = ""
    @Flag(name: .long, help: "Show the plan, and begin nothing.") var preview = false

    func validate() throws {
        if block == 1 {
            throw ValidationError(
                "a block has at least 2 days: what is done in the evening may be felt on the next morning only")
        }
        if tag != nil, medicine != nil { throw ValidationError("--tag and --medicine exclude each other") }
        if let part, Trial.Part(rawValue: part) == nil {
            throw ValidationError("--part is one of \(Trial.Part.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        if let tag, Tag(tag) == nil { throw ValidationError("a tag is one word of at most 80 characters") }
        if let remind, TimeOfDay(clock: remind) == nil { throw ValidationError("--remind takes a time such as 8:00") }
    }

    func run() async throws {
        let today = Environment.surroundings.wall.day
        let first = try from.map { try DayPhrase.comingDays($0).lowerBound } ?? today.adding(days: 1) ?? today
        var plan = Trial(
            action: action.joined, outcome: TrialNew.outcome(outcome), part: part.flatMap(Trial.Part.init(rawValue:)),
            blockDays: block, pairs: pairs, washOut: washOut, first: first, note: note,
            remindAt: remind.flatMap { TimeOfDay(clock: $0) })
        if let tag = tag.flatMap({ Tag($0) }) { plan.sign = .tag(tag.name) }
        if let fault = plan.fault { throw HealthError.fault(fault) }
        let vault = try Unlocking.open(options)
        if let medicine { plan.sign = .medicine(try await vault.medication(named: medicine).link) }
        guard first >= today else { throw TrialError.firstDayIsOver }
        if !preview, try await vault.openTrial() != nil { throw TrialError.anotherIsOpen }
        if preview || !options.json { show(plan) }
        await warnOfSilence(plan, in: vault)
        if preview { return }
        // Its plan cannot be changed afterwards, so that somebody who sits there is asked; a script knows what it wants.
        if Terminal.canAsk, !options.json, !Terminal.confirm("Begin this trial?") {
            throw Refusal("not_confirmed", "nothing was begun", exit: .failed)
        }
        let stored = try await vault.beginTrial(plan)
        if options.json { return Document.print(Document.trial(try await vault.shown(stored))) }
        print("\nBegun: \(stored.id.short). 'auralyst trial today' says what to do on each day.")
    }

    /// What a person types for an outcome, in its text form.
    static func outcome(_ typed: String) -> String {
        let key = SymptomEntry.key(of: typed)
        return ["mood", "craving"].contains(key) ? key : key.isEmpty ? "" : Outcome.Name.symptom(key).text
    }

    /// A symptom that was never logged may be a slip of the pen.
    private func warnOfSilence(_ plan: Trial, in vault: OpenVault) async {
        // Without the names it is called as it was typed.
        guard case .symptom(let key)? = Outcome.Name(text: plan.outcome), let names = try? await vault.symptomNames(),
            !names.contains(where: { SymptomEntry.key(of: $0) == key })
        else { return }
        Terminal.note("no symptom called '\(key.prefix(60))' was logged yet; a trial lives from what you log on its days")
    }

    private func show(_ plan: Trial) {
        if options.json { return Document.print(Document.plan(plan)) }
        let words = TrialWords()
        print(Terminal.styled(Terminal.harmless(words.question(plan)), .bold))
        for line in words.plan(plan) { TrialPrinter.paragraph(line) }
        print("\nBefore you begin:")
        for line in words.concerns(plan) { TrialPrinter.paragraph(line) }
        print("\nWhile it runs:")
        for line in TrialWords.rules { TrialPrinter.paragraph(line) }
    }
}

struct TrialList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the trials, the newest first.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try await Unlocking.open(options).shownTrials()
        if options.json { return Document.print(.array(list.map(Document.trial))) }
        guard !list.isEmpty else {
            return print(
                "No trial yet. For example:\n  auralyst trial new Magnesium before bed --outcome headache --part morning --preview"
            )
        }
        let words = TrialWords()
        for shown in list {
            HealthPrinter.row(shown.trial.id, words.state(shown), words.question(shown.trial.value))
        }
    }
}

struct TrialShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show one trial: how far it has come, and at its end what it says.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var which: TrialArgument

    func run() async throws {
        let vault = try Unlocking.open(options)
        let shown = try await vault.shown(try await which.find(in: vault))
        options.json ? Document.print(Document.trial(shown)) : TrialPrinter.full(shown)
    }
}

struct TrialTodayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Say what the trial asks for today, or whether it was done.",
        discussion: """
            auralyst trial today
            auralyst trial today --done
            auralyst trial today --not-done --on yesterday
            """)

    @OptionGroup var options: GlobalOptions

    @Flag(name: .long, help: "It was done.") var done = false
    @Flag(name: .long, help: "It was not done.") var notDone = false
    @Flag(name: .long, help: "Take back what was said.") var unsay = false
    @Option(name: .long, help: ArgumentHelp("Of another day of the trial.", valueName: "day")) var on: String?

    func validate() throws {
        guard [done, notDone, unsay].count(where: \.self) < 2 else {
            throw ValidationError("--done, --not-done and --unsay exclude each other")
        }
        if on != nil, !(done || notDone || unsay) { throw ValidationError("--on goes with --done, --not-done or --unsay") }
    }

    func run() async throws {
        let days = try on.map(DayPhrase.days)
        if let days, days.lowerBound != days.upperBound { throw EngineError.when(.notOneDay(days)) }
        let vault = try Unlocking.open(options)
        if done || notDone || unsay {
            let trial = try await TrialArgument.latest(in: vault)
            let day = days?.lowerBound ?? Environment.surroundings.wall.day
            try await vault.answerTrial(trial.id, on: day, did: unsay ? nil : done)
            if !options.json { print("Noted for \(day.longName): \(unsay ? "nothing said" : done ? "done" : "not done").") }
        }
        let instruction = try await vault.trialInstruction()
        if options.json { return Document.print(instruction.map(Document.instruction) ?? .null) }
        guard let instruction else { return print("No trial asks for anything today.") }
        TrialPrinter.instruction(instruction)
    }
}

struct TrialStop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stop", abstract: "Give a trial up. It then has no result; what you logged stays.")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var which: TrialArgument

    func run() async throws {
        let vault = try Unlocking.open(options)
        let trial = try await which.find(in: vault)
        let question = "Give up “\(Terminal.harmless(trial.value.action))”? It will never have a result."
        if Terminal.canAsk, !options.json, !Terminal.confirm(question) {
            throw Refusal("not_confirmed", "nothing was stopped", exit: .failed)
        }
        let stopped = try await vault.stopTrial(trial.id)
        if options.json {
            var shown = JSON.null
            if let stopped { shown = Document.trial(try await vault.shown(stopped)) }
            return Document.print(shown)
        }
        print(stopped == nil ? "Called off before it began." : "Stopped. It has no result; what you logged stays.")
    }
}

extension TrialArgument {
    /// The trial that runs, else the latest.
    static func latest(in vault: OpenVault) async throws -> Stored<Trial> {
        if let open = try await vault.openTrial() { return open }
        guard let latest = try await vault.trials().first else { throw TrialError.noneIsOpen }
        return latest
    }
}
