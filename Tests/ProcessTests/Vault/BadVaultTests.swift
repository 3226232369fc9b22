import Foundation
import Testing

/// Vaults that are not there, are another program's, or stay locked.
@Suite struct BadVaultTests {
    @Test func `a place without a vault is named`() throws {
        let sandbox = try Sandbox()
        try FileManager.default.createDirectory(atPath: sandbox.work + "/bare", withIntermediateDirectories: false)
        try sandbox.write("words", to: "file")
        for words in [["list"], ["add", "x"], ["status"], ["repair"], ["keys", "list"], ["unlock"], ["lock"]] {
            try sandbox.refused(words, 1, "no_vault")
            try sandbox.refused(words + ["--vault", "bare"], 1, "no_vault")
            try sandbox.refused(words + ["--vault", "file"], 1, "not_a_vault")
        }
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault))
        #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.work + "/bare").isEmpty)
    }

    @Test func `an empty name of a vault does not mean the present folder`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let outcome = try sandbox.run("init", "--vault", "", "--json")
        outcome.expectRefusal(64, asJSON: true)
        #expect(!FileManager.default.fileExists(atPath: sandbox.work + "/vault.auralyst"))
    }

    @Test func `a vault that is there is not made anew`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let before = sandbox.bytes(sandbox.vault + "/vault.auralyst")
        try sandbox.refused(["init"], 1, "exists")
        try sandbox.refused(["demo", "--vault", sandbox.vault], 1, "exists")
        #expect(sandbox.bytes(sandbox.vault + "/vault.auralyst") == before)
        // Also one of which only the second copy is left.
        try FileManager.default.removeItem(atPath: sandbox.vault + "/vault.auralyst")
        try sandbox.refused(["init"], 1, "exists")
    }

    @Test(arguments: ["2", "10", "9999"])
    func `a vault of a newer version is left alone`(version: String) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        for name in ["vault.auralyst", "vault.auralyst.bak"] {
            let path = sandbox.vault + "/" + name
            let old = sandbox.bytes(path).dropLast(32)
            let new = Array("auralyst-vault/\(version)".utf8) + old.dropFirst("auralyst-vault/1".utf8.count)
            let file = try sandbox.write(new, to: "content")
            let sum = try sandbox.start(program: "/usr/bin/env", ["sha256sum", file]).wait().text.prefix(64)
            try sandbox.write(new + bytes(ofHex: sum), to: path)
        }
        let before = try listing(sandbox.vault)
        for words in [["list"], ["add", "x"], ["repair"], ["status"], ["keys", "list"], ["unlock"], ["init"]] {
            try sandbox.refused(words, 1, words == ["init"] ? "exists" : "newer_version")
        }
        #expect(try listing(sandbox.vault) == before)
    }

    private func bytes(ofHex text: Substring) -> [UInt8] {
        let figures = text.compactMap(\.hexDigitValue)
        return stride(from: 0, to: figures.count - 1, by: 2).map { UInt8(figures[$0] * 16 + figures[$0 + 1]) }
    }

    @Test func `the wrong passphrase says so, and nothing else`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        try sandbox.write("not this one\n", to: sandbox.root + "/passphrase")
        try sandbox.refused(["list"], 3, "wrong_passphrase")
        try sandbox.run("unlock", "--for", "5m").expectRefusal(3)
        try sandbox.run("keys", "passphrase").expectRefusal(3)
        let before = try listing(sandbox.vault)
        try sandbox.run("repair").expectRefusal(3)
        #expect(try listing(sandbox.vault) == before)
    }

    @Test func `a passphrase file that holds no passphrase is named`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let file = [
            "empty": [], "line end": [0x0a], "long": [UInt8](repeating: 0x61, count: 5000), "binary": [0xff, 0xfe, 0x80],
        ]
        for (name, bytes) in file { try sandbox.write(bytes, to: name) }
        func refused(_ file: String, _ code: Int32, _ name: String) throws {
            try sandbox.refused(["list"], code, name, extra: ["AURALYST_PASSPHRASE_FILE": file])
        }
        try refused("nowhere", 1, "not_found")
        try refused("empty", 64, "passphrase_empty")
        try refused("line end", 64, "passphrase_empty")
        try refused("long", 64, "passphrase_too_long")
        try refused("binary", 64, "passphrase_not_text")
        try refused(".", 1, "not_a_file")
    }

    @Test(arguments: [
        ["list"], ["show", "last"], ["add", "x"], ["add"], ["edit", "last", "--text", "x"], ["delete", "last"],
        ["history", "last"],
        ["search", "x"], ["list", "--on-this-day"], ["import", "/etc/hostname"], ["export", "jrnl", "--out", "x", "--yes"],
        ["repair"],
        ["unlock"], ["keys", "passphrase"], ["keys", "recovery"], ["keys", "recovery", "--new"],
    ])
    func `a locked vault answers without a look at its input`(words: [String]) throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        sandbox.withoutKeys()
        let before = try listing(sandbox.vault)
        // Where a key is to be shown anew, the answer says which.
        let name = words == ["keys", "recovery"] ? "no_recovery_code" : words.first == "keys" ? "no_key_shown" : "locked"
        try sandbox.refused(words, 3, name)
        try sandbox.refused(words, 3, name, input: .closed)
        // What is not read is not waited for either: a pipe whose writer says nothing would be the same.
        let passphrase = Array((Given.passphrase + "\n").utf8)
        for typed in [words, ["--json"] + words] {
            let outcome = try sandbox.start(typed, input: .offered(passphrase)).wait()
            outcome.expectRefusal(3, name, asJSON: typed != words)
            #expect(outcome.unread == passphrase.count)
        }
        #expect(try listing(sandbox.vault) == before)
    }

    @Test func `a locked vault still tells what it is`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        sandbox.withoutKeys()
        let status = try sandbox.done("status", "--json").object
        #expect(status["unlocked"] as? Bool == false)
        #expect(
            Set(status.keys) == ["kind", "vault", "unlocked", "generation", "created", "slots", "time_zone_rules", "profile"])
        #expect(try sandbox.done("keys", "list", "--json").list.map { $0["type"] as? String } == ["argon2id", "recovery"])
        #expect(try sandbox.done("lock", "--json").object["was_unlocked"] as? Bool == false)
    }

    @Test(.enabled(if: getuid() != 0, "root may read everything"))
    func `a file that its owner may not read is named`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try sandbox.write("[2026-03-14 21:00] words\n", to: "closed.txt", permissions: 0)
        try sandbox.refused(["import", "closed.txt"], 1, "not_allowed")
        try sandbox.refused(["add", "x", "--attach", "closed.txt"], 1, "not_allowed")
    }
}

func listing(_ folder: String) throws -> [String: Data] {
    var files: [String: Data] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
        files[name] = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
    }
    return files
}
