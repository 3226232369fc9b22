import ArgumentParser
import Base
import Engine
import Foundation
import Journal
import Ledger
import Records

struct MedicationCommand: CommandGroup {
    static let takesWords = true
    static let belowZero: String? = say("an amount cannot be below 0")

    static let configuration = CommandConfiguration(
        "medication",
        subcommands: [
            MedicationList.self, MedicationShow.self, MedicationAdd.self, MedicationEdit.self, MedicationRefill.self,
            MedicationCount.self, MedicationArchive.self, MedicationUnarchive.self, MedicationDelete.self, MedicationRestore.self,
        ], defaultSubcommand: MedicationShow.self)
}

struct MedicationOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp(say("What one unit holds: \"50 mg\"."), valueName: "text")) var strength: String?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(say("How much you take at a time (default 1)."), valueName: "number"))
    var amount: String?
    @Option(name: .long, help: ArgumentHelp(say("The unit: tablet (default), ml, drop, puff."), valueName: "word")) var unit:
        String?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(say("Tell you when this much or less is left."), valueName: "number"))
    var refillAt: String?
    @Option(
        name: .long,
        help: ArgumentHelp(say("The last day on which the pack may be used: 2027-05-01, \"May 2027\"."), valueName: "day")
    )
    var expires: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            say(
                "Against pain or attacks: \(AcuteKind.allCases.map(\.rawValue).joined(separator: ", ")), or none. The report counts the days with one."
            ),
            valueName: "kind"), completion: .list(AcuteKind.allCases.map(\.rawValue) + ["none"]))
    var acute: String?
    @Option(
        name: .long,
        help: ArgumentHelp(
            say("For how many hours after its time a dose can be taken (default: half the time to the next, at most 12)."),
            valueName: "hours")) var openHours: Int?
    @Option(
        name: .long, help: ArgumentHelp(say("What it holds: medicines with one substance count together."), valueName: "name"))
    var substance: String?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(say("Ask before a dose within so many hours of another."), valueName: "hours")) var minGap: String?
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(say("Ask before more than this is taken in 24 hours."), valueName: "number")) var maxADay: String?
    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var notes: String?

    func apply(to value: inout Medication) throws {
        if let strength { value.strength = trimmed(strength) }
        if let amount { value.amount = try Amount.typed(amount, "amount") }
        if let unit { value.unit = trimmed(unit) }
        if let refillAt { value.refillAt = try Amount.typed(refillAt, "refill level", least: .none) }
        if let expires {
            let day = try DayPhrase.comingDays(expires).upperBound
            if day < Environment.surroundings.wall.day {
                Terminal.note(say("\(day.longName) is over: this pack should not be used any more"))
            }
            value.expiry = day
        }
        if let acute {
            value.acute = AcuteKind(rawValue: acute.lowercased())
            if value.acute == nil, acute.lowercased() != "none" {
                throw Refusal(
                    "unknown_acute_kind", "'\(acute.prefix(40))' is not a kind of acute medicine",
                    hint: "the kinds are \(AcuteKind.allCases.map(\.rawValue).joined(separator: ", ")), or none", exit: .usage)
            }
        }
        if let openHours { value.openHours = openHours }
        if let substance { value.limits.substance = trimmed(substance) }
        if let minGap { value.limits.gap = try DoseLimits.typedGap(minGap) }
        if let maxADay { value.limits.dayMost = try Amount.typed(maxADay, "daily limit") }
        if let notes { value.notes = notes }
    }
}

/// A medicine's name, in one word or several.
struct MedicineArgument: ParsableArguments {
    @Argument(
        help: ArgumentHelp(say("The medicine: its name, or the beginning of it."), valueName: "medicine"),
        completion: .names(of: .medicines))
    var name: [String]

    func find(in vault: OpenVault) async throws -> Stored<Medication> { try await vault.medicine(named: name.joined) }
}

