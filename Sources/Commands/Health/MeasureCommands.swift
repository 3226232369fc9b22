import ArgumentParser
import Base
import Basics
import Documents
import Engine
import Foundation
import Journal
import Ledger
import Records

struct MeasureCommand: CommandGroup {
    static let takesWords = true

    static let configuration = CommandConfiguration(
        "measure",
        subcommands: [
            MeasureLog.self, MeasureList.self, MeasureEdit.self, DeleteRecords<MeasureEntry>.self,
            RestoreRecords<MeasureEntry>.self, RenameRecords<MeasureEntry>.self,
        ], defaultSubcommand: MeasureLog.self)
}

/// What a measure is, where it is new or not as before.
struct MeasureOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp(say("What it is counted in: kg, mmHg."), valueName: "unit")) var unit: String?

    @Option(
        name: .long,
        help: ArgumentHelp(say("What kind of number it is: number, pair, scale, yes-no or duration."), valueName: "type"),
        completion: .list(Measure.Form.allCases.map(MeasureOptions.word)),
        transform: { typed in
            guard let form = Measure.Form.allCases.first(where: { MeasureOptions.word($0) == typed.lowercased() }) else {
                throw ValidationError(say("--type is number, pair, scale, yes-no or duration"))
            }
            return form
        })
    var type: Measure.Form?

    @Option(name: .long, help: ArgumentHelp(say("The lowest and the highest number: 0..10."), valueName: "range")) var range:
        String?
    @Option(name: .long, help: ArgumentHelp("A note.", valueName: "text")) var note: String?

    @OptionGroup var consent: Consent

    private static func word(_ form: Measure.Form) -> String { form.rawValue.replacing("_", with: "-") }

    /// What is meant by a typed value: asks a person if that is not clear. Throws `HealthError.unclear` if no one can be asked, or
    /// `--yes` does not decide it.
    /// - Parameter recent: the latest entries.
    func meant(_ typed: String, of name: String, known: Measure?, recent: [MeasureEntry]) throws -> MeasureReading.Choice {
        let reading = MeasureReading(
            typed, of: name, type: type, unit: unit, range: try limits(), known: known, recent: recent)
        guard let reading, let first = reading.choices.first else {
            throw Refusal(
                "bad_measure", "'\(typed.prefix(40))' is not a value of \(known?.name ?? name)",
                hint: "type it like \(MeasureOptions.example(type ?? known?.form)); '--type' says what kind of number it is")
        }
        guard let question = reading.question else { return first }
        if consent.isGiven, let literal = reading.literal { return literal }
        guard Terminal.canAsk else { throw HealthError.unclear(reading) }
        Terminal.error(sentence(question.sentence))
        if reading.choices.count == 1 {
            if Terminal.confirm(say("Save \(first.words)?")) { return first }
        } else {
            for (place, choice) in reading.choices.enumerated() { Terminal.error("  \(place + 1)  \(choice.words)") }
            let answer = Terminal.ask(say("Which one? Type its number, or Enter for none: ")) ?? ""
            if let place = typedWhole(answer), reading.choices.indices.contains(place - 1) { return reading.choices[place - 1] }
        }
        throw Refusal("not_confirmed", "nothing was saved", exit: .failed)
    }

    private func limits() throws -> ClosedRange<Double>? {
        guard let range else { return nil }
        let ends = range.replacing("..", with: " ").split(separator: " ").map(String.init)
        guard ends.count == 2 else { throw HealthFault.badRange }
        return try Measure.range(ends[0], ends[1])
    }

    private static func example(_ form: Measure.Form?) -> String {
        switch form {
        case .number, nil: "71.4"
        case .pair: "128/82"
        case .scale: "3"
        case .yesNo: "yes"
        case .duration: "40 min"
        }
    }
}

struct MeasureLog: AsyncParsableCommand {
    static let configuration = CommandConfiguration("measure log")

    @OptionGroup var options: GlobalOptions

    @Argument(
        help: ArgumentHelp(say("Its name and its value; a unit may follow."), valueName: "name value"),
        completion: .names(of: .measures))
    var words: [String] = []

    @OptionGroup var said: MeasureOptions
    @OptionGroup var when: WhenOption
    @Option(name: .long, help: say("The journal to write in."), completion: .names(of: .journals)) var journal: String?

