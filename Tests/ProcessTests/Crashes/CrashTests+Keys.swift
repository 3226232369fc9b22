import Foundation
import Testing

extension CrashTests {
    @Test func `a vault is made wholly, or can be made again`() throws {
        let sandbox = try Sandbox()
        try sandbox.crash("init", percent: 8) { _ in
            if FileManager.default.fileExists(atPath: sandbox.vault) {
                try FileManager.default.removeItem(atPath: sandbox.vault)
            }
            return ["init", "--json"]
        } check: { cutOff in
            let isMade = FileManager.default.fileExists(atPath: sandbox.vault + "/vault.auralyst")
            if let code = cutOff.outcome.object["recovery_code"] as? String {
                #expect(isMade, cutOff.summary)
                try sandbox.write(code, to: "code")
                let opened = try sandbox.run("unlock", "--recovery", "--for", "5s", extra: ["AURALYST_RECOVERY_FILE": "code"])
                #expect(opened.isDone, "\(cutOff): \(opened.summary)")
            }
            if !isMade {
                #expect(try sandbox.run("init").isDone, "\(cutOff): the vault is neither there nor can it be made")
            }
            try sandbox.done("unlock", "--for", "1m")
            try sandbox.done("add", "the first entry")
            #expect(try sandbox.list().map { $0["text"] as? String } == ["the first entry"], cutOff.summary)
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
            try sandbox.done("lock")
        }
    }

