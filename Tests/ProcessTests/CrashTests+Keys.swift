import Foundation
import Testing

extension CrashTests {
    @Test func `a rotation that is cut off loses nothing, and goes on`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        let id = try #require(
            try sandbox.list("--limit", "1000").first { ($0["attachments"] as? [Any])?.isEmpty == false }?["id"] as? String)
        func letter() throws -> [UInt8] {
            let out = sandbox.root + "/opened"
            try FileManager.default.createDirectory(atPath: out, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: out) }
            try sandbox.done("show", id, "--save-attachments", out)
            return sandbox.bytes(out + "/letter.bin")
        }
        let content = [UInt8](repeating: 0x5a, count: 200_000)
        var epoch = 1
        var moments = try Moments("keys rotate", runs: 1) {
            let done = try sandbox.done("keys", "rotate", "--json").object
            epoch = try #require(done["epoch"] as? Int)
        }
        var tally = Tally()
        while !tally.isEnough(CrashTests.kills(8)) {
            let number = tally.killed + tally.finished
            let outcome = try kill(sandbox, ["keys", "rotate", "--json"], moments.next())
            #expect(try Snapshot(of: sandbox) == whole, "kill \(number): the entries are others")
            #expect(try letter() == content, "kill \(number): the attachment is another")
            let under = try sandbox.done("keys", "rotate", "--status", "--json").list
            #expect(under.count <= 1 && under.allSatisfy { $0["epoch"] as? Int == epoch + 1 }, "kill \(number)")
            if outcome.json != nil { #expect(under.isEmpty, "kill \(number): it was confirmed, and is under way") }
            if number % 3 == 0 {
                let repaired = try sandbox.run("repair", "--json")
                #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
            }
            // It goes on with the same epoch; from its beginning only where nothing had begun, or all was done.
            let next = try #require(try sandbox.done("keys", "rotate", "--json").object["epoch"] as? Int)
            #expect(next == epoch + 1 || next == epoch + 2, "kill \(number)")
            if !under.isEmpty { #expect(next == epoch + 1, "kill \(number)") }
            #expect(try sandbox.done("keys", "rotate", "--status", "--json").list.isEmpty)
            epoch = next
            tally.count(outcome, isThere: !under.isEmpty || outcome.json != nil)
        }
        #expect(try Snapshot(of: sandbox) == whole)
        #expect(try letter() == content)
        let repaired = try sandbox.run("repair", "--json")
        #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
        // A file that was sealed anew and named by nobody when the kill came goes a day later, with the next backup.
        let attachments = sandbox.vault + "/attachments"
        for name in try FileManager.default.contentsOfDirectory(atPath: attachments) {
            let older = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -2 * 86_400)]
            try FileManager.default.setAttributes(older, ofItemAtPath: attachments + "/" + name)
        }
        try sandbox.done("backup", "create", "--to", sandbox.root + "/backups")
        let sealed = try FileManager.default.contentsOfDirectory(atPath: attachments)
        #expect(sealed.count == 1 && sealed.allSatisfy { $0.count == 64 }, "\(sealed)")
        #expect(try letter() == content)
        print("crash during keys rotate: \(tally.killed) killed, \(tally.finished) had finished; \(tally.there) had begun")
    }

    @Test func `a wipe that is cut off leaves the vault or nothing that opens, and can be finished`() throws {
        let code = Given.diary.recoveryCode
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        let words = ["wipe", "--yes-wipe", "vault", "--json"]
        // The copies share the name under which a kept key is found: it stays out of this.
        let locked = ["AURALYST_KEY_HOLDER": "agent"]
        var moments = try Moments("wipe", runs: 1) {
            try sandbox.replaceVault(by: Given.diary.folder)
            #expect(try sandbox.start(words, extra: locked).wait().isDone)
        }
        try sandbox.write(code, to: "code")
        var tally = Tally()
        while !tally.isEnough(CrashTests.kills(8)) {
            let number = tally.killed + tally.finished
            try sandbox.replaceVault(by: Given.diary.folder)
            let outcome = try kill(sandbox, words, moments.next(), extra: locked)
            let listed = try sandbox.run("list", "--json")
            if listed.isDone {
                #expect(outcome.json == nil, "kill \(number): it was confirmed, and the vault opens")
                #expect(try Snapshot(of: sandbox) == whole, "kill \(number): something is gone, and the keys are there")
            } else {
                let byCode = try sandbox.run(
                    "unlock", "--recovery", "--for", "5s",
                    extra: ["AURALYST_RECOVERY_FILE": "code"].merging(locked) { $1 })
                #expect(!byCode.isDone, "kill \(number): the recovery code opens what the passphrase does not")
            }
            // Cut off in front of its very last step it leaves a folder with nothing in it, which is no vault's any more.
            func left() -> [String]? { try? FileManager.default.contentsOfDirectory(atPath: sandbox.vault) }
            if left()?.isEmpty == false {
                let again = try sandbox.start(words, extra: locked).wait()
                #expect(again.isDone && left() == nil, "kill \(number): \(again.summary)")
            }
            #expect(left()?.isEmpty != false, "kill \(number)")
            tally.count(outcome, isThere: listed.isDone)
        }
        print("crash during wipe: \(tally.killed) killed, \(tally.finished) had finished; \(tally.there) vaults were there")
    }
}

