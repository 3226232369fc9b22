import ArgumentParser
import Base
import Basics
import Engine
import Exchange
import Foundation
import Journal
import Ledger

struct ExportWipe: AsyncParsableCommand {
    static let configuration = CommandConfiguration("export wipe")

    @OptionGroup var options: GlobalOptions

    @Argument(help: say("The file or folder."), completion: .file()) var path: String

    @Flag(name: .long, help: say("Also remove files that were changed since the export.")) var edited = false

    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let export = try await vault.clearExport(at: path, edited: edited)
        try consent.ask("Overwrite \(Terminal.name(export.path)) and remove it?", nothing: "nothing was removed")
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
                ? say("Nothing was removed.")
                : say(
                    "Overwrote \(counted(report.files, "file")) (\(ExportPlan.size(report.bytes))) once and removed \(plural(report.files, "it", "them"))."
                )
        )
        for name in report.left.prefix(20) {
            print(say("Left in place, as it is not from the export or was changed: \(Terminal.harmless(name))"))
        }
        if report.left.count > 20 { print(say("and \(report.left.count - 20) more.")) }
        print(WipeReport.limits)
        try check(report, of: export)
    }

    /// Throws if something of the export is still there.
    private func check(_ report: WipeReport, of export: ClearExport) throws {
        guard report.leftEdited else { return }
        throw Refusal(
            "left_in_clear", "files of the export that were changed since are still there in clear",
            hint: "auralyst export wipe \(Shell.quoted(export.path)) --edited", exit: .failed)
    }
}

struct ExportList: AsyncParsableCommand {
    static let configuration = CommandConfiguration("export list")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let list = try await Unlocking.open(options).clearExports()
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
        guard !list.isEmpty else { return print(say("No unencrypted export is there.")) }
        for export in list {
            let day = CivilTime(zone: Environment.surroundings.zone).wall(at: export.made)?.day.iso ?? ""
            print(
                "\(day)  \(export.form.name.padded(to: 10))  \(Terminal.name(export.path))"
                    + (export.isBegun ? "  (interrupted)" : ""))
        }
        print(say("'auralyst export wipe PATH' overwrites one and removes it."))
    }
}