    @Test func `the passphrase is the old one or the new one`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        let files = [sandbox.root + "/passphrase", sandbox.root + "/other"]
        try sandbox.write("a quite different one\n", to: files[1])
        var isOld = true
        try sandbox.keepKey()
        /// Where no key is kept: the passphrase itself must open it.
        func opens(with file: String) throws -> Outcome {
            let elsewhere = sandbox.root + "/tmp"
            return try sandbox.run(
                "list", "--json", extra: ["AURALYST_PASSPHRASE_FILE": file, "XDG_RUNTIME_DIR": elsewhere])
        }
        try sandbox.crash("keys passphrase", percent: 10) {
            ["AURALYST_NEW_PASSPHRASE_FILE": files[isOld ? 1 : 0]]
        } words: { _ in
            ["keys", "passphrase", "--json"]
        } check: { cutOff in
            let new = try opens(with: files[isOld ? 1 : 0])
            if new.isDone {
                isOld.toggle()
            } else {
                new.expectRefusal(3, "wrong_passphrase", asJSON: true)
                #expect(cutOff.outcome.json == nil, "\(cutOff): the change was confirmed and did not happen")
                #expect(try opens(with: files[isOld ? 0 : 1]).isDone, "\(cutOff): neither passphrase opens the vault")
            }
            sandbox["AURALYST_PASSPHRASE_FILE"] = files[isOld ? 0 : 1]
            #expect(try Snapshot(of: sandbox) == whole, cutOff.summary)
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone, "\(cutOff): \(repaired.summary)")
        }
        // The one that was replaced last opens nothing.
        try opens(with: files[isOld ? 1 : 0]).expectRefusal(3, "wrong_passphrase", asJSON: true)
    }

    @Test func `a rotation that is cut off loses nothing, and goes on`() throws {
        let sandbox = try Sandbox(copying: Given.rewritten.folder)
        let whole = try Snapshot(of: sandbox)
        let id = try #require(
            try sandbox.list("--limit", "1000").first { ($0["attachments"] as? [Any])?.isEmpty == false }?["id"] as? String)
        func letter() throws -> [UInt8] {
            let out = sandbox.root + "/opened"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: false)
            try sandbox.done("show", id, "--save-attachments", out)
            let bytes = sandbox.bytes(out + "/letter.bin")
            try FileManager.default.removeItem(atPath: out)
            return bytes
        }
        let content = [UInt8](repeating: 0x5a, count: 200_000)
        let former = sandbox.root + "/former"
        try FileManager.default.copyItem(atPath: sandbox.vault, toPath: former)
        var epoch = try #require(try sandbox.done("keys", "rotate", "--json").object["epoch"] as? Int)
        try sandbox.crash("keys rotate", percent: 8) { _ in
            ["keys", "rotate", "--json"]
        } check: { cutOff in
            #expect(try Snapshot(of: sandbox) == whole, "\(cutOff): the entries are others")
            #expect(try letter() == content, "\(cutOff): the attachment is another")
            let under = try sandbox.done("keys", "rotate", "--status", "--json").list
            #expect(under.count <= 1 && under.allSatisfy { $0["epoch"] as? Int == epoch + 1 }, cutOff.summary)
            if cutOff.outcome.json != nil { #expect(under.isEmpty, "\(cutOff): it was confirmed, and is under way") }
            if cutOff.number % 3 == 0 {
                let repaired = try sandbox.run("repair", "--json")
                #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
            }
            // It goes on with the same epoch; from its beginning only where nothing had begun, or all was done.
            let next = try #require(try sandbox.done("keys", "rotate", "--json").object["epoch"] as? Int)
            #expect(next == epoch + 1 || next == epoch + 2, cutOff.summary)
            if !under.isEmpty { #expect(next == epoch + 1, cutOff.summary) }
            #expect(try sandbox.done("keys", "rotate", "--status", "--json").list.isEmpty, cutOff.summary)
            epoch = next
        }
        #expect(try Snapshot(of: sandbox) == whole)
        #expect(try letter() == content)
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault)
        #expect(!left.contains { $0.hasSuffix(".next") || $0.hasSuffix(".former") }, "\(left)")
        // The vault file of before opens nothing of it, with the passphrase that is its own.
        for file in ["/vault.auralyst", "/vault.auralyst.bak"] {
            try FileManager.default.moveItem(atPath: sandbox.vault + file, toPath: sandbox.root + "/output" + file)
            try FileManager.default.copyItem(atPath: former + file, toPath: sandbox.vault + file)
        }
        try sandbox.run("list", "--json").expectRefusal(4, "other_vault_file", asJSON: true)
        for file in ["/vault.auralyst", "/vault.auralyst.bak"] {
            try FileManager.default.removeItem(atPath: sandbox.vault + file)
            try FileManager.default.moveItem(atPath: sandbox.root + "/output" + file, toPath: sandbox.vault + file)
        }
        let repaired = try sandbox.run("repair", "--json")
        #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
        // A file that was sealed again, and that nothing named yet when the kill came, goes a day later with the next backup.
        let attachments = sandbox.vault + "/attachments"
        for name in try FileManager.default.contentsOfDirectory(atPath: attachments) {
            let older = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)]
            try FileManager.default.setAttributes(older, ofItemAtPath: attachments + "/" + name)
        }
        try sandbox.done("backup", "create", "--to", sandbox.root + "/backups")
        let sealed = try FileManager.default.contentsOfDirectory(atPath: attachments)
        #expect(sealed.count == 1 && sealed.allSatisfy { $0.count == 64 }, "\(sealed)")
        #expect(try letter() == content)
    }

    @Test func `new keys for a person that are cut off lose nothing, and the same command goes on`() throws {
        let sandbox = try Sandbox(copying: Given.rewritten.folder)
        let whole = try Snapshot(of: sandbox)
        let code = ["AURALYST_RECOVERY_CODE_FILE": try sandbox.write(Given.rewritten.recoveryCode, to: "code")]
        let words = ["keys", "lost-device", "--yes", "--json"]
        func fingerprint() throws -> String? {
            try sandbox.start(words, extra: code).wait().object["fingerprint"] as? String
        }
        var former = try #require(try fingerprint())
        try sandbox.crash("keys lost-device", percent: 4, extra: { code }) { _ in
            words
        } check: { cutOff in
            // Until it is finished, what the former person wrote may name its author.
            #expect(try Snapshot(of: sandbox).entries.keys == whole.entries.keys, "\(cutOff): the entries are others")
            let repaired = try sandbox.run("repair", "--json")
            #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, "\(cutOff): \(repaired.summary)")
            let next = try #require(try fingerprint(), cutOff.summary)
            #expect(next != former, cutOff.summary)
            former = next
            #expect(try Snapshot(of: sandbox) == whole, "\(cutOff): the entries are others at the end")
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault)
        #expect(!left.contains { $0.hasSuffix(".next") || $0.hasSuffix(".former") }, "\(left)")
    }

    @Test func `a wipe that is cut off leaves the vault or nothing that opens, and can be finished`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        try sandbox.write(Given.diary.recoveryCode, to: "code")
        let words = ["wipe", "--yes-wipe", "vault", "--json"]
        try sandbox.crash("wipe", percent: 8) { _ in
            try sandbox.replaceVault(by: Given.diary.folder)
            return words
        } check: { cutOff in
            let listed = try sandbox.run("list", "--json")
            if listed.isDone {
                #expect(cutOff.outcome.json == nil, "\(cutOff): it was confirmed, and the vault opens")
                #expect(try Snapshot(of: sandbox) == whole, "\(cutOff): something is gone, and the keys are there")
            } else {
                let byCode = try sandbox.run(
                    "unlock", "--recovery", "--for", "5s", extra: ["AURALYST_RECOVERY_FILE": "code"])
                #expect(!byCode.isDone, "\(cutOff): the recovery code opens what the passphrase does not")
            }
            // Killed before its very last step it leaves an empty folder, which is no vault any more.
            func left() throws -> [String]? {
                FileManager.default.fileExists(atPath: sandbox.vault)
                    ? try FileManager.default.contentsOfDirectory(atPath: sandbox.vault) : nil
            }
            if try left()?.isEmpty == false {
                let again = try sandbox.start(words).wait()
                #expect(try again.isDone && left() == nil, "\(cutOff): \(again.summary)")
            }
            #expect(try left()?.isEmpty != false, cutOff.summary)
        }
    }
}
