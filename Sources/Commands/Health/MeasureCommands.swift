import ArgumentParser
import Base
import Basics
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

    private static func word(_ form: Measure.Form) -> String { form.rawValue.replacing("_", with: "-") }

    /// The measure that is meant: as it is known, otherwise as `value` looks.
    func measure(_ name: String, known: Measure?, value: String) throws -> Measure {
        let form = type ?? known?.form ?? (range == nil ? Measure.form(of: value) : .scale) ?? .number
        let unit = self.unit.map { Measure(name).spelled($0) }
        let isOther = form != known?.form || (unit ?? known?.unit) != known?.unit
        let usual = Measure(
            known?.name ?? name, form, unit: unit ?? known?.unit ?? "", range: isOther && form != .scale ? nil : known?.range)
        guard let range else { return usual }
        let ends = range.replacing("..", with: " ").split(separator: " ").map { typedNumber($0) }
        guard ends.count == 2, let low = ends[0], let high = ends[1], low < high else {
            throw Refusal("bad_range", "'\(range.prefix(40))' is not a range", hint: "type two numbers, such as --range 0..10")
        }
        return Measure(usual.name, form, unit: usual.unit, range: low...high)
    }
}

extension Measure {
    /// A typed value; throws if it is none of this measure's form.
    fileprivate func typedValue(_ text: String) throws -> (value: Double, second: Double?) {
        if let found = read(text) { return found }
        let example =
            switch form {
            case .number: "71.4"
            case .pair: "128/82"
            case .scale: "3"
            case .yesNo: "yes"
            case .duration: "40 min"
            }
        throw Refusal(
            "bad_measure", "'\(text.prefix(40))' is not a value of \(name)",
            hint: "type it like \(example); '--type' says what kind of number it is")
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
        let (name, typed, unit) = try parts()
        let moment = try when.moment() ?? Moment(nowIn: Environment.surroundings)
        let vault = try Unlocking.open(options)
        var said = said
        if said.unit == nil { said.unit = unit }
        let measure = try said.measure(name, known: try await vault.measure(named: name), value: typed)
        let (value, second) = try measure.typedValue(typed)
        let stored = try await vault.add(
            MeasureEntry(
                instant: moment.instant, zone: moment.zone, day: moment.day, measure: measure, value: value, second: second,
                note: said.note ?? ""), in: try await vault.journal(named: journal))
        if options.json { return Document.print(Document.measure(stored)) }
        let clock = HealthPrinter.near(moment.day, HealthPrinter.clock(moment.instant, zone: moment.zone))
        print(say("Saved \(stored.id.short), \(clock): \(HealthPrinter.oneLine(HealthPrinter.words(stored.value)))"))
    }

    /// The name, the value as typed, and the unit behind it, if there is one.
    private func parts() throws -> (name: String, value: String, unit: String?) {
        // `weight=71.4` and "weight 71.4" as one argument mean the same.
        let isOne = words.count == 1
        let words = isOne ? words[0].split { $0 == "=" || $0.isWhitespace }.map(String.init) : words
        // The value begins at the first word that is a number, a pair, or yes or no; "1 h 20 min" has more words.
        guard let place = words.indices.dropFirst().first(where: { Measure.form(of: words[$0]) != nil }) else {
            throw Refusal(
                "no_value", "how much is it? '\(words.joined.prefix(40))' has no value",
                hint: "for example 'auralyst measure weight 71.4'")
        }
        let (name, rest) = (Array(words[..<place]).joined, Array(words[place...]))
        if rest.count > 1, Measure.form(of: rest[0]) != .yesNo, Measure("", .duration).read(rest.joined) == nil {
            return (name, rest[0], Array(rest.dropFirst()).joined)
        }
        return (name, rest.joined, nil)
    }

    /// Prints what was measured last.
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

    @Argument(help: say("The beginning of its name, or 'last'."), completion: .names(of: .measureEntries)) var id: String
    @Argument(help: say("Its value.")) var value: String?

    @Option(name: .long, help: say("What it is called."), completion: .names(of: .measures)) var name: String?
    @OptionGroup var said: MeasureOptions
    @OptionGroup var when: WhenOption

    func run() async throws {
        let moment = try when.moment()
        let vault = try Unlocking.open(options)
        let stored = try await HealthRecords.find(MeasureEntry.self, id, in: vault)
        var entry = stored.value
        let typed = value ?? entry.measure.typed(entry.value, entry.second)
        entry.measure = try said.measure(entry.measure.name, known: entry.measure, value: typed)
        if let name { entry.measure.name = name }
        if value != nil || said.type != nil { (entry.value, entry.second) = try entry.measure.typedValue(typed) }
        if let note = said.note { entry.note = note }
        if let moment { entry.move(to: moment) }
        try await MeasureEntry.change(stored, to: entry, in: vault, options)
    }
}
