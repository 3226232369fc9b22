import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger

struct BackupSchedule: AsyncParsableCommand {
    static let configuration = CommandConfiguration("backup schedule")

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: ArgumentHelp(say("The folder for the backups."), valueName: "folder"), completion: .directory)
    var to: String?

    @Option(name: .long, help: ArgumentHelp(say("The time of day."), valueName: "hh:mm"))
    var at = "12:00"

    @Flag(name: .long, help: say("Make no more daily backups.")) var off = false

    @Argument(help: .hidden) var word: String?

    func validate() throws {
        if off, to != nil { throw ValidationError(say("--off takes no --to")) }
        if let word, word != "show" { throw ValidationError(say("'\(word)' is not known here; 'show' shows the schedule")) }
    }

    func run() async throws {
        if off { return try remove() }
        guard let to else { return show() }
        _ = try VaultOpening.read(options.location)
        let isStarted = try BackupUnit.install(for: options.location, to: VaultLocation(folder: to).folder, at: try time())
        if options.json {
            Document.print([
                "kind": "backup_schedule", "path": .string(BackupUnit.path(BackupUnit.timer)), "started": .bool(isStarted),
            ])
            return
        }
        print(say("Installed: \(Terminal.harmless(BackupUnit.path(BackupUnit.timer)))"))
        if isStarted {
            print(say("A backup is made every day at \(at), or as soon as the machine is on after that."))
        } else {
            Terminal.note(
                say("systemd does not answer here; inside your desktop type: systemctl --user enable --now \(BackupUnit.timer)"))
        }
    }

    private func time() throws -> String {
        guard let time = TimeOfDay(clock: at) else {
            throw Refusal("bad_time", "'\(at.prefix(40))' is not a time of day", hint: "write it like 12:00 or 07:30")
        }
        return time.clock
    }

    private func remove() throws {
        let wasThere = BackupUnit.isInstalled
        if wasThere {
            try BackupUnit.checkIsFree(for: options.location)
            if try !BackupUnit.remove() {
                Terminal.note(say("systemd does not answer here; a timer that runs now goes on until you log out"))
            }
        }
        if options.json {
            Document.print(["kind": "backup_schedule", "removed": .bool(wasThere)])
        } else {
            print(wasThere ? say("No more daily backups are made.") : say("It was not set up."))
        }
    }

    private func show() {
        let installed = BackupUnit.installed
        if options.json {
            Document.print([
                "kind": "backup_schedule", "installed": .bool(installed != nil), "at": .text(installed?.time),
                "path": .string(BackupUnit.path(BackupUnit.timer)),
            ])
        } else if let installed {
            print(say("A backup is made every day at \(installed.time). 'auralyst backup schedule --off' ends that."))
        } else {
            print(say("No schedule is set up. 'auralyst backup schedule --to FOLDER' makes a backup every day."))
        }
    }
}

/// The systemd user timer for daily backups.
package enum BackupUnit {
    static let service = "auralyst-backup.service"
    static let timer = "auralyst-backup.timer"
    static let names = [service, timer]

    static func path(_ name: String) -> String {
        URL(fileURLWithPath: ReminderUnit.path).deletingLastPathComponent().path + "/" + name
    }

    static var isInstalled: Bool { names.contains { FileManager.default.fileExists(atPath: path($0)) } }

    /// The installed timer; `nil` if there is none.
    package static var installed: (time: String, text: String)? {
        // A missing or foreign file is not our timer.
        guard let text = try? String(contentsOfFile: path(timer), encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("OnCalendar=") })
        else { return nil }
        return (String(line.split(separator: " ").last?.prefix(5) ?? ""), text)
    }

    /// Writes the units and starts the timer; `false` if systemd does not answer.
    package static func install(for location: VaultLocation, to folder: String, at time: String) throws -> Bool {
        try write(for: location, to: folder, at: time)
        return ReminderUnit.systemctl(["daemon-reload"]) && ReminderUnit.systemctl(["enable", "--now", timer])
    }

    /// Stops the timer and removes the units; throws if one of them stays. `false` if systemd does not answer: without its file a
    /// timer does not start again, but a running one continues.
    package static func remove() throws -> Bool {
        let isStopped = ReminderUnit.systemctl(["disable", "--now", timer])
        let left = names.map(path).filter { unsafe unlink($0) != 0 && errno != ENOENT }
        let isReread = ReminderUnit.systemctl(["daemon-reload"])
        guard left.isEmpty else {
            throw Refusal(
                "unit_not_removed", "the backup schedule is still there: \(left.joined(separator: ", "))",
                hint: "remove it yourself, then type: systemctl --user daemon-reload", exit: .failed)
        }
        return isStopped && isReread
    }

    /// Whether there is no timer, or it belongs to this vault.
    static func isFree(for location: VaultLocation) -> Bool {
        // The same.
        guard let text = try? String(contentsOfFile: path(service), encoding: .utf8) else { return true }
        return text.has(ReminderUnit.quoted(location.folder))
    }

    /// There is one timer for all vaults: another vault's is left alone.
    static func checkIsFree(for location: VaultLocation) throws {
        guard isFree(for: location) else {
            throw Refusal(
                "other_vault", "the backup timer belongs to another vault",
                hint: "end that one first: 'auralyst backup schedule --off --vault DIR'", exit: .failed)
        }
    }

    static func write(for location: VaultLocation, to folder: String, at time: String) throws {
        try checkIsFree(for: location)
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let place = URL(fileURLWithPath: path(timer)).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data(serviceText(program: program, vault: location.folder, folder: folder).utf8)
                .write(to: URL(fileURLWithPath: path(service)), options: .atomic)
            try Data(timerText(time: time).utf8).write(to: URL(fileURLWithPath: path(timer)), options: .atomic)
        } catch {
            throw Refusal(
                "unit_not_written", "the unit cannot be written to \(place)", hint: "check the permissions of the folder",
                exit: .failed)
        }
    }

    /// It passes on the variables that say where a key is, never a key.
    static func serviceText(program: String, vault: String, folder: String) -> String {
        let variables = ["AURALYST_KEY_HOLDER", "AURALYST_PASSPHRASE_FILE"].compactMap { name in
            Variables[name].map { "Environment=" + ReminderUnit.quoted(name + "=" + $0, isCommand: false) + "\n" }
        }
        let words = [program, "backup", "create", "--service", "--vault", vault, "--to", folder]
        let command = words.enumerated().map { index, word in
            [1, 2, 3, 4, 6].contains(index) ? word : ReminderUnit.quoted(word)
        }
        return """
            [Unit]
            Description=Auralyst backup

            [Service]
            Type=oneshot
            ExecStart=\(command.joined(separator: " "))
            \(variables.joined())Nice=10
            IOSchedulingClass=idle

            """
    }

    static func timerText(time: String) -> String {
        """
        [Unit]
        Description=Auralyst backup, every day

        [Timer]
        OnCalendar=*-*-* \(time):00
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
    }
}
