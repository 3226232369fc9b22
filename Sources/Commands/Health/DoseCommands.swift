import ArgumentParser
import Base
import Engine
import Journal
import Ledger
import Records

struct DoseCommand: CommandGroup {
    static let configuration = CommandConfiguration(
        "dose",
        subcommands: [
            DoseDue.self, DoseTake.self, DoseSkip.self, DoseMiss.self, DoseUndo.self, DoseList.self, DoseEdit.self,
            DeleteRecords<Intake>.self, RestoreRecords<Intake>.self,
        ], defaultSubcommand: DoseDue.self)
}

struct DoseDue: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose due")

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: ArgumentHelp(say("At this time instead of now."), valueName: "when")) var at: String?
    @Flag(name: .long, help: say("All doses of that day, with the state of each.")) var day = false

    func run() async throws {
        let moment = try at.map(DoseDue.moment) ?? Moment(nowIn: Environment.surroundings)
        let vault = try Unlocking.open(options)
        let book = try await DoseBook(vault)
        let near = try await book.doses(
            in: DoseBook.instants(from: moment.instant, back: 8, ahead: 8), asOf: moment.instant)
        let lines = near.filter { $0.state == .due || (day && $0.occurrence != nil && $0.dueDay == moment.day) }
        if options.json { return Document.print(.array(lines.map(Document.dose))) }
        let clock = HealthPrinter.clock(moment.instant, zone: moment.zone)
        if day {
            print(Terminal.styled("\(moment.day.longName), \(clock)", .bold))
        } else if at != nil {
            print(Terminal.styled(say("Due \(HealthPrinter.near(moment.day, clock))"), .bold))
        } else if !lines.isEmpty {
            print(Terminal.styled(say("Due now"), .bold))
        }
        for line in lines { DosePrinter.row(line, on: moment.day) }
        if lines.isEmpty { print(day ? say("No dose on this day.") : say("No dose is due.")) }
        let next = near.first { $0.state == .upcoming }
        if !day, let next, let occurrence = next.occurrence {
            print(say("Next: \(HealthPrinter.oneLine(next.words)), \(HealthPrinter.due(occurrence))."))
        } else if near.isEmpty, try await vault.schedules().isEmpty {
            print(say("No medicine has a schedule. 'auralyst schedule add --help' shows how to add one."))
        }
    }

    /// A time alone is today's, even if it is in the future.
    private static func moment(_ text: String) throws -> Moment {
        if let today = try? Moment.parse("today " + text, in: Environment.surroundings) { return today }
        return try Moment.typed(text)
    }
}

