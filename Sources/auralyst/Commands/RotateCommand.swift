import ArgumentParser
import Engine
import Foundation
import Ledger

struct KeysRotate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: "Give the journal a new key and destroy the old one.",
        discussion: """
            Everything new is sealed under the new key at once; what is there is sealed
            anew, attachments too, and the old key is destroyed at the end. You can use
            the vault meanwhile. Broken off, it goes on when you type this again.
            Backups and copies that were made before still hold the old key.
            Without --journal each journal of the vault gets a new one.
            """)

    @OptionGroup var options: GlobalOptions
    @Option(name: .long, help: ArgumentHelp("Only this journal's key.", valueName: "journal"))
    var journal: String?
    @Flag(name: .long, help: "Only say how far a rotation is.") var status = false

    func run() async throws {
        let vault = try Unlocking.open(options)
        let chosen = try await vault.journal(named: journal)
        if status { return show(try await vault.rotations().filter { chosen == nil || $0.journal == chosen }) }
        let count = try await vault.journalNames().count
        let isOfSeveral = chosen == nil && count > 1
        let whose = isOfSeveral ? "Every journal has a new key" : "The journal has a new key"
        let old = isOfSeveral ? "old ones are" : "old one is"
        let (bar, progress) = ProgressBar.make()
        let report: RotationReport
        do {
            defer { bar.end() }
            report = try await vault.rotateKeys(of: chosen, progress: progress)
        }
        if report.waitsForSync {
            // Another device may have been quicker: nothing is destroyed before the relay has been asked.
            let rest = try await SyncRound.run(vault)
            if options.json {
                var whole = report
                if let rest { whole.add(rest) }
                return Document.print(KeysRotate.json(whole))
            }
            let isDone = try await vault.rotations().isEmpty
            return print("\(whose); \(isDone ? "the \(old) destroyed" : "the next round of sync goes on").")
        }
        KeysRotate.tell(report)
        if options.json { return Document.print(KeysRotate.json(report)) }
        let attachments = report.attachments > 0 ? " and \(counted(report.attachments, "attachment"))" : ""
        print(
            "\(whose); \(counted(report.operations, "operation"))\(attachments) sealed anew. The \(old) destroyed.")
    }

    /// Says what a rotation had to leave as it was.
    static func tell(_ report: RotationReport) {
        for name in report.faultyAttachments {
            Terminal.note("the attachment \(Terminal.name(name)) is missing or damaged and stays as it is")
        }
        if report.unopened > 0 {
            Terminal.note("\(counted(report.unopened, "operation")) did not open before either and stay sealed for ever")
        }
        if report.oldFilesLeft > 0 {
            Terminal.note("\(counted(report.oldFilesLeft, "file")) under the old key could not be removed from 'attachments'")
        }
    }

    private static func json(_ report: RotationReport) -> JSON {
        [
            "kind": "rotation", "epoch": .int(Int64(report.epoch)), "operations": .int(Int64(report.operations)),
            "attachments": .int(Int64(report.attachments)), "unopened": .int(Int64(report.unopened)),
            "faulty_attachments": .array(report.faultyAttachments.map(JSON.string)),
            "old_files_left": .int(Int64(report.oldFilesLeft)),
        ]
    }

    private func show(_ states: [RotationState]) {
        if options.json { return Document.print(.array(states.map(\.json))) }
        guard !states.isEmpty else { return print("No rotation is under way.") }
        for state in states { print(state.words) }
    }
}

extension RotationState {
    /// For `status` and `keys rotate --status`.
    var json: JSON {
        [
            "kind": "rotation_state", "journal": .string(journal.description), "epoch": .int(Int64(epoch)),
            "done": .int(Int64(done)), "total": .int(Int64(total)), "attachments_left": .int(Int64(attachmentsLeft)),
        ]
    }

    /// In one line.
    var words: String {
        let attachments = attachmentsLeft > 0 ? ", \(counted(attachmentsLeft, "attachment")) left" : ""
        return "Keys are being rotated: \(done) of \(total) operations\(attachments); 'auralyst keys rotate' goes on"
    }
}
