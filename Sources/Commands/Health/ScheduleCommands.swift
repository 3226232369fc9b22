import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger
import Records

struct ScheduleCommand: CommandGroup {
    static let takesWords = true

    static let configuration = CommandConfiguration(
        "schedule",
        subcommands: [ScheduleList.self, ScheduleAdd.self, ScheduleEdit.self, ScheduleShift.self, ScheduleEnd.self],
        defaultSubcommand: ScheduleList.self)
}

struct CourseOptions: ParsableArguments {
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(say("How much at a time (default: as the medicine says)."), valueName: "number"))
    var amount: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            say("How much for how many days, step by step: \"4 x 7, 3 x 7\", \"2 for 1 week, then 1 from then on\"."),
            valueName: "steps"))
    var taper: String?

    @Option(name: .long, help: ArgumentHelp(say("The first day (default: today)."), valueName: "day")) var from: String?
    @Option(name: .long, help: ArgumentHelp(say("The last day."), valueName: "day")) var until: String?

    @Option(name: .long, help: say("When you travel: local time (default), or home time."))
    var travel: Schedule.Travel?

    @Flag(name: .long, help: say("Only show what would happen, with the next five doses.")) var dryRun = false
    @OptionGroup var consent: Consent

    /// Whether the first day is said with its year, so that a day far away is meant.
    func isStartMeant(_ phrase: SchedulePhrase) -> Bool { (from ?? phrase.start).map(SchedulePhrase.saysYear) ?? false }

    /// The same of the last day; a number of days says it too.
    func isEndMeant(_ phrase: SchedulePhrase) -> Bool { lastDay(phrase).map(SchedulePhrase.saysYear) ?? true }

    private func lastDay(_ phrase: SchedulePhrase) -> String? {
        if case .until(let day) = phrase.length { day } else { until }
    }

    /// Saves a schedule; asks a person first about what may be a slip.
    func sure<T>(_ save: (Bool) async throws -> T) async throws -> T {
        do {
            return try await save(consent.isGiven)
        } catch let error as HealthError where Terminal.canAsk {
            guard let words = error.question else { throw error }
            let question = words.prefix(1).uppercased() + words.dropFirst() + say(". Save it?")
            guard Terminal.confirm(question) else { throw Refusal("not_confirmed", "nothing was saved", exit: .failed) }
            return try await save(true)
        }
    }

    /// Tells what saving would ask.
    func tellDoubt(
        _ schedule: Schedule, _ phrase: SchedulePhrase, insteadOf old: Stored<Schedule>? = nil, in vault: OpenVault
    ) async throws {
        let words = try await vault.doubt(
            about: schedule, insteadOf: old, isStartMeant: isStartMeant(phrase), isEndMeant: isEndMeant(phrase))
        if let words {
            Terminal.note(say("before saving it asks: \(words)"))
        }
    }

    func validate() throws {
        if amount != nil, taper != nil {
            throw ValidationError(say("use --amount or --taper, not both: the steps say how much"))
        }
    }

    /// A schedule of this medicine; `old` is the one that it replaces.
    func schedule(_ phrase: SchedulePhrase, of medication: Stored<Medication>, insteadOf old: Schedule? = nil) throws -> Schedule
    {
        let now = try Moment(nowIn: Environment.surroundings)
        let steps = try taper.map { try TaperPhrase.parse($0, unit: medication.value.unit) }
        if from != nil, phrase.start != nil {
            throw Refusal(
                "two_starts", "the words and --from both say when it starts", hint: "leave one of them out", exit: .usage)
        }
        if until != nil, phrase.length != nil {
            throw Refusal("two_ends", "the words and --until both say when it ends", hint: "leave one of them out", exit: .usage)
        }
        let (from, last) = (from ?? phrase.start, lastDay(phrase))
        // A day of the week is the first one from the start on.
        let isWeekday = last.map(SchedulePhrase.isWeekday) ?? false
        let said = isWeekday ? nil : try last.map { try DayPhrase.comingDays($0).upperBound }
        var schedule = Schedule(
            medication: medication.id, cadence: phrase.cadence, times: phrase.times,
            isAnyTime: phrase.isAnyTime,
            amount: try amount.map { try Amount.typed($0, "amount", least: .none) } ?? old?.amount ?? medication.value.amount,
            steps: steps ?? [],
            start: try from.map { try DayPhrase.comingDays($0).lowerBound } ?? now.day,
            end: last == nil ? old?.end : until == nil ? nil : said, zone: old?.zone ?? now.zone,
            travel: travel ?? old?.travel ?? .local, since: now.instant)
        var keepsStart = false
        // An unchanged rhythm keeps its start, so that the days of a cycle stay the same.
        if from == nil, let old, old.cadence == schedule.cadence { (schedule.start, keepsStart) = (old.start, true) }
        if from == nil, steps == nil, amount == nil, let old, !old.steps.isEmpty {
            (schedule.steps, schedule.start, keepsStart) = (old.steps, old.start, true)
        }
        // By default it starts with a whole day; --from today means today.
        if from == nil, schedule.start == now.day, steps != nil || old?.phrase != schedule.phrase {
            schedule = schedule.startingWhole(today: now.day, now: Environment.surroundings.wall.time)
        } else if !keepsStart {
            schedule = schedule.startingOnItsDay
        }
        let first = max(schedule.start, now.day)
        switch phrase.length {
        case .days(let days): schedule.end = first.adding(days: days - 1)
        case .months(let months): schedule.end = first.adding(months: months)?.adding(days: -1)
        default: if let last { schedule.end = try said ?? DayPhrase.comingDays(last, from: first).upperBound }
        }
        if let fault = schedule.fault { throw HealthError.fault(fault) }
        return schedule
    }
}