/// Destroying a vault, and choosing between several, from the outside.
@Suite struct WipeProcessTests {
    @Test func `after a wipe no slot opens by any secret, and no file has a key or a word`() throws {
        let sandbox = try Sandbox()
        sandbox["AURALYST_KEY_HOLDER"] = "agent"
        let code = try #require(try sandbox.done("init", "--json").object["recovery_code"] as? String)
        var search = ByteSearch()
        for word in ["quicksilverling", "floorboardish", "wistfully", Given.passphrase, code] { search.add(text: word) }
        let file = try sandbox.write("quicksilverling under floorboardish", to: sandbox.root + "/output/letter.txt")
        try sandbox.done("add", "a quicksilverling day", "--mood", "wistfully", "--attach", file)
        try sandbox.write("a second one, longer\n", to: sandbox.root + "/second")
        try sandbox.done("keys", "add", "passphrase", extra: ["AURALYST_NEW_PASSPHRASE_FILE": sandbox.root + "/second"])
        try sandbox.done("keys", "rotate")
        try sandbox.done("unlock", "--for", "5m")
        // What opened it once, from a second name of each copy: the bytes there are others now.
        let copies = ["vault.auralyst", "vault.auralyst.bak"]
        let slots = sandbox.bytes(sandbox.vault + "/vault.auralyst")
        let seen = sandbox.root + "/output/seen"
        for name in copies { try FileManager.default.linkItem(atPath: sandbox.vault + "/" + name, toPath: seen + name) }
        let done = try sandbox.done("wipe", "--yes-wipe", "vault", "--json").object
        #expect(done["folder_gone"] as? Bool == true && (done["troubles"] as? [Any])?.isEmpty == true)
        #expect((done["beyond"] as? [[String: Any]])?.allSatisfy { $0["command"] != nil } == true)
        #expect(!FileManager.default.fileExists(atPath: sandbox.vault))
        for name in copies {
            let left = sandbox.bytes(seen + name)
            #expect(left.count > 1000 && zip(left, slots).count { $0 == $1 } < left.count / 16, "the slots were overwritten")
            // Put back, it opens by nothing.
            try FileManager.default.createDirectory(atPath: sandbox.vault, withIntermediateDirectories: true)
            try sandbox.write(left, to: sandbox.vault + "/" + name)
        }
        try sandbox.write(code, to: sandbox.root + "/output/code")
        try sandbox.refused(["list"], 4)
        try sandbox.refused(["list"], 4, extra: ["AURALYST_PASSPHRASE_FILE": sandbox.root + "/second"])
        try sandbox.refused(
            ["unlock", "--recovery"], 4, extra: ["AURALYST_RECOVERY_FILE": sandbox.root + "/output/code"])
        try FileManager.default.removeItem(atPath: sandbox.vault)
        let result = search.hits(below: sandbox.places)
        #expect(result.hits.isEmpty)
    }