    func run() async throws {
        guard !words.isEmpty else { return try await showLast() }
        let (name, typed) = try parts()
        let moment = try when.moment() ?? Moment(nowIn: Environment.surroundings)
        let vault = try Unlocking.open(options)
        let meant = try said.meant(
            typed, of: name, known: try await vault.measure(named: name), recent: try await vault.recentMeasures(named: name))
        let stored = try await vault.add(
            MeasureEntry(
                instant: moment.instant, zone: moment.zone, day: moment.day, measure: meant.measure, value: meant.value,
                second: meant.second, note: said.note ?? ""), in: try await vault.journal(named: journal))
        if options.json { return Document.print(Document.logged(stored)) }
        let clock = HealthPrinter.near(moment.day, HealthPrinter.clock(moment.instant, zone: moment.zone))
        print(say("Saved \(stored.id.short), \(clock): \(HealthPrinter.oneLine(stored.value.words))"))
    }

    /// The name, and the value as typed with its unit.
    private func parts() throws -> (name: String, value: String) {
        // `weight=71.4` and "weight 71.4" as one argument mean the same.
        let isOne = words.count == 1
        let words = isOne ? words[0].split { $0 == "=" || $0.isWhitespace }.map(String.init) : words
        // The value begins at the first word that is one; "1 h 20 min" has more words.
        let place = words.indices.dropFirst().first { Measure.isValue(words[$0]) }
        guard let place = place ?? (words.count > 1 && Measure.form(of: words.last ?? "") != nil ? words.count - 1 : nil) else {
            throw Refusal(
                "no_value", "how much is it? '\(words.joined.prefix(40))' has no value",
                hint: "for example 'auralyst measure weight 71.4 kg'")
        }
        return (Array(words[..<place]).joined, Array(words[place...]).joined)
    }

    private func showLast() async throws {
        let last = try await Unlocking.open(options).lastMeasures()
        if options.json {
            return Document.print(
                .array(
                    last.map {
                        [
                            "kind": "last_measure", "measure": .string($0.measure.name), "value": .double($0.value),
                            "second": $0.second.map(JSON.double) ?? .null, "unit": .string($0.measure.unit),
                        ]
                    }))
        }
        guard !last.isEmpty else { return print(say("No measurement yet. For example:\n  auralyst measure weight 71.4")) }
        print(Terminal.styled(say("Measured last"), .bold))
        for entry in last {
            Rows.tell(
                "  \(HealthPrinter.oneLine(entry.measure.name, room: 40))  ", HealthPrinter.oneLine(entry.amount), headStyle: nil,
                textStyle: .dim)
        }
    }
}

struct MeasureList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("measure list")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("Only measurements of this name."), completion: .names(of: .measures)) var name: [String] = []

    @OptionGroup var stretch: StretchOptions

    func run() async throws {
        let key = SymptomEntry.key(of: name.joined)
        try await MeasureEntry.list(stretch, options, where: { key.isEmpty || $0.key == key }) { isOfAllDays in
            isOfAllDays && key.isEmpty
                ? say("No measurement yet. 'auralyst measure weight 71.4' logs one.") : say("No measurement fits.")
        }
    }
}

struct MeasureEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration("measure edit")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .entries)) var id: String
    @Argument(help: say("Its value.")) var value: String?

    @Option(name: .long, help: say("What it is called."), completion: .names(of: .measures)) var name: String?
    @OptionGroup var said: MeasureOptions
    @OptionGroup var when: WhenOption

    func run() async throws {
        let moment = try when.moment()
        let vault = try Unlocking.open(options)
        let stored = try await HealthRecords.find(MeasureEntry.self, id, in: vault)
        var entry = stored.value
        let isSame = value == nil && said.type == nil && said.unit == nil && said.range == nil
        if !isSame {
            let before = entry.measure.hasTwoUnits ? numberText(entry.value) : entry.measure.typed(entry.value, entry.second)
            let typed = value ?? before
            let recent = try await vault.recentMeasures(named: entry.measure.name, without: stored.id)
            let meant = try said.meant(typed, of: entry.measure.name, known: entry.measure, recent: recent)
            (entry.measure, entry.value, entry.second) = (meant.measure, meant.value, meant.second)
        }
        if let name { entry.measure.name = name }
        if let note = said.note { entry.note = note }
        if let moment { entry.move(to: moment) }
        try await MeasureEntry.change(stored, to: entry, in: vault, options)
    }
}