extension Schedule.Travel: ExpressibleByArgument {}

extension Schedule {
    var rulesNow: CivilTime {
        let here = CivilTime(zone: Environment.surroundings.zone)
        return followsOwner ? here : CivilTime(named: zone) ?? here
    }

    /// It has no further doses.
    var isOver: Bool { get throws { try coming(RecordID.unknown, limit: 1).isEmpty } }

    func coming(_ id: RecordID, limit: Int) throws -> [Occurrence] {
        var after = try Moment(nowIn: Environment.surroundings).instant
        var found: [Occurrence] = []
        while found.count < limit, let dose = next(id, after: after, rules: rulesNow) {
            found.append(dose)
            after = dose.due
        }
        return found
    }
}

private enum SchedulePrinter {
    static func show(
        _ stored: Stored<Schedule>, of medication: Stored<Medication>, in vault: OpenVault, _ options: GlobalOptions, said: String
    ) async throws {
        let next = try await vault.nextOpenDose(of: stored)
        if options.json { return Document.print(Document.schedule(stored, of: medication, next: .some(next))) }
        print(said)
        Rows.tell("  ", MedicationPrinter.words(stored, medication) + ",")
        print("  " + MedicationPrinter.nextWords(next) + Terminal.styled("   (\(stored.id.short))", .dim))
    }

    /// A description and the next five doses of an unsaved one.
    static func rehearse(_ schedule: Schedule, of medication: Stored<Medication>, _ options: GlobalOptions) throws {
        let words = schedule.words(unit: medication.value.unit)
        let doses = try schedule.coming(RecordID.unknown, limit: 5)
        if options.json {
            let next: [JSON] = doses.map { dose in
                [
                    "kind": "dose", "amount": Document.amount(dose.amount), "day": .string(dose.day.iso),
                    "instant": Document.instant(dose.due, zone: schedule.rulesNow.zone.identifier),
                    "zone": .string(schedule.rulesNow.zone.identifier),
                ]
            }
            Document.print(
                [
                    "kind": "schedule_rehearsal", "medication": .string(medication.id.description),
                    "title": .string(medication.value.title), "words": .string(words), "doses": .array(next),
                ])
            return
        }
        print(say("Nothing is saved. \(MedicationPrinter.title(medication)) would be due:"))
        Rows.tell("  ", HealthPrinter.oneLine(words, room: 600))
        if doses.isEmpty { print(say("  no dose")) }
        for dose in doses {
            let when = dose.dueWords(here: CivilTime(zone: Environment.surroundings.zone)) { $0.longName + "," }
            print("  \(when)  " + Terminal.styled(medication.value.words(dose.amount), .dim))
        }
    }
}

