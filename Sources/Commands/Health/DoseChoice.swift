import Base
import Engine
import Journal
import Ledger
import Records

/// Finds the dose that a person means, and logs it.
struct DoseChoice {
    private let vault: OpenVault
    private let book: DoseBook
    private let moment: Moment
    /// The scheduled doses around the moment, with their state at that moment.
    private let near: [DoseLine]

    init(_ vault: OpenVault, at moment: Moment) async throws {
        self.vault = vault
        self.moment = moment
        book = try await DoseBook(vault)
        near = try await vault.doses(
            in: DoseBook.instants(from: moment.instant, back: 8, ahead: 2), at: moment.instant
        )
        .map { [book] in book.line($0) }
    }

    /// A scheduled dose, or an extra one.
    enum Found {
        case scheduled(DoseLine)
        case extra(Stored<Medication>)
    }

    /// The dose to take: the named one, or the named medicine's due or early one, or an extra one.
    func toTake(_ words: [String], extra: Bool) async throws -> Found {
        guard !words.isEmpty else { return .scheduled(try onlyDue()) }
        switch try await named(words.joined) {
        case .dose(let line):
            if extra { return .extra(try await vault.record(Medication.self, line.medication)) }
            guard line.isOpen || line.state != .taken else { throw taken(line) }
            return .scheduled(line)
        case .medicine(let medication):
            let doses = near.filter { $0.medication == medication.id }
            if extra { return .extra(medication) }
            if let line = doses.first(where: { $0.isOpen && $0.state == .due })
                ?? doses.first(where: { $0.isOpen && isInTime($0) })
            {
                return .scheduled(line)
            }
            if let line = doses.last(where: { !$0.isOpen && isRunning($0) }) {
                guard line.state == .taken else { return .scheduled(line) }
                throw taken(line)
            }
            // The dose before the next one is missed: perhaps it is meant, and then it is no extra one.
            if let last = doses.last(where: { $0.state != .upcoming }), last.state == .missed {
                throw Refusal(
                    "dose_missed", "\(last.spokenDue) of \(last.title.prefix(60)) counts as missed",
                    hint: "'auralyst dose take \(last.id.short)' logs that one late; --extra logs an extra one", exit: .failed)
            }
            return .extra(medication)
        }
    }

    /// The dose to log as skipped or missed.
    func toLeave(_ words: [String], _ outcome: Intake.Outcome) async throws -> DoseLine {
        guard !words.isEmpty else { return try onlyDue() }
        switch try await named(words.joined) {
        case .dose(let line):
            guard line.state != .taken else { throw stays(line, outcome) }
            return line
        case .medicine(let medication):
            let doses = near.filter { $0.medication == medication.id }
            if let line = doses.first(where: { $0.isOpen && $0.state == .due }) { return line }
            if let line = doses.first(where: { $0.isOpen && isInTime($0) }) { return line }
            if let line = doses.last(where: { !$0.isOpen && isRunning($0) }) {
                // The one that was taken, or the next one? Neither is guessed.
                guard line.state != .taken else { throw stays(line, outcome) }
                return line
            }
            let other =
                outcome == .skipped
                ? doses.first { $0.isOpen && $0.state == .upcoming && $0.occurrence?.day == moment.day }
                : doses.last { $0.isOpen && $0.state == .missed }
            if let other { return other }
            let title = medication.value.title.prefix(60)
            let next = doses.first { $0.state == .upcoming }
            throw Refusal(
                "nothing_due", "no dose of '\(title)' is due",
                hint: next.map { "the next is \($0.spokenDue), '\($0.id.short)'" } ?? "'auralyst dose list' shows the last days",
                exit: .failed)
        }
    }

    /// The last log: of anything, of a medicine, or of the named dose.
    func toUndo(_ words: [String]) async throws -> Stored<Intake> {
        // Logged last, whatever its date: a dose of last week may be logged only now.
        let recent = DoseBook.instants(from: moment.instant, back: DoseChoice.undoDays, ahead: 2)
        guard !words.isEmpty, words.map({ $0.lowercased() }) != ["last"] else {
            guard let found = try await vault.lastChangedDose(in: recent) else {
                throw Refusal("nothing_to_undo", "no dose was recorded in the last \(DoseChoice.undoDays) days", exit: .failed)
            }
            return found
        }
        switch try await named(words.joined) {
        case .dose(let line):
            if let intake = line.intake { return intake }
            // Its log was deleted, and that can be undone too.
            guard let deleted = try? await vault.record(Intake.self, line.id, evenDeleted: true) else {
                throw HealthError.doseNotSettled
            }
            return deleted
        case .medicine(let medication):
            guard let found = try await vault.lastChangedDose(of: medication.id, in: recent) else {
                throw Refusal(
                    "nothing_to_undo",
                    "no dose of '\(medication.value.title.prefix(60))' was recorded in the last \(DoseChoice.undoDays) days",
                    exit: .failed)
            }
            return found
        }
    }

