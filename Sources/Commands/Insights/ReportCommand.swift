import ArgumentParser
import Base
import Basics
import Documents
import Engine
import Findings
import Foundation
import HTTPServer
import Journal
import Ledger
import Report

struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: say("Write a report for your doctor, as an unencrypted PDF or web page."),
        discussion: say(
            """
            One to four pages. The first is for a short visit: what you want to ask,
            each symptom beside the days before, days by month, a chart, medicines. Then
            come the tables, days that stand out and exploratory findings. Without
            days, it covers the 13 weeks that end yesterday.

              auralyst report --out report.pdf --ask "Is the dose right?"
              auralyst report --from 2026-08-01 --to 2026-10-31 --out report.html
              auralyst report --out report.pdf --include notes --chart migraine
              auralyst report --out report.pdf --leave-out craving,"neck pain"

            Parts:
              \(ReportCommand.partNames)
            Left out unless you include them: cycle, notes, texts (of the journal).
            A PDF is made by Chromium, on this machine and without a network.

            Other users can see what you type after --ask, --name and --born while
            this runs. '-' reads it from standard input instead: the name on the
            first line, then the date of birth, then one question a line, as far as
            you put '-' for them. At a terminal you are asked.
            """))

    private static var partNames: String {
        let names = ReportChoice.Part.allCases.map(\.rawValue)
        return names.prefix(7).joined(separator: ", ") + ",\n  " + names.dropFirst(7).joined(separator: ", ")
    }

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: ArgumentHelp(say("The first day."), valueName: "day")) var from: String?

    @Option(name: .long, help: ArgumentHelp(say("The last day."), valueName: "day")) var to: String?

    @Option(
        name: .long, help: ArgumentHelp(say("The new file, .pdf or .html."), valueName: "file"),
        completion: .file(extensions: ["pdf", "html"]))
    var out: String

    @Option(name: .long, help: ArgumentHelp(say("Also this part; several with commas."), valueName: "part"))
    var include: [String] = []

    @Option(
        name: .customLong("leave-out"),
        help: ArgumentHelp(say("Without this part or symptom; several with commas."), valueName: "part"))
    var leaveOut: [String] = []

    @Option(
        name: .long, help: ArgumentHelp(say("Draw this symptom on the first page."), valueName: "symptom"),
        completion: .names(of: .symptoms))
    var chart: String?

    @Option(
        name: .long,
        help: ArgumentHelp(say("A question to ask, or '-'; repeat it for several."), valueName: "text"))
    var ask: [String] = []

    @Option(name: .long, help: ArgumentHelp(say("Your name, or '-', to be printed; it is not saved."), valueName: "text"))
    var name = ""

    @Option(
        name: .long, help: ArgumentHelp(say("Your date of birth, or '-', to be printed; it is not saved."), valueName: "text"))
    var born = ""

    @Option(
        name: .long, help: ArgumentHelp(say("The PDF's paper: a4 or letter."), valueName: "paper"),
        completion: .list(ReportPaper.allCases.map(\.rawValue)))
    var paper: ReportPaper?

    @OptionGroup var consent: Consent

    func run() async throws {
        let isPDF = try wantsPDF()
        let path = VaultLocation(folder: out).folder
        // Obstacles are reported before anyone types a passphrase or waits.
        guard !FileManager.default.fileExists(atPath: path) else { throw EngineError.exists(path: out) }
        let environment = Variables.all
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let printer = isPDF ? try PDFPrinter(environment: environment, fallback: folder) : nil
        let today = Environment.surroundings.wall.day
        var choice = try choice(today: today)
        // A question that is still asked for counts as one.
        choice.questions = ask.isEmpty ? "" : "…"
        if let fault = choice.fault(today: today) { throw fault }
        let vault = try Unlocking.open(options)
        try await check(leftOut: choice, in: vault)
        if let fault = try await vault.chartFault(choice) { throw fault }
        let said = try PrivateWords(name: name, born: born, questions: ask)
        (choice.questions, choice.name, choice.birth) = (said.questions, said.name, said.born)
        if let fault = choice.fault(today: today) { throw fault }
        try confirm()
        if let place = printer?.folderOnDisk {
            Terminal.note(
                say(
                    "this machine has no folder in memory: until the PDF is made, the page is unencrypted in a folder of \(place)"
                ))
        }
        let preferences = try await vault.preferences()
        let dates = DateLanguage.of(preferences.dateLanguage, system: DateLanguage.systemIdentifier(environment))
        let report = try await vault.report(choice, firstWeekday: preferences.weekStart ?? dates.firstWeekday)
        let document = ReportDocument(report, dates: dates, paper: paper)
        let bytes = if let printer { try await pdf(of: document, by: printer) } else { ReportFile(document).bytes }
        try await vault.writeInClear(bytes, as: .report, to: path)
        tell(report, vault, isPDF: isPDF)
    }

    /// The PDF; interrupting the program also ends Chromium and removes the page.
    private func pdf(of document: ReportDocument, by printer: PDFPrinter) async throws -> [UInt8] {
        defer { for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) } }
        let signals = Signals()
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { try await ReportFile.pdf(of: document, by: printer) }
            group.addTask {
                await signals.end()
                return nil
            }
            // A signal cancels the other task, which reports that after cleaning up.
            while let bytes = try await group.next() {
                group.cancelAll()
                if let bytes { return bytes }
            }
            throw PDFError.interrupted
        }
    }

    private func wantsPDF() throws -> Bool {
        switch out.lowercased() {
        case let path where path.hasSuffix(".pdf"): return true
        case let path where path.hasSuffix(".html") || path.hasSuffix(".htm"): return false
        default:
            throw Refusal(
                "unknown_format", "a report is written as .pdf or .html", hint: "give --out a name with one of these endings")
        }
    }

    private func choice(today: LocalDay) throws -> ReportChoice {
        let usual = ReportChoice.usualPeriod(today: today)
        let last = try to.map { try DayPhrase.days($0).upperBound } ?? usual.upperBound
        let first = try from.map { try DayPhrase.days($0).lowerBound } ?? last.adding(days: -90) ?? last
        guard first <= last else {
            if from != nil, to == nil {
                throw Refusal(
                    "report_period", "\(first.iso) is not over yet, and a report ends yesterday unless you say otherwise",
                    hint: first > today ? "choose an earlier --from" : "add --to \(today.iso)")
            }
            throw ReportFault.endsBeforeStart
        }
        var choice = ReportChoice(period: first...last, charted: chart.map { SymptomEntry.key(of: $0) } ?? "")
        for word in words(include) {
            guard let part = ReportChoice.Part(rawValue: word.lowercased()) else { throw unknown(word) }
            choice.parts.insert(part)
        }
        for word in words(leaveOut) {
            if let part = ReportChoice.Part(rawValue: word.lowercased()) {
                choice.parts.remove(part)
            } else {
                choice.withoutSymptoms.insert(SymptomEntry.key(of: word))
            }
        }
        return choice
    }

    /// A mistyped exclusion must not include anything by accident.
    private func check(leftOut choice: ReportChoice, in vault: OpenVault) async throws {
        guard !choice.withoutSymptoms.isEmpty else { return }
        guard let first = LocalDay(year: 1, month: 1, day: 1) else { return }
        let today = Environment.surroundings.wall.day
        let known = Set(try await vault.symptomsLogged(first...today).map { SymptomEntry.key(of: $0) })
        if let word = choice.withoutSymptoms.sorted().first(where: { !known.contains($0) }) { throw unknown(word) }
    }

    private func words(_ list: [String]) -> [String] {
        list.flatMap { $0.split(separator: ",") }.map { trimmed($0) }.filter { !$0.isEmpty }
    }

    private func unknown(_ word: String) -> Refusal {
        Refusal(
            "unknown_part", "'\(word.prefix(40))' is neither a part of a report nor a symptom that was logged",
            hint: "the parts are: " + ReportChoice.Part.allCases.map(\.rawValue).joined(separator: ", "))
    }

    private func confirm() throws {
        if Terminal.canAsk, !consent.isGiven {
            Terminal.error(
                say(
                    """
                    The file will not be encrypted. Anyone who gets it can read it: people who use this account or get
                    this disk, programs that copy the folder, and anyone it passes when you send it. The vault cannot
                    protect it.
                    """))
        }
        try consent.ask("Write \(out)?", nothing: "nothing was written", hint: "add --yes if whoever gets the file may read it")
    }

    private func tell(_ report: DoctorReport, _ vault: OpenVault, isPDF: Bool) {
        if options.json {
            Document.print([
                "kind": "report", "format": .string(isPDF ? "pdf" : "html"), "path": .string(out),
                "from": .string(report.days.lowerBound.iso), "to": .string(report.days.upperBound.iso),
                "days": .int(Int64(report.days.count)), "days_with_record": .int(Int64(report.coverage.used.count)),
                "parts": .array(ReportChoice.Part.allCases.filter(report.choice.parts.contains).map { .string($0.rawValue) }),
            ])
            return
        }
        print(
            say(
                "Wrote \(out), not encrypted: \(report.days.lowerBound.iso) to \(report.days.upperBound.iso). You logged something on \(report.coverage.used.count) of \(counted(report.days.count, "day"))."
            )
        )
        ClearFileWords.tell(VaultLocation(folder: out).folder, vault)
        if report.isEmpty { Terminal.note(say("you logged nothing on these days")) }
    }
}

