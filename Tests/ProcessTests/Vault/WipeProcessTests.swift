import ByteSearch
import Foundation
import Testing

/// Destroying a vault, and choosing between several, from the outside.
@Suite struct WipeProcessTests {
    @Test func `after a wipe no slot opens by any secret, and no file has a key or a word`() throws {
        let sandbox = try Sandbox()
        let code = try sandbox.makeVault()
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
        try sandbox.refused(["list", "--profile", "none"], 1, "no_such_profile")
        try sandbox.refused(["profile", "add", "a b"], 64, "bad_profile_name")
        try sandbox.refused(["profile", "add", "two"], 1, "profile_exists")
        // The name that has to be typed is the profile's.
        try sandbox.done("profile", "rename", "four", "diary")
        try sandbox.refused(["wipe", "--yes-wipe", "four"], 64, "other_name")
        try sandbox.done("wipe", "--yes-wipe", "diary", "--json")
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
