import ArgumentParser
import Base
import Basics
import Documents
import Engine
import Exchange
import Foundation
import Journal
import Ledger

struct SharePage: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share page")

    @OptionGroup var options: GlobalOptions
    @Option(
        name: .long,
        help: ArgumentHelp(say("symptoms, check-ins, medicines, moods; also cycle, notes."), valueName: "parts"))
    var with: [String] = []
    @Option(name: .long, help: ArgumentHelp(say("Also entries with this tag, with their text."), valueName: "tag"))
    var tag: [String] = []
    @Option(name: .long, help: ArgumentHelp(say("How many days back, 1 to 3650."), valueName: "days")) var days: Int = 90
    @Option(name: .long, help: ArgumentHelp(say("The last day on which it can be read."), valueName: "day")) var until: String
    @Option(
        name: .long, help: ArgumentHelp(say("The new file, .html."), valueName: "file"),
        completion: .file(extensions: ["html"]))
    var out: String

    func run() async throws {
        guard out.lowercased().hasSuffix(".html") else {
            throw Refusal("unknown_format", "a sealed page is written as .html", hint: "give --out a name that ends in .html")
        }
        let path = VaultLocation(folder: out).folder
        // Obstacles are reported before anyone types a passphrase.
        guard !FileManager.default.fileExists(atPath: path) else { throw EngineError.exists(path: out) }
        guard try !options.location.holds(path) else { throw ExportError.insideVault(path: out) }
        let today = Environment.surroundings.wall.day
        let plan = try plan(today: today)
        let vault = try Unlocking.open(options)
        let preferences = try await vault.preferences()
        let dates = DateLanguage.of(
            preferences.dateLanguage, system: DateLanguage.systemIdentifier(Variables.all))
        try await warnOfUnusedTags(plan, in: vault)
        let page = try await SealedPageFile.of(plan, from: vault, dates: dates, preferences: preferences, today: today)
        try NewFile(path: path).write(page.bytes)
        if options.json {
            return Document.print([
                "kind": "sealed_page", "path": .string(out), "code": .string(page.code), "until": .string(plan.until.iso),
                "days": .int(Int64(plan.days)),
            ])
        }
        print(say("Wrote \(out): \(SealedPageLook.scope(plan, until: plan.until.longName))."))
        print(say("Its code, shown only now: \(page.code)"))
        Terminal.note(say("send file and code separately: anyone who has both can read it"))
    }

    private func plan(today: LocalDay) throws -> SealedPagePlan {
        let parts = try with.flatMap(SharePage.words).map { word in
            guard let part = SealedPagePlan.Part(rawValue: word.lowercased()) else {
                let known = SealedPagePlan.Part.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(say("--with does not know '\(word.prefix(40))'; it takes \(known)"))
            }
            return part
        }
        let plan = SealedPagePlan(
            parts: Set(parts), tags: try SealedPagePlan.tags(typed: tag.joined(separator: ",")), days: days,
            until: try DayPhrase.comingDays(until).upperBound)
        if let fault = plan.faults(today: today).first { throw fault }
        return plan
    }

    private static func words(_ typed: String) -> [String] {
        typed.split(separator: ",").map { trimmed($0) }.filter { !$0.isEmpty }
    }

    /// Names tags that no entry has: they show nothing, and may be misspelled.
    private func warnOfUnusedTags(_ plan: SealedPagePlan, in vault: OpenVault) async throws {
        let used = Set(try await vault.tags().map { $0.name })
        for tag in plan.tags where !used.contains(tag.key) {
            Terminal.note(say("no entry has the tag '\(Terminal.harmless(tag.name))' yet"))
        }
    }
}