struct DoseTake: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose take")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("The medicine or the dose (default: the one that is due)."), valueName: "medicine or dose"),
        completion: .names(of: .doses))
    var words: [String] = []

    @Option(
        name: .long, parsing: .unconditional, help: ArgumentHelp(say("How much (default: as scheduled)."), valueName: "number"))
    var amount: String?
    @OptionGroup var when: WhenOption

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp(
            say("What it was taken for: a symptom of today or yesterday, the id of an entry, or 'last'."), valueName: "symptom"),
        completion: .names(of: .symptoms))
    var symptom: String?

    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?
    @Flag(name: .long, help: say("Everything that is due.")) var all = false
    @Flag(name: .long, help: say("An extra dose, although one may be due.")) var extra = false
    @OptionGroup var consent: Consent

    func validate() throws {
        if all, !words.isEmpty || extra { throw ValidationError(say("--all takes everything that is due: leave the others out")) }
        if extra, words.isEmpty { throw ValidationError(say("say of which medicine an extra dose was taken")) }
    }

    func run() async throws {
        let moment = try when.moment() ?? Moment(nowIn: Environment.surroundings)
        let amount = try amount.map { try Amount.typed($0, "amount") }
        let vault = try Unlocking.open(options)
        let choice = try await DoseChoice(vault, at: moment)
        var reason: Stored<SymptomEntry>?
        if let symptom { reason = try await SymptomChoice.find(symptom, near: moment, in: vault) }
        let link = reason?.id
        if all {
            return try await RecordWalk.untilFailure(try choice.allDue()) { line in
                try await consent.logging {
                    try await choice.settle(line, as: .taken, amount: amount, symptom: link, note: note, isSure: $0)
                }
            } then: { taken in
                if options.json { return Document.print(.array(taken.map(Document.dose))) }
                for line in taken { try await tell(line, before: nil, reason, vault) }
            }
        }
        switch try await choice.toTake(words, extra: extra) {
        case .scheduled(let line):
            let settled = try await consent.logging {
                try await choice.settle(line, as: .taken, amount: amount, symptom: link, note: note, isSure: $0)
            }
            if options.json { return Document.print(Document.dose(settled)) }
            try await tell(settled, before: line, reason, vault)
        case .extra(let medication):
            let stored = try await consent.logging {
                try await vault.logDose(medication, amount: amount, at: moment, symptom: link, note: note ?? "", isSure: $0)
            }
            let line = try await DoseBook(vault).unscheduled(stored, title: medication.value.title)
            if options.json { return Document.print(Document.dose(line)) }
            try await tell(line, before: nil, reason, vault)
        }
    }

    /// Prints what was logged, and what is left.
    private func tell(
        _ line: DoseLine, before: DoseLine?, _ reason: Stored<SymptomEntry>?, _ vault: OpenVault
    ) async throws {
        let amount = Medication.words(line.amount, unit: line.unit)
        var sentence = say("Took \(amount) of \(HealthPrinter.oneLine(line.title, room: 60))")
        let clock = HealthPrinter.clock(line.instant, zone: line.zone)
        if line.isScheduled {
            sentence += ", \(line.spokenDue)"
            if when.at != nil || line.isLate { sentence += ", \(HealthPrinter.near(line.day, clock))" }
            if let word = line.lateWord { sentence += " (\(word))" }
            if let before, before.state == .skipped || (before.state == .missed && !before.isOpen) {
                sentence += say("; it was \(before.state.rawValue) before")
            }
        } else if line.isExtra {
            sentence += say(" as an extra dose, \(HealthPrinter.near(line.day, clock))") + (extra ? "" : say(": none was due"))
        } else {
            sentence += say(" as needed, \(HealthPrinter.near(line.day, clock))")
        }
        if let reason { sentence += ", for \(SymptomChoice.words(reason))" }
        print(sentence + ".")
        // The dose is saved and printed; the stock cannot be calculated.
        guard let medication = try? await vault.record(Medication.self, line.medication) else { return }
        let status = try await vault.status(of: medication)
        guard let left = MedicationPrinter.leftWords(status) else { return }
        if let counted = medication.value.stock?.counted, line.instant < counted {
            let wall = CivilTime(zone: Environment.surroundings.zone).wall(at: counted.milliseconds)
            let when = wall.map { " (\(HealthPrinter.near($0.day, $0.time.clock)))" } ?? ""
            print(say("  That was before the last count\(when), which stays: \(left).\(MedicationPrinter.refillWords(status))"))
        } else {
            print("  " + MedicationPrinter.capitalised(left) + "." + MedicationPrinter.refillWords(status))
        }
    }
}

extension Consent {
    /// Logs a dose; asks a person first if it is early, or would break a limit that they have set.
    fileprivate func logging<T>(_ log: (Bool) async throws -> T) async throws -> T {
        do {
            return try await log(isGiven)
        } catch let error as HealthError where Terminal.canAsk {
            guard let words = error.question else { throw error }
            let question = words.prefix(1).uppercased() + words.dropFirst() + say(". Log it?")
            guard Terminal.confirm(question) else { throw Refusal("not_confirmed", "nothing was logged", exit: .failed) }
            return try await log(true)
        }
    }
}

private enum SymptomChoice {
    /// The entry whose id begins so, the one logged last, or the latest of a symptom, today or yesterday relative to the dose.
    static func find(_ typed: String, near moment: Moment, in vault: OpenVault) async throws -> Stored<SymptomEntry> {
        let key = SymptomEntry.key(of: typed)
        if let yesterday = moment.day.adding(days: -1), key != "last" {
            let days = try await vault.records(SymptomEntry.self, on: yesterday...moment.day) { $0.key == key }
            if let latest = days.first { return latest }
        }
        do {
            return try await HealthRecords.find(SymptomEntry.self, typed, in: vault)
        } catch HealthError.noSuchRecord, HealthError.badID {
            throw none(typed)
        } catch let refusal as Refusal where refusal.explanation.code == "bad_record_id" {
            throw none(typed)
        }
    }

    private static func none(_ typed: String) -> Refusal {
        let sentence: Sentence =
            typed.lowercased() == "last"
            ? "no symptom has been logged yet" : "no symptom '\(typed.prefix(40))' was logged on that day or the one before"
        return Refusal("no_such_symptom", sentence, hint: "'auralyst symptom list' shows what there is", exit: .failed)
    }

    /// `migraine 6, 13:04`.
    static func words(_ stored: Stored<SymptomEntry>) -> String {
        let value = stored.value
        let clock = HealthPrinter.clock(value.instant, zone: value.zone)
        let when = value.day == Environment.surroundings.wall.day ? clock : HealthPrinter.near(value.day, clock)
        return "\(HealthPrinter.oneLine(value.symptom, room: 40)) \(value.severity), \(when)"
    }
}

