import ArgumentParser
import Base
import Basics
import Engine
import Exchange
import Foundation
import Journal
import Ledger

struct WipeExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wipe-export", abstract: "List exports, reports and other files in clear, or write over one and remove it.",
        discussion: """
            auralyst wipe-export             those that were made and are there
            auralyst wipe-export journal.txt write over this one, remove it

            Only what this vault made is touched; with --edited also what was
            changed in it since.
            """)

    @OptionGroup var options: GlobalOptions

    @Argument(help: "An export in clear; all that are known are listed when it is left out.", completion: .file())
    var path: String?

    @Flag(name: .long, help: "Also what was changed since it was exported.") var edited = false

    @Flag(name: .long, help: "Do not ask.") var yes = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        guard let path else { return try await list(vault) }
        let export = try await vault.clearExport(at: path, edited: edited)
        if !yes {
            guard Terminal.canAsk else {
                throw Refusal("not_confirmed", "removing an export has to be confirmed", hint: "add --yes")
            }
            guard Terminal.confirm("Write over \(export.path) and remove it?") else {
                throw Refusal("not_confirmed", "nothing was removed", exit: .failed)
            }
        }
        let report = try await vault.wipe(export, edited: edited)
        if options.json {
            Document.print([
                "kind": "wiped_export", "path": .string(export.path), "files": .int(Int64(report.files)),
                "bytes": .int(Int64(report.bytes)), "left": .array(report.left.map(JSON.string)),
                "limits": .string(WipeReport.limits),
            ])
            return try check(report, of: export)
        }
        print(
            report.files == 0
                ? "Nothing was removed."
                : "Wrote over \(counted(report.files, "file")) (\(ExportPlan.size(report.bytes))) once and removed \(report.files == 1 ? "it" : "them")."
        )
        for name in report.left.prefix(20) {
            print("Left, since it is not of the export or was changed: \(Terminal.harmless(name))")
        }
        if report.left.count > 20 { print("and \(report.left.count - 20) more.") }
        print(WipeReport.limits)
        try check(report, of: export)
    }

    /// Throws where something of the export is still there.
    private func check(_ report: WipeReport, of export: ClearExport) throws {
        guard report.leftEdited else { return }
        throw Refusal(
            "left_in_clear", "files of the export that were changed since are still there in clear",
            hint: "auralyst wipe-export \(Shell.quoted(export.path)) --edited", exit: .failed)
    }

    private func list(_ vault: OpenVault) async throws {
        let list = try await vault.clearExports()
        if options.json {
            return Document.print(
                .array(
                    list.map { export in
                        [
                            "kind": "clear_export", "path": .string(export.path), "format": .string(export.form.name),
                            "made": Document.time(export.made), "broken_off": .bool(export.isBegun),
                        ]
                    }))
        }
        guard !list.isEmpty else { return print("No export in clear is known to be there.") }
        for export in list {
            let day = CivilTime(zone: Environment.surroundings.zone).wall(at: export.made)?.day.iso ?? ""
            print(
                "\(day)  \(export.form.name.padded(to: 10))  \(export.path)"
                    + (export.isBegun ? "  (broken off)" : ""))
        }
        print("'auralyst wipe-export PATH' writes over one and removes it.")
    }
}
