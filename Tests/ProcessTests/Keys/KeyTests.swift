import Foundation
import Testing

/// Unlocking for a while, locking, and the changes of keys, from the outside.
@Suite struct KeyTests {
    private static let kernelWorks: Bool = {
        guard let sandbox = try? Sandbox() else { return false }
        sandbox["AURALYST_KEY_HOLDER"] = "kernel"
        guard (try? sandbox.makeVault()) != nil else { return false }
        defer { _ = try? sandbox.run("lock") }
        return (try? sandbox.run("unlock", "--for", "1m").isDone) ?? false
    }()

    /// A vault of its own, as copies share the name under which a key is kept, and what ends its key where the kernel has it.
    private func withOwnVault(_ holder: String, _ body: (Sandbox) throws -> Void) throws {
        let sandbox = try Sandbox()
        sandbox["AURALYST_KEY_HOLDER"] = holder
        try sandbox.makeVault()
        defer { if FileManager.default.fileExists(atPath: sandbox.vault) { _ = try? sandbox.run("lock") } }
        try body(sandbox)
    }

    @Test func `a key is kept until it is locked`() throws { try expectKeptUntilLocked("agent") }

    @Test(.enabled(if: kernelWorks, "this kernel keeps no keys"))
    func `the kernel keeps a key until it is locked`() throws { try expectKeptUntilLocked("kernel") }

    private func expectKeptUntilLocked(_ holder: String) throws {
        try withOwnVault(holder) { sandbox in
            let passphrase = sandbox["AURALYST_PASSPHRASE_FILE"] ?? ""
            sandbox.withoutKeys()
            try sandbox.refused(["list"], 3, "locked")
            let start = ContinuousClock.now
            let unlocked = try sandbox.run("unlock", "--for", "8h", "--json", extra: ["AURALYST_PASSPHRASE_FILE": passphrase])
            #expect(unlocked.isDone && unlocked.object["seconds"] as? Int == 28_800, unlocked.summary)
            #expect(Set(unlocked.object.keys) == ["kind", "seconds", "until"])
            try sandbox.done("add", "without a passphrase")
            #expect(try sandbox.list().count == 1)
            let status = try sandbox.done("status", "--json").object
            let left = status["unlocked_seconds"] as? Int ?? 0
            let passed = Int((ContinuousClock.now - start).components.seconds) + 1
            #expect(status["unlocked"] as? Bool == true && (28_800 - passed...28_800).contains(left))
            // The time can be set again only by who knows the passphrase.
            try sandbox.refused(["unlock", "--for", "8h"], 3, "locked")
            #expect(try sandbox.done("lock", "--json").object["was_unlocked"] as? Bool == true)
            try sandbox.refused(["list"], 3, "locked")
            #expect(try sandbox.done("lock", "--json").object["was_unlocked"] as? Bool == false)
        }
    }

    @Test func `a key is forgotten when its time ends`() throws { try expectForgottenInTime("agent") }

    @Test(.enabled(if: kernelWorks, "this kernel keeps no keys"))
    func `the kernel forgets a key when its time ends`() throws { try expectForgottenInTime("kernel") }

    private func expectForgottenInTime(_ holder: String) throws {
        try withOwnVault(holder) { sandbox in
            let unlocking = try sandbox.start(["unlock", "--for", "1s"])
            let outcome = unlocking.wait()
            #expect(outcome.isDone, outcome.summary)
            if holder == "agent" {
                // It ends with its last key.
                unlocking.waitForAll()
                #expect(sandbox.agents == [])
            } else {
                // The kernel announces the end of a key to no one, so it is asked again and again.
                while try sandbox.done("status", "--json").object["unlocked"] as? Bool != false {}
            }
            sandbox.withoutKeys()
            try sandbox.refused(["list"], 3, "locked")
        }
    }