struct ScheduleAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("schedule add")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("The medicine, then when: daily at 8:00 and 20:00."), valueName: "medicine when"),
        completion: .names(of: .schedules))
    var words: [String]

    @OptionGroup var course: CourseOptions

    func validate() throws {
        if words.count < 2 {
            throw ValidationError(say("say which medicine and when, as in 'metformin daily at 8:00'"))
        }
    }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let (medication, phrase) = try await readByMedicine(in: vault) {
            try await PhraseWords.read(words) { name, times in
                (try await vault.medication(named: name), try SchedulePhrase.parse(times))
            }
        }
        if medication.value.archived {
            throw Refusal(
                "medication_archived", "'\(medication.value.title.prefix(60))' is archived",
                hint: "'auralyst medication unarchive \(medication.id.short)' makes it active again", exit: .failed)
        }
        let schedule = try course.schedule(phrase, of: medication)
        if course.dryRun {
            // A preview refuses what saving would refuse.
            try await vault.refuseTwin(of: schedule, besides: nil)
            try await course.tellDoubt(schedule, phrase, in: vault)
            return try SchedulePrinter.rehearse(schedule, of: medication, options)
        }
        guard try !schedule.isOver else {
            throw Refusal(
                "no_dose_left", "this schedule would have no dose: it ends before the next one",
                hint: "look at --from and --until; --dry-run shows what would happen", exit: .usage)
        }
        let others = try await vault.schedules(of: medication.id).filter { try !$0.value.isOver }
        let stored = try await course.sure {
            try await vault.addSchedule(
                schedule, isStartMeant: course.isStartMeant(phrase), isEndMeant: course.isEndMeant(phrase), isSure: $0)
        }
        try await SchedulePrinter.show(
            stored, of: medication, in: vault, options, said: say("Saved. \(MedicationPrinter.title(medication)) is due:"))
        if let other = others.first {
            Terminal.note(
                say(
                    "it has \(plural(others.count, "another schedule", "# other schedules")) beside this one; 'auralyst schedule end \(other.id.short)' ends \(plural(others.count, "it", "the first"))"
                ))
        }
        if medication.value.asNeeded { Terminal.note(say("you took it as needed; now it has a schedule")) }
    }

}

/// Words that name something, followed by times.
private enum PhraseWords {
    /// Reads the longest prefix of the words that names a medicine or its schedule, and the times after it. If those are not
    /// understood, the error is about them.
    static func read<Found>(
        _ words: [String], _ read: (_ name: String, _ times: String) async throws -> Found
    ) async throws -> Found {
        var misread: (any Error)?
        for count in (1...max(words.count, 1)).reversed() {
            do {
                return try await read(Array(words.prefix(count)).joined, Array(words.dropFirst(count)).joined)
            } catch HealthError.noSuchMedication {
                continue
            } catch let error as SchedulePhraseError {
                misread = misread ?? error
            }
        }
        throw misread ?? HealthError.noSuchMedication(front(words))
    }

    private static func front(_ words: [String]) -> String {
        let count = (1..<max(words.count, 2)).first { (try? SchedulePhrase.parse(Array(words.dropFirst($0)).joined)) != nil }
        return Array(words.prefix(count ?? 1)).joined
    }
}