    @Test func `a wipe without the vault's name, or of no vault, is refused`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let whole = try Snapshot(of: sandbox)
        try sandbox.refused(["wipe"], 64, "confirmation_needed")
        try sandbox.refused(["wipe", "--yes-wipe", "Vault"], 64, "other_name")
        try sandbox.refused(["wipe", "--yes-wipe", ""], 64, "other_name")
        try sandbox.refused(["wipe", "--yes-wipe", "work", "--vault", sandbox.work], 1, "not_a_vault")
        try sandbox.refused(["wipe", "--journal", "zzzz", "--yes-wipe", "vault"], 1, "no_such_journal")
        let plan = try sandbox.done("wipe", "--dry-run", "--json").object
        #expect(plan["name"] as? String == "vault" && plan["entries"] as? Int == whole.entries.count)
        #expect(plan["attachments"] as? Int == 1)
        #expect(try Snapshot(of: sandbox) == whole)
    }

    @Test func `a journal is destroyed, and the vault is there with an empty one`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        let old = try #require((try sandbox.done("status", "--json").object["journals"] as? [String])?.first)
        let done = try sandbox.done("wipe", "--journal", String(old.prefix(6)), "--yes-wipe", "vault", "--json").object
        #expect(done["journal"] as? String != old)
        #expect(try sandbox.list().isEmpty)
        _ = try sandbox.add("a new beginning")
        let repaired = try sandbox.run("repair", "--json")
        #expect(repaired.isDone && repaired.object["whole"] as? Bool == true, repaired.summary)
        #expect(try sandbox.list().count == 1)
    }

    @Test func `the vault that is meant follows from option, profile, variable and use, in this order`() throws {
        let sandbox = try Sandbox()
        var vaults: [String: String] = [:]
        for name in ["one", "two", "three", "four"] {
            vaults[name] = sandbox.root + "/" + name
            try FileManager.default.copyItem(atPath: Given.empty.folder, toPath: sandbox.root + "/" + name)
        }
        func meant(_ words: String..., extra: [String: String] = [:]) throws -> String? {
            try sandbox.start(words + ["status", "--json"], extra: extra).wait().object["vault"] as? String
        }
        for name in ["two", "four"] { try sandbox.done("profile", "add", name, "--vault", sandbox.root + "/" + name) }
        try sandbox.done("profile", "use", "four")
        let three = ["AURALYST_VAULT": sandbox.root + "/three"]
        #expect(try meant("--vault", sandbox.root + "/one", "--profile", "two", extra: three) == vaults["one"])
        #expect(try meant("--profile", "TWO", extra: three) == vaults["two"])
        #expect(try meant(extra: three) == vaults["three"])
        sandbox["AURALYST_VAULT"] = nil
        #expect(try meant() == vaults["four"])
        #expect(try sandbox.done("status", "--json").object["profile"] as? String == "four")
        try sandbox.refused(["list", "--profile", "none"], 64, "no_such_profile")
        try sandbox.refused(["profile", "add", "a b"], 64, "bad_profile_name")
        try sandbox.refused(["profile", "add", "two"], 1, "profile_exists")
        // The name that has to be typed is the profile's.
        try sandbox.done("profile", "rename", "four", "diary")
        try sandbox.refused(["wipe", "--yes-wipe", "four"], 64, "other_name")
        // The copies share the name under which a kept key is found: it stays out of this.
        try sandbox.done("wipe", "--yes-wipe", "diary", "--json", extra: ["AURALYST_KEY_HOLDER": "agent"])
        let left = try sandbox.done("profile", "list", "--json").list
        #expect(left.map { $0["name"] as? String } == ["two"])
        let file = sandbox.root + "/home/.config/auralyst/profiles.json"
        try sandbox.write("{", to: file)
        try sandbox.refused(["list"], 4, "profiles_damaged")
        try sandbox.done("list", "--vault", sandbox.root + "/one")
        #expect(sandbox.bytes(file) == Array("{".utf8))
    }

    @Test func `the recovery code is rehearsed without any other key`() throws {
        let sandbox = try Sandbox(copying: Given.diary.folder)
        sandbox.withoutKeys()
        try sandbox.write(Given.diary.recoveryCode, to: "code")
        let drill = try sandbox.done("keys", "recovery", "--drill", "--json", extra: ["AURALYST_RECOVERY_FILE": "code"]).object
        #expect(drill["kind"] as? String == "recovery_drill" && drill["read"] as? Bool == true)
        try sandbox.write("AGE-SECRET-KEY-1", to: "wrong")
        try sandbox.refused(["keys", "recovery", "--drill"], 64, extra: ["AURALYST_RECOVERY_FILE": "wrong"])
    }
}
