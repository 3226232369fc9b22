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
    static let configuration = CommandConfiguration(
        commandName: "page", abstract: "Seal a part of your log into one page that a code opens.",
        discussion: """
            One HTML file that opens in any browser, without a network and without
            Auralyst. Send the file one way and the code another. The code is shown
            once. The page shows nothing behind its last day, but that is a courtesy:
            whoever has file and code can get around it.

              auralyst share page --with symptoms,medicines --until "1 March"
                --out for-dr-gruber.html
            """)

    @OptionGroup var options: GlobalOptions
    @OptionGroup var scope: ExcerptOptions
    @Option(
        name: .long, help: ArgumentHelp("The file, .html; it must not be there yet.", valueName: "file"),
        completion: .file(extensions: ["html"]))
    var out: String

    func run() async throws {
        guard out.lowercased().hasSuffix(".html") else {
            throw Refusal("unknown_format", "a sealed page is written as .html", hint: "give --out a name that ends in .html")
        }
        let path = VaultLocation(folder: out).folder
        // Whatever stands in the way is said before anybody types a passphrase.
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
        print("Wrote \(out): \(ExcerptWords.scope(plan)).")
        print("Its code, which is shown only now: \(page.code)")
        Terminal.note("send the code by another way than the file: who has both reads it")
    }
}