    @Test(arguments: [["lock"], ["wipe", "--yes-wipe", "vault"]])
    func `the agent ends whatever the runtime folder is said to be`(words: [String]) throws {
        try withOwnVault("agent") { sandbox in
            let unlocking = try sandbox.start(["unlock", "--for", "8h"])
            let outcome = unlocking.wait()
            #expect(outcome.isDone && sandbox.agents.count == 1, outcome.summary)
            let elsewhere = sandbox.root + "/elsewhere"
            try FileManager.default.createDirectory(
                atPath: elsewhere, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            let ended = try sandbox.start(words, extra: ["XDG_RUNTIME_DIR": elsewhere, "AURALYST_PASSPHRASE_FILE": ""]).wait()
            #expect(ended.isDone, ended.summary)
            #expect(words != ["lock"] || ended.text.contains("Locked."), ended.summary)
            unlocking.waitForAll()
            #expect(sandbox.agents == [])
        }
    }

    @Test func `the agent lets only its owner in, and dumps no core`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.done("unlock", "--for", "8h")
        let pid = try #require(sandbox.agents.first, "no agent runs below the runtime folder")
        #expect(sandbox.agents.count == 1)
        try sandbox.done("unlock", "--for", "9h")
        #expect(sandbox.agents == [pid], "one agent is enough")
        let limits = String(decoding: FileManager.default.contents(atPath: "/proc/\(pid)/limits") ?? Data(), as: UTF8.self)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").filter { $0 == "0" }.count == 2)
        var (socket, folder) = (stat(), stat())
        #expect(
            unsafe stat(sandbox.runtime + "/auralyst/agent", &socket) == 0 && stat(sandbox.runtime + "/auralyst", &folder) == 0)
        #expect(socket.st_mode & 0o777 == 0o600 && folder.st_mode & 0o777 == 0o700)
        // An agent that was killed is no key, and no obstacle.
        _ = kill(pid, SIGKILL)
        #expect(try sandbox.run("list", extra: ["AURALYST_PASSPHRASE_FILE": ""]).code == 3)
        try sandbox.done("unlock", "--for", "8h")
        #expect(try sandbox.run("list", extra: ["AURALYST_PASSPHRASE_FILE": ""]).isDone)
    }

    @Test func `the recovery code opens the vault, proves itself, and is replaced`() throws {
        let sandbox = try Sandbox()
        let code = try sandbox.makeVault()
        func unlock(_ typed: String) throws -> Outcome {
            try sandbox.write(typed, to: "typed")
            return try sandbox.run(
                "unlock", "--recovery", "--for", "8h", extra: ["AURALYST_RECOVERY_FILE": "typed", "AURALYST_PASSPHRASE_FILE": ""])
        }
        for typed in [code, code.lowercased() + "\n", " " + code.dropFirst(16).replacing("Q", with: "q"), ""].dropLast(2) {
            #expect(try unlock(typed).isDone)
        }
        var wrong = Array(code)
        wrong[30] = wrong[30] == "Q" ? "P" : "Q"
        for typed in ["", "abc", String(wrong), String(code.dropLast()), code + code] { try unlock(typed).expectRefusal(64) }
        try unlock(Given.empty.recoveryCode).expectRefusal(3)
        try sandbox.done("lock")
        try sandbox.run("keys", "recovery", piping: Array(Given.empty.recoveryCode.utf8)).expectRefusal(3)
        #expect(try sandbox.run("keys", "recovery", piping: Array(code.utf8)).isDone)
        #expect(try sandbox.done("status", "--json").object["recovery_proven"] is String)
        let new = try #require(try sandbox.done("keys", "recovery", "--new", "--json").object["recovery_code"] as? String)
        #expect(new != code)
        try unlock(code).expectRefusal(3)
        #expect(try unlock(new).isDone)
    }

    @Test func `a changed passphrase opens, and the old one does not`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        _ = try sandbox.add("kept")
        try sandbox.write("entirely new 52 pelicans\n", to: "new")
        try sandbox.done("keys", "passphrase", extra: ["AURALYST_NEW_PASSPHRASE_FILE": "new"])
        try sandbox.refused(["list"], 3, "wrong_passphrase")
        #expect(try sandbox.run("list", "--json", extra: ["AURALYST_PASSPHRASE_FILE": "new"]).list.count == 1)
        try sandbox.write("", to: "empty")
        try sandbox.run(
            "keys", "passphrase", extra: ["AURALYST_PASSPHRASE_FILE": "new", "AURALYST_NEW_PASSPHRASE_FILE": "empty"]
        ).expectRefusal(64)
        try sandbox.run("keys", "passphrase", extra: ["AURALYST_PASSPHRASE_FILE": "new"]).expectRefusal(64)
        #expect(try sandbox.run("list", "--json", extra: ["AURALYST_PASSPHRASE_FILE": "new"]).list.count == 1)
    }

    @Test func `a desktop without a keychain gets a clear sentence`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let outcome = try sandbox.run(
            "keys", "add", "keychain", extra: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
        outcome.expectRefusal(1)
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `the vault's files are for their owner alone, and so is the sheet with its recovery code`() throws {
        let sandbox = try Sandbox()
        let command = "umask 0; exec \"$0\" init --recovery-out sheet"
        let made = try sandbox.start(program: "/bin/sh", ["-c", command, Given.program]).wait()
        try #require(made.isDone, made.summary)
        try sandbox.done("unlock", "--recovery", "--for", "8h", extra: ["AURALYST_RECOVERY_FILE": "sheet"])
        try sandbox.done("add", "words", "--attach", try sandbox.write("words", to: "file"))
        let files = try FileManager.default.subpathsOfDirectory(atPath: sandbox.vault) + ["."]
        for path in files.map({ sandbox.vault + "/" + $0 }) + [sandbox.work + "/sheet"] {
            var status = stat()
            try #require(unsafe stat(path, &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(path) is open to others")
        }
        #expect(try FileManager.default.attributesOfItem(atPath: sandbox.work + "/sheet")[.posixPermissions] as? Int == 0o600)
    }
}