struct MedicationAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication add")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("What you call it.")) var name: [String]

    @OptionGroup var said: MedicationOptions

    @Flag(name: .long, help: say("Taken when needed, not by a schedule.")) var asNeeded = false
    @Option(
        name: .long, parsing: .unconditional,
        help: ArgumentHelp(say("How much you have; every dose is subtracted."), valueName: "number"))
    var stock: String?

    func run() async throws {
        var value = Medication(name: name.joined, asNeeded: asNeeded)
        try said.apply(to: &value)
        let stock = try stock.map { try Amount.typed($0, "stock", least: .none) }
        if let stock {
            value.stock = Medication.Stock(amount: stock, counted: try Moment(nowIn: Environment.surroundings).instant)
        }
        if let fault = value.fault { throw HealthError.fault(fault) }
        let vault = try Unlocking.open(options)
        let stored = try await vault.addMedication(value)
        if options.json { return Document.print(Document.medication(try await vault.status(of: stored))) }
        print(say("Saved \(stored.id.short): \(MedicationPrinter.title(stored)), \(value.words(value.amount)) at a time."))
        let typed = MedicationPrinter.typed(stored)
        print(
            asNeeded
                ? say("'auralyst dose take \(typed)' records a dose.")
                : say(
                    "'auralyst schedule add \(typed) daily at 8:00' says when it is due; 'auralyst dose take \(typed)' records a dose."
                )
        )
    }
}

struct MedicationShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication show")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The medicine (default: all)."), completion: .names(of: .medicines)) var name: [String] = []

    func run() async throws {
        let vault = try Unlocking.open(options)
        guard !name.isEmpty else { return try await MedicationList.show(in: vault, archived: false, options) }
        let status = try await vault.status(of: try await MedicationCommand.medicine(name, in: vault))
        options.json ? Document.print(Document.medication(status)) : MedicationPrinter.full(status)
    }
}

struct MedicationList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication list")

    @OptionGroup var options: GlobalOptions

    @Flag(name: .long, help: say("Archived ones too.")) var all = false
    @Flag(name: .long, help: say("Deleted ones, which can be restored for 30 days.")) var deleted = false

    func validate() throws {
        if all, deleted { throw ValidationError(say("use --all or --deleted, not both")) }
    }

    func run() async throws {
        if deleted { return try await showDeleted() }
        try await MedicationList.show(in: try Unlocking.open(options), archived: all, options)
    }

    private func showDeleted() async throws {
        let vault = try Unlocking.open(options)
        let list = try await vault.deletedRecords(Medication.self)
        if options.json {
            var documents: [JSON] = []
            for stored in list { documents.append(Document.medication(try await vault.status(of: stored))) }
            return Document.print(.array(documents))
        }
        guard !list.isEmpty else { return print(say("No medicine was deleted in the last 30 days.")) }
        MedicationPrinter.deleted(list)
        print(
            say(
                "'auralyst medication restore \(MedicationPrinter.typed(list[0]))' restores \(plural(list.count, "it", "the first"))."
            )
        )
    }

    static func show(in vault: OpenVault, archived: Bool, _ options: GlobalOptions) async throws {
        var list: [MedicationStatus] = []
        for stored in try await vault.medications(archived: archived) { list.append(try await vault.status(of: stored)) }
        if options.json { return Document.print(.array(list.map(Document.medication))) }
        guard list.isEmpty else { return MedicationPrinter.list(list) }
        let hasArchived = try await archived ? false : !vault.medications(archived: true).isEmpty
        print(
            hasArchived
                ? say("No medicine is in use; --all shows archived ones.")
                : say("No medicine yet. For example:\n  auralyst medication add Sumatriptan --strength \"50 mg\" --as-needed"))
    }
}