/// The person's texts for a report, read from standard input for `-`: every user of the machine can see a command's arguments.
private struct PrivateWords {
    private(set) var name: String
    private(set) var born: String
    private(set) var questions = ""

    init(name: String, born: String, questions: [String]) throws {
        (self.name, self.born) = (name, born)
        let isRead = ([name, born] + questions).contains("-")
        var lines: [String]? = nil
        if isRead, !Terminal.canAsk {
            lines = try StandardInput.text().split(separator: "\n", omittingEmptySubsequences: false).map { trimmed($0) }
        }
        if name == "-" { self.name = PrivateWords.line(say("Your name: "), &lines) ?? "" }
        if born == "-" { self.born = PrivateWords.line(say("Your date of birth: "), &lines) ?? "" }
        var asked: [String] = []
        for question in questions {
            guard question == "-" else {
                asked.append(question)
                continue
            }
            while let line = PrivateWords.line(say("A question, or nothing: "), &lines), lines != nil || !line.isEmpty {
                asked.append(line)
            }
        }
        self.questions = asked.joined(separator: "\n")
    }

    /// The next line of the input; without input a person is asked. `nil` at the end.
    private static func line(_ question: String, _ lines: inout [String]?) -> String? {
        guard let left = lines else { return Terminal.ask(question).map { trimmed($0) } }
        lines = Array(left.dropFirst())
        return left.first
    }
}

extension ReportPaper: ExpressibleByArgument {}
