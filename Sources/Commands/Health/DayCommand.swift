import ArgumentParser
import Base
import Documents
import Engine
import Findings
import Journal
import Ledger
import Records

struct DayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration("day")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The day (default: today).")) var when: [String] = []

    func run() async throws {
        var day = Environment.surroundings.wall.day
        if !when.isEmpty {
            let days = try DayPhrase.days(when.joined)
            guard days.lowerBound == days.upperBound else { throw EngineError.when(.notOneDay(days)) }
            day = days.lowerBound
        }
        let vault = try Unlocking.open(options)
        let items = try await vault.timeline(of: day)
        let book = try await DoseBook(vault)
        if !options.json { print(Terminal.styled(day.longName, .bold)) }
        if !options.json, let asked = try await vault.trialInstruction(), asked.day == day { TrialPrinter.instruction(asked) }
        var documents: [JSON] = []
        for item in items {
            switch item {
            case .entry(let stored):
                documents.append(Document.entry(stored))
                let clock = EntryPrinter.clock(of: stored.entry)
                let marks = EntryPrinter.marks(
                    of: stored.entry, attachments: stored.attachments.count, nil, nil, room: Terminal.columns / 2 - 14)
                let star = stored.entry.starred ? "★ " : ""
                show(stored.id, clock, "entry", star + stored.entry.text, mark: marks, isPreview: true)
            case .logged(.symptom(let stored)): show(stored, stored.value.words, &documents)
            case .logged(.measure(let stored)): show(stored, stored.value.words, &documents)
            case .logged(.checkIn(let stored)): show(stored, stored.value.words, &documents)
            case .logged(.sample(let stored)): show(stored, stored.value.words, &documents)
            case .logged(.intake(let stored, _)):
                let line = try await book.line(stored)
                documents.append(Document.dose(line))
                let note = stored.value.note.isEmpty ? "" : ": " + stored.value.note
                show(line.id, clock(stored.value), "dose", line.words + note, mark: words(line))
            case .openDose(let shown):
                let line = book.line(shown)
                documents.append(Document.dose(line))
                show(
                    line.id, line.dueClock, "dose", line.words, mark: line.stateWords, style: line.state == .due ? .cue : .primary
                )
            }
        }
        if options.json { return Document.print(.array(documents)) }
        if items.isEmpty { print(say("Nothing is logged on this day.")) }
    }

    /// The state of a dose, without its time, which the line begins with.
    private func words(_ line: DoseLine) -> String {
        guard line.isScheduled else { return line.stateWords }
        let late = line.lateWord.map { ", " + $0 } ?? ""
        return "\(line.state.rawValue)\(late), due \(line.dueClock)"
    }

    private func clock(_ value: some MomentValue) -> String { HealthPrinter.clock(value.instant, zone: value.zone) }

    private func show<Kept: MomentValue>(_ stored: Stored<Kept>, _ words: String, _ documents: inout [JSON]) {
        documents.append(Document.logged(stored))
        let kind = RecordKind.of(Kept.kind)
        show(stored.id, clock(stored.value), kind.command ?? kind.noun, words)
    }

    private func show(
        _ id: RecordID, _ clock: String, _ kind: String, _ text: String, mark: String = "", style: Terminal.Style = .primary,
        isPreview: Bool = false
    ) {
        guard !options.json else { return }
        let padding = String(repeating: " ", count: max(0, 8 - kind.count))
        HealthPrinter.row(
            id, "\(clock)  \(kind)\(padding)", text, mark: Terminal.harmless(mark), style: style, isPreview: isPreview)
    }
}
