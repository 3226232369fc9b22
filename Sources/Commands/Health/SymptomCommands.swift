import ArgumentParser
import Base
import Basics
import Documents
import Engine
import Foundation
import Journal
import Ledger
import Records

struct SymptomCommand: CommandGroup {
    static let takesWords = true
    static let belowZero: String? = say("a symptom's strength lies between 0 (none) and 10")

    static let configuration = CommandConfiguration(
        "symptom",
        subcommands: [
            SymptomLog.self, SymptomList.self, SymptomShow.self, SymptomEdit.self, DeleteRecords<SymptomEntry>.self,
            RestoreRecords<SymptomEntry>.self, RenameRecords<SymptomEntry>.self,
        ], defaultSubcommand: SymptomLog.self)
}

/// The options of a symptom besides name and severity.
struct SymptomOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(say("Another number: temperature=38.2; repeat it for several."), valueName: "name=number"))
    var metric: [String] = []

    @Flag(inversion: .prefixedNo, help: say("Whether it is a day of menstruation.")) var menstruation: Bool?

    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?

    @Option(name: .long, help: ArgumentHelp(say("When it was over: \"14:30\", now."), valueName: "when")) var until: String?

    @Option(
        name: .long,
        help: ArgumentHelp(say("The dose that relieved it: the beginning of its name, or 'last'."), valueName: "dose"),
        completion: .names(of: .entries))
    var relievedBy: String?

    func metrics() throws -> [String: Double] {
        var metrics: [String: Double] = [:]
        for text in metric {
            let parts = text.split(separator: "=", maxSplits: 1).map { trimmed($0) }
            guard parts.count == 2 else { throw HealthFault.badMetric }
            metrics[parts[0]] = try SymptomEntry.metric(parts[0], parts[1])
        }
        return metrics
    }

    /// Applies the dose, which has to be looked up.
    func applyRelief(to value: inout SymptomEntry, in vault: OpenVault) async throws {
        guard let relievedBy else { return }
        value.relief = try await HealthRecords.find(Intake.self, relievedBy, in: vault).id
    }

    func apply(to value: inout SymptomEntry) throws {
        if let until { value.end = try Moment.typed(until).instant }
        value.metrics.merge(try metrics()) { $1 }
        if let menstruation { value.menstruation = menstruation }
        if let note { value.note = note }
    }
}

/// A typed severity: `7` or `7/10`.
enum Severity {
    static func typed(_ text: String) throws -> Int {
        guard let number = read(text) else {
            throw Refusal(
                "bad_severity", "'\(text.prefix(40))' is not how strong a symptom is", hint: "type a whole number, 0 (none) to 10"
            )
        }
        return number
    }

    /// `nil` if it is no number.
    static func read(_ text: String) -> Int? { typedWhole(text, of: 10) }
}

