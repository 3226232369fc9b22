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
    @OptionGroup var scope: ExcerptOptions
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
        guard !options.location.holds(path) else { throw ExportError.insideVault(path: out) }
        let plan = try scope.plan(named: "page")
        let today = Environment.surroundings.wall.day
        let vault = try Unlocking.open(options)
        let preferences = try await vault.preferences()
        let dates = DateLanguage.of(
            preferences.dateLanguage, system: DateLanguage.systemIdentifier(Variables.all))
        try await ExcerptWords.warnOfUnused(plan, in: vault)
        let page = try await SealedPageFile.of(plan, from: vault, dates: dates, preferences: preferences, today: today)
        try NewFile(path: path).write(page.bytes)
        if options.json {
            return Document.print([
                "kind": "sealed_page", "path": .string(out), "code": .string(page.code), "until": .string(plan.until.iso),
                "days": .int(Int64(plan.days)),
            ])
        }
        print(say("Wrote \(out): \(ExcerptWords.scope(plan))."))
        print(say("Its code, shown only now: \(page.code)"))
        Terminal.note(say("send file and code separately: anyone who has both can read it"))
    }
}
