import ArgumentParser
import Base
import Basics
import CPlatform
import Engine
import Foundation
import Ledger

struct RemindInstall: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind install")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var consent: Consent

    func run() async throws {
        try await ReminderConsent.get(options, consent)
        try ReminderUnit.write(for: options.location)
        let isStarted =
            ReminderUnit.systemctl(["daemon-reload"]) && ReminderUnit.systemctl(["enable", "--now", ReminderUnit.name])
        if options.json {
            Document.print(["kind": "reminder_unit", "path": .string(ReminderUnit.path), "started": .bool(isStarted)])
            return
        }
        print(say("Installed: \(Terminal.harmless(ReminderUnit.path))"))
        if isStarted {
            print(say("Reminders are shown from now on, and after each login. 'auralyst remind remove' ends that."))
        } else {
            Terminal.note(
                say("systemd does not answer here; inside your desktop type: systemctl --user enable --now \(ReminderUnit.name)"))
        }
    }
}

struct RemindRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration("remind remove")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        let wasThere = ReminderUnit.isInstalled
        if wasThere {
            let isStopped = ReminderUnit.systemctl(["disable", "--now", ReminderUnit.name])
            try FileManager.default.removeItem(atPath: ReminderUnit.path)
            let isReread = ReminderUnit.systemctl(["daemon-reload"])
            if !isStopped || !isReread {
                Terminal.note(say("systemd does not answer here; reminders that run now go on until you log out"))
            }
        }
        if options.json {
            Document.print(["kind": "reminder_unit", "path": .string(ReminderUnit.path), "removed": .bool(wasThere)])
        } else {
            print(wasThere ? "Removed: \(Terminal.harmless(ReminderUnit.path))" : say("It was not installed."))
            if wasThere {
                print(say("The app still shows reminders while it is open; 'auralyst remind settings --here off' ends that too."))
            }
        }
    }
}

/// The systemd user unit that keeps `auralyst remind run` running.
package enum ReminderUnit {
    static let name = "auralyst-remind.service"

    static var path: String {
        let home = Variables["HOME"] ?? Folder.home
        let folder = Variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        return folder + "/systemd/user/" + name
    }

    static var isInstalled: Bool { FileManager.default.fileExists(atPath: path) }

    static func write(for location: VaultLocation) throws {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text(program: program, vault: location.folder).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw Refusal(
                "unit_not_written", "the unit cannot be written to \(folder)", hint: "check the permissions of the folder",
                exit: .failed)
        }
    }

    /// The unit. It passes on the variables that say where a key is, never a key.
    static func text(program: String, vault: String) -> String {
        let variables = ["AURALYST_KEY_HOLDER", "AURALYST_PASSPHRASE_FILE"].compactMap { name in
            Variables[name].map { "Environment=" + quoted(name + "=" + $0, isCommand: false) + "\n" }
        }
        return """
            [Unit]
            Description=Auralyst reminders

            [Service]
            ExecStart=\(quoted(program)) remind run --service --vault \(quoted(vault))
            \(variables.joined())Restart=on-failure
            RestartSec=60

            [Install]
            WantedBy=default.target

            """
    }

    /// A word in a unit file: quotes and backslashes escaped, `%` and, in a command, `$` doubled (systemd.service(5)).
    static func quoted(_ word: String, isCommand: Bool = true) -> String {
        var text = ""
        for character in word {
            switch character {
            case "\"", "\\": text += "\\" + String(character)
            case "%": text += "%%"
            case "$": text += isCommand ? "$$" : "$"
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
        return "\"\(text)\""
    }

    /// Runs `systemctl --user`; returns whether it succeeded.
    static func systemctl(_ words: [String]) -> Bool {
        // Its messages would be about a missing bus; we print our own hint.
        let command = ["/bin/sh", "-c", "exec systemctl --user --quiet \"$@\" >/dev/null 2>&1", "sh"] + words
        return unsafe CArguments(command).lend { unsafe platform_run(command[0], $0) } == 0
    }
}

/// The app in the owner's browser.
enum AppWindow {
    /// Shows the running app of this vault, or starts it. No other listener on this machine's ports is asked.
    static func show(_ location: VaultLocation) {
        if let port = ReminderLease.port(at: location) { return Browser.open("http://localhost:\(port)/") }
        guard var program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return }
        // After an update the kernel marks the old file as deleted; the new program has replaced it.
        if program.hasSuffix(" (deleted)") { program.removeLast(" (deleted)".count) }
        let words = [program, "open", "--vault", location.folder]
        _ = unsafe CArguments(words).lend { unsafe platform_start_detached(program, $0, -1) }
    }
}