struct DoseSkip: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose skip")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var dose: DoseNotTaken

    func run() async throws { try await dose.log(as: .skipped, options) }
}

struct DoseMiss: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose miss")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var dose: DoseNotTaken

    func run() async throws { try await dose.log(as: .missed, options) }
}

/// A scheduled dose that is logged as not taken.
struct DoseNotTaken: ParsableArguments {
    @Argument(
        help: ArgumentHelp(say("The medicine or the dose (default: the one that is due)."), valueName: "medicine or dose"),
        completion: .names(of: .doses))
    var words: [String] = []

    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?

    func log(as outcome: Intake.Outcome, _ options: GlobalOptions) async throws {
        let vault = try Unlocking.open(options)
        let choice = try await DoseChoice(vault, at: try Moment(nowIn: Environment.surroundings))
        let line = try await choice.toLeave(words, outcome)
        let settled = try await choice.settle(line, as: outcome, amount: nil, symptom: nil, note: note)
        if options.json { return Document.print(Document.dose(settled)) }
        let verb = outcome == .skipped ? "Skipped" : "Missed"
        let before = line.isOpen || line.state == settled.state ? "" : say("; it was \(line.state.rawValue) before")
        let due = line.isScheduled ? ", \(line.spokenDue)" : ""
        print("\(verb): \(HealthPrinter.oneLine(line.words, room: 80))\(due)\(before).")
    }
}

struct DoseUndo: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose undo")

    @OptionGroup var options: GlobalOptions

    @Argument(help: ArgumentHelp(say("The medicine or the dose."), valueName: "medicine or dose"), completion: .names(of: .doses))
    var words: [String] = []

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await DoseChoice(vault, at: try Moment(nowIn: Environment.surroundings)).toUndo(words)
        let undone = try await Intake.undo(stored, in: vault)
        if options.json { Document.print(try await undone.document()) } else { print(undone.said) }
    }
}

extension Intake: DeletableKind {
    static let deleteAbstract = say("Delete doses from the history. A scheduled one is open again, as after 'undo'.")
    static let restoreAbstract = say("Restore doses that were deleted or taken back.")

    static func delete(_ stored: Stored<Intake>, in vault: OpenVault) async throws -> RecordWalk.Done {
        try await changed(stored, in: vault) { try await vault.deleteDose(stored.id) }
    }

    /// Undoes the last change of a dose.
    static func undo(_ stored: Stored<Intake>, in vault: OpenVault) async throws -> RecordWalk.Done {
        try await changed(stored, in: vault) { try await vault.undoDose(stored.id) }
    }

    private static func changed(
        _ stored: Stored<Intake>, in vault: OpenVault, _ change: () async throws -> Void
    ) async throws -> RecordWalk.Done {
        let book = try await DoseBook(vault)
        let before = try await book.line(stored)
        try await change()
        let now = try await vault.record(Intake.self, stored.id, evenDeleted: true)
        var after = book.unscheduled(now, title: before.title)
        // A dose whose schedule is gone is shown as it was.
        if let name = stored.value.occurrence, let shown = try? await vault.dose(name) { after = book.line(shown) }
        let words = now.deleted == nil ? again(after) : sentence(before, after)
        return (words, { [after] in Document.dose(after) })
    }

    private static func again(_ after: DoseLine) -> String {
        let words = HealthPrinter.oneLine(after.words, room: 80)
        let due = after.isScheduled ? ", \(after.spokenDue)" : ""
        return say("Undone: \(words)\(due), is \(after.stateWords) again.")
    }

    static func restore(_ stored: Stored<Intake>, in vault: OpenVault) async throws -> RecordWalk.Done {
        let line = try await DoseBook(vault).line(try await vault.restoreDose(stored.id))
        return ("Restored: \(HealthPrinter.oneLine(line.words, room: 80)), \(line.stateWords).", { Document.dose(line) })
    }

    private static func sentence(_ before: DoseLine, _ after: DoseLine) -> String {
        let words = HealthPrinter.oneLine(before.words, room: 80)
        guard after.isOpen else {
            let when = HealthPrinter.near(before.day, HealthPrinter.clock(before.instant, zone: before.zone))
            let restore = say("'auralyst dose restore \(before.id.short)'")
            return say("Taken back: \(words), \(before.stateWords) \(when); \(restore) brings it back.")
        }
        let now =
            switch after.state {
            case .due: say("it is \(after.stateWords)")
            case .upcoming: say("it is not due yet")
            default: say("it counts as missed")
            }
        let due = before.isScheduled ? ", \(before.spokenDue)" : ""
        return say("Taken back: \(words)\(due), \(before.stateWords); now \(now).")
    }
}