struct SymptomLog: AsyncParsableCommand {
    static let configuration = CommandConfiguration("symptom log")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("Its name and how strong it is, 0 to 10."), valueName: "name severity"),
        completion: .names(of: .symptoms))
    var words: [String] = []

    @OptionGroup var said: SymptomOptions
    @OptionGroup var when: WhenOption
    @Option(name: .long, help: say("The journal to write in."), completion: .names(of: .journals)) var journal: String?

    func run() async throws {
        guard !words.isEmpty else { return try await showLast() }
        let (name, severity) = try nameAndSeverity()
        let moment = try when.moment() ?? Moment(nowIn: Environment.surroundings)
        var value = SymptomEntry(
            instant: moment.instant, zone: moment.zone, day: moment.day, symptom: name, severity: severity)
        try said.apply(to: &value)
        if let fault = value.fault { throw HealthError.fault(fault) }
        let vault = try Unlocking.open(options)
        try await said.applyRelief(to: &value, in: vault)
        // One symptom keeps one spelling: the earlier one.
        if let known = try await vault.symptomNames().first(where: { SymptomEntry.key(of: $0) == value.key }) {
            value.symptom = known
        } else if let command = meantCommand {
            throw Refusal(
                "unknown_command", "'\(words[0].prefix(40))' is not a symptom you have logged before",
                hint: "did you mean '\(command)'? A new symptom: 'auralyst symptom log \(words[0].prefix(40)) …'")
        }
        let stored = try await vault.add(value, in: try await vault.journal(named: journal))
        if options.json { return Document.print(Document.logged(stored)) }
        let clock = HealthPrinter.clock(moment.instant, zone: moment.zone)
        print(
            say(
                "Saved \(stored.id.short), \(HealthPrinter.near(moment.day, clock)): \(HealthPrinter.oneLine(value.words))"
            )
        )
    }

    /// The nearest subcommand for the first word, if `log` was left out.
    private var meantCommand: String? {
        guard TypedLine.here.path != ["symptom", "log"] else { return nil }
        // 'add' is what most other commands call it.
        guard words.count > 1, words[0] == "add" else { return SymptomCommand.meant(by: words) }
        return (["auralyst", "symptom"] + words.dropFirst().map { String($0.prefix(40)) }).joined
    }

    private func nameAndSeverity() throws -> (String, Int) {
        var words = words
        // `headache=7` and "headache 7" as one argument mean the same.
        if words.count == 1, let cut = words[0].lastIndex(where: { $0 == "=" || $0 == " " }) {
            words = [String(words[0][..<cut]), String(words[0][words[0].index(after: cut)...])]
        }
        guard let last = words.last, words.count > 1 else {
            if Severity.read(words[0]) != nil {
                throw Refusal(
                    "no_symptom", "which symptom is \(words[0]) strong?",
                    hint: "for example 'auralyst symptom headache \(words[0])'")
            }
            if let command = meantCommand {
                throw Refusal(
                    "no_severity", "'\(words[0].prefix(40))' needs a strength from 0 to 10", hint: "did you mean '\(command)'?")
            }
            throw Refusal(
                "no_severity", "how strong is it, 0 to 10?", hint: "for example 'auralyst symptom \(words[0].prefix(40)) 5'")
        }
        if let middle = words.dropLast().first(where: { Severity.read($0) != nil }) {
            throw Refusal(
                "several_symptoms", "there is a number in the middle, '\(middle)': log one symptom at a time",
                hint: "its name, then one number from 0 to 10; a name with a number in it needs quotes")
        }
        guard Severity.read(last) != nil else {
            throw Refusal(
                "no_severity", "how strong is it, 0 to 10? '\(last.prefix(40))' is not a whole number",
                hint: "the number comes last; a remark goes into --note")
        }
        return (Array(words.dropLast()).joined, try Severity.typed(last))
    }

    /// Prints what was logged last, and how to log it again.
    private func showLast() async throws {
        let vault = try Unlocking.open(options)
        let last = try await vault.lastSymptoms()
        if options.json {
            Document.print(
                .array(
                    last.map {
                        [
                            "kind": "last_symptom", "symptom": .string($0.symptom), "severity": .int(Int64($0.severity)),
                            "count": .int(Int64($0.count)),
                        ]
                    }))
            return
        }
        guard !last.isEmpty else { return print(say("No symptom yet. For example:\n  auralyst symptom headache 5")) }
        print(Terminal.styled(say("Logged last"), .bold))
        let names = last.map { HealthPrinter.oneLine($0.symptom, room: 40) }
        let width = names.map(\.columns).max() ?? 0
        for (name, symptom) in zip(names, last) {
            let typed =
                symptom.symptom.contains(where: { $0.isWhitespace || "'\"$`\\!*?&;|<>()#~".contains($0) }) ? "\"\(name)\"" : name
            let head = "  \(Rows.padded(name, to: width))  \(String(symptom.severity).leftPadded(to: 2))  "
            Rows.tell(head, "auralyst symptom \(typed) \(symptom.severity)", headStyle: nil, textStyle: .dim)
        }
    }
}

struct SymptomList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("symptom list")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("Only symptoms of this name."), completion: .names(of: .symptoms)) var name: [String] = []

    @OptionGroup var stretch: StretchOptions

    func run() async throws {
        let key = SymptomEntry.key(of: name.joined)
        try await SymptomEntry.list(stretch, options, where: { key.isEmpty || $0.key == key }) { isOfAllDays in
            isOfAllDays && key.isEmpty ? say("No symptom yet. 'auralyst symptom headache 5' logs one.") : say("No symptom fits.")
        }
    }
}

struct SymptomEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("symptom edit")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .entries)) var id: String
    @Argument(help: say("How strong it was, 0 to 10.")) var severity: String?

    @Option(name: .long, help: say("What it is called."), completion: .names(of: .symptoms)) var name: String?
    @OptionGroup var said: SymptomOptions
    @OptionGroup var when: WhenOption

    @Option(name: .long, help: ArgumentHelp(say("Remove the number with this name."), valueName: "name")) var noMetric: [String] =
        []

    func run() async throws {
        let moment = try when.moment()
        let severity = try severity.map(Severity.typed)
        let vault = try Unlocking.open(options)
        let stored = try await HealthRecords.find(SymptomEntry.self, id, in: vault)
        var value = stored.value
        if let name { value.symptom = name }
        if let severity { value.severity = severity }
        for name in noMetric { value.metrics[name] = nil }
        try said.apply(to: &value)
        try await said.applyRelief(to: &value, in: vault)
        if let moment { value.move(to: moment) }
        try await SymptomEntry.change(stored, to: value, in: vault, options)
    }
}

struct SymptomShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration("symptom show")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .entries)) var id: String

    func run() async throws {
        let vault = try Unlocking.open(options)
        let attack = try await vault.attack(try await HealthRecords.find(SymptomEntry.self, id, in: vault))
        let book = try await DoseBook(vault)
        var doses: [DoseLine] = []
        for dose in attack.doses { doses.append(try await book.line(dose)) }
        if options.json {
            guard case .object(var members) = Document.logged(attack.first) else { return }
            members["course"] = .array(attack.course.map(Document.logged))
            members["doses"] = .array(doses.map(Document.dose))
            return Document.print(.object(members))
        }
        HealthPrinter.list([attack.first], words: \.words)
        for entry in attack.course {
            HealthPrinter.row(
                entry.id, HealthPrinter.clock(entry.value.instant, zone: entry.value.zone), entry.value.words)
        }
        for (line, dose) in zip(doses, attack.doses) {
            HealthPrinter.row(
                line.id, HealthPrinter.clock(dose.value.instant, zone: dose.value.zone), line.words,
                mark: attack.first.value.relief == dose.id ? say("relieved it") : "")
        }
    }
}