struct MedicationEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication edit")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var medicine: MedicineArgument

    @Option(name: .customLong("name"), help: ArgumentHelp(say("What you call it."), valueName: "name")) var newName: String?
    @OptionGroup var said: MedicationOptions

    @Flag(name: .long, help: say("Taken when needed.")) var asNeeded = false
    @Flag(name: .long, help: say("Taken by its schedules.")) var scheduled = false
    @Flag(name: .long, help: say("Stop counting what is left.")) var noStock = false
    @Flag(name: .long, help: say("Do not tell when it is running low.")) var noRefillAt = false
    @Flag(name: .long, help: say("Remove the last day.")) var noExpires = false
    @Flag(name: .long, help: say("A dose can be taken for half the time to the next.")) var noOpenHours = false
    @Flag(name: .long, help: say("Do not ask about doses that are close together.")) var noMinGap = false
    @Flag(name: .long, help: say("Do not ask about many doses in 24 hours.")) var noMaxADay = false

    func validate() throws {
        if asNeeded, scheduled { throw ValidationError(say("use --as-needed or --scheduled, not both")) }
    }

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await medicine.find(in: vault)
        var value = stored.value
        if let newName { value.name = trimmed(newName) }
        if noStock { value.stock = nil }
        if noRefillAt { value.refillAt = nil }
        if noExpires { value.expiry = nil }
        if noOpenHours { value.openHours = nil }
        if noMinGap { value.limits.gap = nil }
        if noMaxADay { value.limits.dayMost = nil }
        if asNeeded { value.asNeeded = true }
        if scheduled { value.asNeeded = false }
        try said.apply(to: &value)
        let status = try await vault.status(of: try await vault.changeMedication(stored.id, to: value))
        if options.json { return Document.print(Document.medication(status)) }
        if value == stored.value { return print(say("Nothing was changed.")) }
        print(say("Changed:"))
        MedicationPrinter.full(status)
        if asNeeded, status.next != nil {
            Terminal.note(say("its schedule goes on; 'auralyst schedule end \(status.schedules[0].id.short)' ends it"))
        }
    }
}

/// A medicine and, as the last word, an amount.
struct MedicineAmount: ParsableArguments {
    @Argument(
        help: ArgumentHelp(say("The medicine, and how much."), valueName: "medicine amount"), completion: .names(of: .medicines))
    var words: [String]

    func validate() throws {
        if words.count < 2 { throw ValidationError(say("say which medicine and how much, as in 'metformin 60'")) }
    }

    func find(_ field: String, least: Amount, in vault: OpenVault) async throws -> (Stored<Medication>, Amount) {
        let amount = try Amount.typed(words.last ?? "", field, least: least)
        return (try await vault.medicine(named: Array(words.dropLast()).joined), amount)
    }
}

struct MedicationRefill: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication refill")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var said: MedicineAmount

    @Option(name: .long, help: ArgumentHelp(say("The last day on which the new pack may be used."), valueName: "day"))
    var expires: String?

    func run() async throws {
        let expires = try expires.map { try DayPhrase.comingDays($0).upperBound }
        let vault = try Unlocking.open(options)
        let (stored, more) = try await said.find("new pack", least: .least, in: vault)
        try await MedicationStock.tell(try await vault.refill(stored.id, by: more, expiry: expires), in: vault, options)
        if stored.value.stock == nil, !options.json {
            Terminal.note(say("nothing was counted before; 'auralyst medication count' says what is really there"))
        }
    }
}

struct MedicationCount: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication count")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var said: MedicineAmount

    func run() async throws {
        let vault = try Unlocking.open(options)
        let (stored, amount) = try await said.find("stock", least: .none, in: vault)
        try await MedicationStock.tell(try await vault.setStock(stored.id, to: amount), in: vault, options)
    }
}

private enum MedicationStock {
    static func tell(_ stored: Stored<Medication>, in vault: OpenVault, _ options: GlobalOptions) async throws {
        let status = try await vault.status(of: stored)
        if options.json { return Document.print(Document.medication(status)) }
        let left = MedicationPrinter.leftWords(status) ?? say("nothing is counted")
        print("\(MedicationPrinter.title(stored)): \(left)." + MedicationPrinter.refillWords(status))
    }
}

struct MedicationArchive: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication archive")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var medicine: MedicineArgument

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await medicine.find(in: vault)
        let ended = try await vault.schedules(of: stored.id)
        try await MedicationShelf.set(archived: true, stored, in: vault, options)
        if !options.json, !ended.isEmpty {
            print(say("\(plural(ended.count, "Its schedule has", "Its # schedules have")) ended."))
        }
    }
}

struct MedicationUnarchive: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication unarchive")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var medicine: MedicineArgument

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await medicine.find(in: vault)
        try await MedicationShelf.set(archived: false, stored, in: vault, options)
        if !options.json, !stored.value.asNeeded {
            print(say("'auralyst schedule add \(MedicationPrinter.typed(stored)) daily at 8:00' says when it is due."))
        }
    }
}