struct DoseEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose edit")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .entries)) var id: String

    @OptionGroup var when: WhenOption
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp(say("How much."), valueName: "number")) var amount: String?
    @Option(name: .long, help: say("taken, skipped or missed.")) var outcome: Intake.Outcome?
    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?
    @OptionGroup var consent: Consent

    func run() async throws {
        let moment = try when.moment()
        let amount = try amount.map { try Amount.typed($0, "amount") }
        let vault = try Unlocking.open(options)
        let book = try await DoseBook(vault)
        let stored: Stored<Intake>
        do {
            stored = try await HealthRecords.find(Intake.self, id, in: vault)
        } catch HealthError.noSuchRecord {
            guard let open = try await book.dose(named: id), open.isOpen else {
                throw HealthError.noSuchRecord(kind: Intake.kind)
            }
            throw Refusal(
                "dose_open", "nothing is logged yet for \(open.spokenDue) of \(open.title.prefix(60))",
                hint: "'auralyst dose take \(open.id.short) --at …' or 'auralyst dose skip \(open.id.short)' does", exit: .failed)
        }
        let changed = try await consent.logging {
            try await vault.correctDose(stored.id, at: moment, amount: amount, outcome: outcome, note: note, isSure: $0)
        }
        let line = try await book.line(changed)
        if options.json { return Document.print(Document.dose(line)) }
        if changed.value == stored.value { return print(say("Nothing was changed.")) }
        let when = HealthPrinter.near(line.day, HealthPrinter.clock(line.instant, zone: line.zone))
        print(say("Changed \(line.id.short): \(HealthPrinter.oneLine(line.words, room: 80)), \(line.state.rawValue) \(when)."))
    }
}

extension Intake.Outcome: ExpressibleByArgument {}

struct DoseList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("dose list")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var stretch: StretchOptions

    @Option(
        name: .long, help: ArgumentHelp(say("Only of this medicine."), valueName: "medicine"), completion: .names(of: .medicines))
    var medication: String?

    func run() async throws {
        let today = Environment.surroundings.wall.day
        let (first, last) = try stretch.bounds()
        let end = last ?? max(today, first ?? today)
        let start = first ?? end.adding(days: -6) ?? end
        // Longer ranges are mistakes: a mistyped day must not take minutes.
        guard end.number - start.number <= 366 * 110, start <= end else {
            throw Refusal("too_many_days", "that is more than 110 years", hint: "choose --from and --to closer to each other")
        }
        let limit = stretch.limit(json: options.json)
        let vault = try Unlocking.open(options)
        if stretch.deleted { return try await showDeleted(vault) }
        var only: Stored<Medication>?
        if let medication { only = try await vault.medicine(named: medication) }
        let all = try await DoseBook(vault).history(of: start...end, of: only?.id, withUpcoming: last != nil)
        if options.json { return Document.print(.array(all.prefix(limit).map(Document.dose))) }
        if all.isEmpty {
            let since =
                first == nil && last == nil ? say(" in the last seven days; --from DAY goes further back") : say(" on these days")
            return print(say("No dose\(since)."))
        }
        var day: LocalDay?
        for line in all.prefix(limit) {
            if line.day != day {
                if day != nil { print() }
                print(Terminal.styled(line.day.longName, .bold))
                day = line.day
            }
            DosePrinter.row(line, on: line.day)
        }
        HealthPrinter.sayMore(all.count > limit)
    }
}

extension DoseList {
    /// Deleted or undone doses that can be restored.
    private func showDeleted(_ vault: OpenVault) async throws {
        let book = try await DoseBook(vault)
        var lines: [DoseLine] = []
        for stored in try await vault.deletedRecords(Intake.self) { lines.append(try await book.line(stored)) }
        if options.json { return Document.print(.array(lines.map(Document.dose))) }
        if lines.isEmpty { print(say("Nothing was deleted in the last 30 days.")) }
        for line in lines { DosePrinter.row(line, on: line.day) }
    }
}

enum DosePrinter {
    /// `  k3f9a2b  08:00  Metformin 500 mg, 1 tablet  taken 08:05`.
    static func row(_ line: DoseLine, on day: LocalDay) {
        var clock = line.isScheduled ? line.dueClock : HealthPrinter.clock(line.instant, zone: line.zone)
        if line.isScheduled, let due = line.dueDay, due != day { clock = HealthPrinter.near(due, clock) }
        let style: Terminal.Style = line.state == .due ? .cue : .primary
        let note = line.intake.map { $0.value.note.isEmpty ? "" : ": " + $0.value.note } ?? ""
        HealthPrinter.row(line.id, clock, line.words + note, mark: line.stateWords, style: style)
    }
}