    /// How many days back a dose can be undone without its name.
    private static let undoDays = 400

    func allDue() throws -> [DoseLine] {
        let due = near.filter { $0.isOpen && $0.state == .due }
        guard !due.isEmpty else { throw nothingDue }
        return due
    }

    func settle(
        _ line: DoseLine, as outcome: Intake.Outcome, amount: Amount?, symptom: RecordID?, note: String?,
        isSure: Bool = false
    ) async throws -> DoseLine {
        guard let name = line.name else {
            guard let intake = line.intake else { throw HealthError.noSuchDose }
            let changed = try await vault.correctDose(
                intake.id, at: moment, amount: amount, outcome: outcome, note: note, isSure: isSure)
            return try await book.line(changed)
        }
        let stored = try await vault.settle(
            name, as: outcome, at: moment, amount: amount, symptom: symptom, note: note, isSure: isSure)
        return try await book.line(stored)
    }

    private enum Named {
        case dose(DoseLine)
        case medicine(Stored<Medication>)
    }

    /// A medicine by its name, or a dose by the beginning of its id.
    private func named(_ typed: String) async throws -> Named {
        do {
            return .medicine(try await vault.medication(named: typed))
        } catch HealthError.noSuchMedication {
            if let range = RecordID.range(ofPrefix: typed), typed.count >= 4 {
                let here = near.filter { range.contains($0.id) }
                if here.count == 1 { return .dose(here[0]) }
            }
            if let line = try await book.dose(named: typed) { return .dose(line) }
            if typed.count >= 4, let stored = try? await vault.record(Intake.self, named: typed) {
                return .dose(try await book.line(stored))
            }
            throw try await vault.unknownMedicine(typed)
        }
    }

    private func onlyDue() throws -> DoseLine {
        var due = near.filter { $0.isOpen && $0.state == .due }
        let isEarly = due.isEmpty
        if isEarly { due = near.filter { $0.isOpen && isInTime($0) } }
        guard let only = due.first else { throw nothingDue }
        guard due.count == 1 else {
            let list = due.prefix(4).map { "\($0.title.prefix(40)) \($0.dueClock)" }.joined(separator: ", ")
            let more = due.count > 4 ? ", …" : ""
            if isEarly {
                throw Refusal(
                    "nothing_due", "no dose is due; \(due.count) can be taken early: \(list)\(more)",
                    hint: "name the medicine if you mean it", exit: .failed)
            }
            throw Refusal(
                "several_due", "\(due.count) doses are due: \(list)\(more)",
                hint: "say which; 'auralyst dose take --all' takes them all")
        }
        return only
    }

    private var nothingDue: Refusal {
        let next = near.first { $0.isOpen && $0.state == .upcoming }
        return Refusal(
            "nothing_due", "no dose is due",
            hint: next.map { "the next is \($0.title.prefix(60)), \($0.spokenDue); name the medicine if you mean it" }
                ?? "name the medicine to record one as needed", exit: .failed)
    }

    private func taken(_ line: DoseLine) -> Refusal {
        let clock = HealthPrinter.near(line.day, HealthPrinter.clock(line.instant, zone: line.zone))
        let which = line.isScheduled ? line.spokenDue : say("this dose")
        return Refusal(
            "dose_taken", "\(which) of \(line.title.prefix(60)) was recorded already: taken \(clock)",
            hint: "--extra records another one; 'auralyst dose edit \(line.id.short) --at …' corrects the time", exit: .failed)
    }

    /// A dose that was taken stays so: which of two things was meant is asked.
    private func stays(_ line: DoseLine, _ outcome: Intake.Outcome) -> Refusal {
        let clock = HealthPrinter.near(line.day, HealthPrinter.clock(line.instant, zone: line.zone))
        let which = line.isScheduled ? line.spokenDue : say("this dose")
        let verb = outcome == .skipped ? "skip" : "miss"
        let next = near.first { $0.medication == line.medication && $0.isOpen && $0.state == .upcoming }
        let other = next.map { say("'auralyst dose \(verb) \($0.id.short)' means the next one, \($0.spokenDue); ") } ?? ""
        return Refusal(
            "dose_taken", "\(which) of \(line.title.prefix(60)) is logged as taken \(clock), and stays so",
            hint: "\(other)'auralyst dose edit \(line.id.short) --outcome \(outcome.rawValue)' corrects this one", exit: .failed)
    }

    /// Whether it can be taken now, early or late.
    private func isInTime(_ line: DoseLine) -> Bool { line.occurrence?.window.contains(moment.instant) ?? false }

    /// Whether it is the current dose: from when it may be taken until it counts as missed.
    private func isRunning(_ line: DoseLine) -> Bool {
        guard let occurrence = line.occurrence else { return false }
        return occurrence.window.lowerBound <= moment.instant && moment.instant < occurrence.missedAt
    }
}
