import Foundation
import Testing

/// Unlocking for a while, locking, and the changes of keys, from the outside.
@Suite struct KeyTests {
    private static let kernelWorks: Bool = {
        guard let sandbox = try? Sandbox(copying: Given.empty.folder) else { return false }
        sandbox.withoutKeys()
        return (try? sandbox.run("list", extra: ["AURALYST_KEY_HOLDER": "kernel"]).isDone) ?? false
    }()

    /// A vault of its own: copies share the name under which a key is kept.
    private func ownVault(_ holder: String) throws -> Sandbox? {
        if holder == "kernel", !Self.kernelWorks {
            print("skipped: this kernel keeps no keys")
            return nil
        }
        let sandbox = try Sandbox()
        sandbox["AURALYST_KEY_HOLDER"] = holder
        try sandbox.done("init", "--json")
        return sandbox
    }

    /// Ends the agents of this sandbox: whoever has its socket's path among its words.
    private func endAgents(of sandbox: Sandbox) {
        for pid in agents(of: sandbox) { _ = kill(pid, SIGKILL) }
    }

    private func agents(of sandbox: Sandbox) -> [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { pid_t($0) } ?? []
        return all.filter { pid in
            let words = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
            return String(decoding: words, as: UTF8.self).contains("agent\0\(sandbox.runtime)")
        }
    }

    @Test(arguments: ["kernel", "agent"])
    func `a key is kept until it is locked`(holder: String) throws {
        guard let sandbox = try ownVault(holder) else { return }
        defer { endAgents(of: sandbox) }
        let passphrase = sandbox["AURALYST_PASSPHRASE_FILE"]
        sandbox["AURALYST_PASSPHRASE_FILE"] = nil
        try sandbox.refused(["list"], 3, "locked")
        let unlocked = try sandbox.run("unlock", "--for", "5m", "--json", extra: ["AURALYST_PASSPHRASE_FILE": passphrase ?? ""])
        #expect(unlocked.isDone && unlocked.object["seconds"] as? Int == 300, unlocked.summary)
        #expect(Set(unlocked.object.keys) == ["kind", "seconds", "until"])
        try sandbox.done("add", "without a passphrase")
        #expect(try sandbox.list().count == 1)
        let status = try sandbox.done("status", "--json").object
        let left = status["unlocked_seconds"] as? Int ?? 0
        #expect(status["unlocked"] as? Bool == true && (200...300).contains(left))
        // The time can be set again only by who knows the passphrase.
        try sandbox.refused(["unlock", "--for", "8h"], 3, "locked")
        #expect(try sandbox.done("lock", "--json").object["was_unlocked"] as? Bool == true)
        try sandbox.refused(["list"], 3, "locked")
        #expect(try sandbox.done("lock", "--json").object["was_unlocked"] as? Bool == false)
    }

    @Test(arguments: ["kernel", "agent"])
    func `a key is forgotten when its time ends`(holder: String) throws {
        guard let sandbox = try ownVault(holder) else { return }
        defer { endAgents(of: sandbox) }
        try sandbox.done("unlock", "--for", "2s")
        sandbox["AURALYST_PASSPHRASE_FILE"] = nil
        let gone = try eventuallyThrowing { try sandbox.run("list").code == 3 }
        #expect(gone, "the key is still there after its time")
        try sandbox.refused(["list"], 3, "locked")
    }

    @Test func `the agent lets only its owner in, and dumps no core`() throws {
        let sandbox = try #require(try ownVault("agent"))
        defer { endAgents(of: sandbox) }
        try sandbox.done("unlock", "--for", "1m")
        let pid = try #require(agents(of: sandbox).first, "no agent runs below the runtime folder")
        #expect(agents(of: sandbox).count == 1)
        try sandbox.done("unlock", "--for", "2m")
        #expect(agents(of: sandbox) == [pid], "one agent is enough")
        let limits = String(decoding: FileManager.default.contents(atPath: "/proc/\(pid)/limits") ?? Data(), as: UTF8.self)
        let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(core?.split(separator: " ").filter { $0 == "0" }.count == 2)
        var (socket, folder) = (stat(), stat())
        #expect(
            unsafe stat(sandbox.runtime + "/auralyst/agent", &socket) == 0 && stat(sandbox.runtime + "/auralyst", &folder) == 0)
        #expect(socket.st_mode & 0o777 == 0o600 && folder.st_mode & 0o777 == 0o700)
        // An agent that was killed is no key, and no obstacle.
        _ = kill(pid, SIGKILL)
        #expect(try sandbox.run("list", extra: ["AURALYST_PASSPHRASE_FILE": ""], seconds: 5).code == 3)
        try sandbox.done("unlock", "--for", "1m")
        #expect(try sandbox.run("list", extra: ["AURALYST_PASSPHRASE_FILE": ""]).isDone)
    }

    @Test func `the recovery code opens the vault, proves itself, and is replaced`() throws {
        let sandbox = try Sandbox()
        sandbox.withPassphraseOnly()
        defer { endAgents(of: sandbox) }
        try sandbox.done("init", "--recovery-out", "sheet")
        var status = stat()
        #expect(unsafe stat(sandbox.work + "/sheet", &status) == 0 && status.st_mode & 0o777 == 0o600)
        let code = String(decoding: sandbox.bytes(sandbox.work + "/sheet"), as: UTF8.self).trimmingCharacters(in: .newlines)
        func unlock(_ typed: String) throws -> Outcome {
            try sandbox.write(typed, to: "typed")
            return try sandbox.run(
                "unlock", "--recovery", "--for", "1m", extra: ["AURALYST_RECOVERY_FILE": "typed", "AURALYST_PASSPHRASE_FILE": ""])
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
        sandbox.withPassphraseOnly()
        _ = try sandbox.add("kept")
        try sandbox.write("entirely new\n", to: "new")
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
            "keys", "add", "keychain", extra: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"], seconds: 20)
        outcome.expectRefusal(1)
        #expect(try sandbox.list().isEmpty)
    }

    @Test func `the vault's files are for their owner alone`() throws {
        let sandbox = try Sandbox()
        let child = try sandbox.start(program: "/bin/sh", ["-c", "umask 0; exec \"$0\" init --json", Given.program]).wait()
        try #require(child.isDone, child.summary)
        try sandbox.done("add", "words", "--attach", try sandbox.write("words", to: "file"))
        for name in try FileManager.default.subpathsOfDirectory(atPath: sandbox.vault) + ["."] {
            var status = stat()
            try #require(unsafe stat(sandbox.vault + "/" + name, &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name) is open to others")
        }
    }
}

/// As `eventually`, for what may throw.
func eventuallyThrowing(seconds: Double = 10, _ condition: () throws -> Bool) throws -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
        if try condition() { return true }
        usleep(50_000)
    }
    return try condition()
}