private enum MedicationShelf {
    static func set(archived: Bool, _ stored: Stored<Medication>, in vault: OpenVault, _ options: GlobalOptions) async throws {
        var value = stored.value
        value.archived = archived
        let changed = try await archived ? vault.archiveMedication(stored.id) : vault.unarchiveMedication(stored.id)
        if options.json { return Document.print(Document.medication(try await vault.status(of: changed))) }
        let title = MedicationPrinter.title(stored)
        if value == stored.value { return print(say("\(title) is \(archived ? say("archived") : say("in use")) already.")) }
        print(
            archived
                ? say("Archived \(title); 'auralyst medication unarchive \(stored.id.short)' makes it active again.")
                : say("\(title) is in use again."))
    }
}

struct MedicationDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication delete")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var medicine: MedicineArgument

    @Option(name: .long, help: say("What to do with its logged doses: keep or delete.")) var doses: DosesOfDeleted?

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await medicine.find(in: vault)
        let choice = try await vault.doseCount(stored.id, most: 1) > 0 ? doses ?? ask(stored) : nil
        let count = try await vault.deleteMedication(stored.id, doses: choice)
        let gone = try await vault.record(Medication.self, stored.id, evenDeleted: true)
        if options.json { return Document.print(Document.medication(try await vault.status(of: gone))) }
        let what =
            switch choice {
            case nil: ""
            case .keep: say("; its doses stay in the history")
            case .delete: " with \(counted(count, "dose"))"
            }
        print(say("Deleted \(MedicationPrinter.title(stored))\(what)."))
        print(say("'auralyst medication restore \(MedicationPrinter.typed(stored))' restores it within 30 days."))
    }

    private func ask(_ stored: Stored<Medication>) throws -> DosesOfDeleted {
        guard Terminal.canAsk, !options.json else { throw HealthError.medicationHasDoses }
        let question =
            say(
                "\(MedicationPrinter.title(stored)) has recorded doses. Type 'keep' to leave them in the history, 'delete' to delete them too; Enter stops: "
            )
        let answer = trimmed(Terminal.ask(question) ?? "").lowercased()
        guard let choice = DosesOfDeleted(rawValue: answer) else {
            throw Refusal("not_confirmed", "nothing was deleted", exit: .failed)
        }
        return choice
    }
}

extension DosesOfDeleted: ExpressibleByArgument {}

struct MedicationRestore: AsyncParsableCommand {
    static let configuration = CommandConfiguration("medication restore")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var medicine: MedicineArgument

    func run() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await find(in: vault)
        let status = try await vault.status(of: try await vault.restoreMedication(stored.id))
        if options.json { return Document.print(Document.medication(status)) }
        print(say("Restored:"))
        MedicationPrinter.full(status)
    }

    /// By its name among deleted ones, otherwise by the beginning of its id, which also finds those not deleted, or deleted too
    /// long ago.
    private func find(in vault: OpenVault) async throws -> Stored<Medication> {
        let typed = medicine.name.joined
        do {
            return try await vault.medication(named: typed, deleted: true)
        } catch HealthError.noSuchMedication {
            if typed.count >= 4, let stored = try? await vault.record(Medication.self, named: typed, evenDeleted: true) {
                return stored
            }
            if (try? await vault.medication(named: typed)) != nil { throw HealthError.notDeleted(kind: Medication.kind) }
            throw Refusal(
                "no_such_medication", "no deleted medicine is called '\(typed.prefix(60))'",
                hint: "'auralyst medication list --deleted' shows what can be restored", exit: .failed)
        } catch HealthError.ambiguousMedication(let name, _) {
            let fitting = try await vault.deletedRecords(Medication.self)
                .filter { $0.value.title.lowercased().hasPrefix(name.lowercased()) }.prefix(3).map(\.id.short)
            throw Refusal(
                "ambiguous_medication", "several deleted medicines are called '\(name.prefix(60))'",
                hint: "type its id, the latest first: " + fitting.joined(separator: ", "))
        }
    }
}