struct ScheduleList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("schedule list")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("Only of this medicine."), completion: .names(of: .medicines)) var medicine: [String] = []

    @Flag(name: .long, help: say("Ended ones too.")) var all = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let only = try await medicine.isEmpty ? nil : ScheduleCommand.medicine(medicine, in: vault)
        var documents: [JSON] = []
        var isFirst = true
        for medication in try await vault.medications(archived: all || only != nil) where only == nil || medication.id == only?.id
        {
            let schedules =
                try await all
                ? vault.allSchedules().filter { $0.value.medication == medication.id }
                : vault.schedules(of: medication.id).filter { try !$0.value.isOver }
            guard !schedules.isEmpty else { continue }
            if !options.json {
                if !isFirst { print() }
                isFirst = false
                Paragraph.tell(MedicationPrinter.title(medication), 0, style: .bold)
            }
            for stored in schedules {
                let next = try await vault.nextOpenDose(of: stored)
                documents.append(Document.schedule(stored, of: medication, next: .some(next)))
                if !options.json { line(stored, of: medication, next: next) }
            }
        }
        if options.json { return Document.print(.array(documents)) }
        if documents.isEmpty {
            print(say("No schedule. For example:\n  auralyst schedule add metformin daily at 8:00 and 20:00"))
        }
    }

    private func line(_ stored: Stored<Schedule>, of medication: Stored<Medication>, next: Occurrence?) {
        Rows.tell("  \(stored.id.short)  ", MedicationPrinter.words(stored, medication))
        let now = Environment.surroundings.now()
        if let until = stored.value.until, until.milliseconds <= now,
            let wall = stored.value.rulesNow.wall(at: until.milliseconds)
        {
            Rows.tell("           ", "ended \(HealthPrinter.near(wall.day, wall.time.clock))", textStyle: .dim)
        } else {
            Rows.tell("           ", MedicationPrinter.nextWords(next))
        }
    }
}

/// Finds a schedule by the beginning of its id, or by a medicine with one schedule.
private enum ScheduleChoice {
    static func find(_ typed: String, in vault: OpenVault) async throws -> (Stored<Schedule>, Stored<Medication>) {
        if typed.count >= 4, let stored = try? await vault.record(Schedule.self, named: typed) {
            return (stored, try await vault.record(Medication.self, stored.value.medication))
        }
        let medication = try await vault.medication(named: typed)
        let schedules = try await vault.schedules(of: medication.id).filter { try !$0.value.isOver }
        guard let only = schedules.first else {
            throw Refusal(
                "no_schedule", "'\(medication.value.title.prefix(60))' has no schedule",
                hint: "'auralyst schedule add \(MedicationPrinter.typed(medication)) daily at 8:00' makes one", exit: .failed)
        }
        guard schedules.count == 1 else {
            throw Refusal(
                "several_schedules", "'\(medication.value.title.prefix(60))' has \(schedules.count) schedules",
                hint: "name one of them: " + schedules.prefix(5).map(\.id.short).joined(separator: ", "), exit: .usage)
        }
        return (only, medication)
    }
}

struct ScheduleEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("schedule edit")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            say("The schedule, or its medicine where that has one schedule; then when."), valueName: "schedule when"),
        completion: .names(of: .schedules))
    var words: [String]

    @OptionGroup var course: CourseOptions

    func run() async throws {
        let vault = try Unlocking.open(options)
        // Without times after its name, it keeps its own.
        let (old, medication, phrase) = try await readByMedicine(in: vault) {
            try await PhraseWords.read(words) { name, times in
                let (old, medication) = try await ScheduleChoice.find(name, in: vault)
                let kept = old.value.phrase
                return (old, medication, times.isEmpty ? kept : try SchedulePhrase.parse(times, keeping: kept))
            }
        }
        let schedule = try course.schedule(phrase, of: medication, insteadOf: old.value)
        if course.dryRun {
            try await vault.refuseTwin(of: schedule, besides: old.id)
            try await course.tellDoubt(schedule, phrase, insteadOf: old, in: vault)
            return try await SchedulePrinter.rehearse(vault.continuing(schedule, after: old), of: medication, options)
        }
        if isSame(schedule, old.value) {
            if options.json { return try await SchedulePrinter.show(old, of: medication, in: vault, options, said: "") }
            return print(say("Nothing was changed."))
        }
        let stored = try await course.sure {
            try await vault.replaceSchedule(
                old.id, with: schedule, isStartMeant: course.isStartMeant(phrase), isEndMeant: course.isEndMeant(phrase),
                isSure: $0)
        }
        let title = MedicationPrinter.title(medication)
        try await SchedulePrinter.show(
            stored, of: medication, in: vault, options, said: say("The old schedule has ended. From now on, \(title) is due:"))
    }

    private func isSame(_ new: Schedule, _ old: Schedule) -> Bool {
        var new = new
        (new.since, new.until, new.zone, new.replaces) = (old.since, old.until, old.zone, old.replaces)
        return new == old
    }
}

struct ScheduleShift: AsyncParsableCommand {
    static let configuration = CommandConfiguration("schedule shift")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(
            say("The schedule, or its medicine where that has one schedule; then how far: 2 days later."),
            valueName: "schedule days"),
        completion: .names(of: .schedules))
    var words: [String]

    /// `2 days`, `1 day earlier`, `2 weeks later`, `3`.
    private static func days(_ words: [String]) -> (days: Int, length: Int)? {
        var rest = words.map { $0.lowercased() }
        let way = rest.last == "earlier" ? -1 : 1
        if ["earlier", "later"].contains(rest.last) { rest.removeLast() }
        let isWeeks = ["week", "weeks"].contains(rest.last)
        if isWeeks || ["day", "days"].contains(rest.last) { rest.removeLast() }
        guard let typed = rest.last.flatMap({ Int($0) }), (1...366).contains(typed), case let number = typed * (isWeeks ? 7 : 1),
            (1...Schedule.shiftRange.upperBound).contains(number)
        else {
            return nil
        }
        return (way * number, words.count - rest.count + 1)
    }

    func run() async throws {
        guard let (days, length) = ScheduleShift.days(words), words.count > length else {
            throw Refusal(
                "no_days", "say by how many days to move it, 1 to \(Schedule.shiftRange.upperBound)",
                hint: "as in 'auralyst schedule shift methotrexate 2 days later'", exit: .usage)
        }
        let vault = try Unlocking.open(options)
        let (old, medication) = try await readByMedicine(in: vault) {
            try await ScheduleChoice.find(Array(words.dropLast(length)).joined, in: vault)
        }
        let stored = try await vault.shiftSchedule(old.id, by: days)
        let title = MedicationPrinter.title(medication)
        let far = counted(abs(days), "day")
        try await SchedulePrinter.show(
            stored, of: medication, in: vault, options,
            said: days > 0
                ? say("Moved \(far) later. From now on, \(title) is due:")
                : say("Moved \(far) earlier. From now on, \(title) is due:"))
    }
}

struct ScheduleEnd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("schedule end")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("The schedule, or its medicine where that has one schedule."), valueName: "schedule"),
        completion: .names(of: .schedules))
    var words: [String]

    func run() async throws {
        let vault = try Unlocking.open(options)
        let (stored, medication) = try await readByMedicine(in: vault) { try await ScheduleChoice.find(words.joined, in: vault) }
        try await vault.endSchedule(stored.id)
        let ended = try await vault.record(Schedule.self, stored.id)
        if options.json { return Document.print(Document.schedule(ended, of: medication, next: .some(nil))) }
        print(say("\(MedicationPrinter.title(medication)): this schedule has ended:"))
        print("  " + Terminal.styled(MedicationPrinter.words(stored, medication), .dim))
    }
}
