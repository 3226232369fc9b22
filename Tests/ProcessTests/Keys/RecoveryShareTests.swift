import Foundation
import Testing

/// People who together open the vault, from the outside.
@Suite struct RecoveryShareTests {
    /// A vault whose owner has given shares to three people.
    private struct Owner {
        let sandbox: Sandbox
        let shares: [String]

        init() throws {
            sandbox = try Sandbox(copying: Given.empty.folder)
            try sandbox.write(Given.empty.recoveryCode + "\n", to: "code")
            let made = try sandbox.done(
                "keys", "contacts", "--needed", "2", "--of", "3", "--names", "Ann, Ben,Cat", "--json",
                extra: ["AURALYST_RECOVERY_CODE_FILE": "code", "AURALYST_PASSPHRASE_FILE": ""]
            ).object
            let list = try #require(made["shares"] as? [[String: Any]])
            #expect(made["needed"] as? Int == 2 && made["of"] as? Int == 3)
            #expect(list.map { $0["name"] as? String } == ["Ann", "Ben", "Cat"])
            #expect(list.map { $0["number"] as? Int } == [1, 2, 3])
            shares = try list.map { try #require($0["words"] as? String) }
        }

        /// Runs a command with these shares in a file, and without the passphrase.
        func with(_ shares: [String], _ arguments: [String], _ extra: [String: String] = [:]) throws -> Outcome {
            try sandbox.write(shares.joined(separator: "\n\n") + "\n", to: "shares")
            var environment = ["AURALYST_RECOVERY_SHARES_FILE": "shares", "AURALYST_PASSPHRASE_FILE": ""]
            environment.merge(extra) { $1 }
            return try sandbox.start(arguments, extra: environment).wait()
        }
    }

    @Test func `two of three people give the owner a new passphrase, and a new code ends their shares`() throws {
        let owner = try Owner()
        let two = [owner.shares[2], owner.shares[0].uppercased()]
        #expect(try owner.with(two, ["keys", "recovery", "--shares", "--json"]).object["proven"] as? Bool == true)
        try owner.sandbox.write("entirely new 52 pelicans\n", to: "new")
        let changed = try owner.with(two, ["keys", "passphrase", "--shares"], ["AURALYST_NEW_PASSPHRASE_FILE": "new"])
        #expect(changed.isDone, changed.summary)
        #expect(try owner.sandbox.run("list", "--json", extra: ["AURALYST_PASSPHRASE_FILE": "new"]).list.isEmpty)
        let renewed = try owner.with(owner.shares, ["keys", "recovery", "--new", "--shares", "--json"])
        #expect(renewed.object["recovery_code"] is String, renewed.summary)
        try owner.with(two, ["keys", "recovery", "--shares", "--json"]).expectRefusal(3, "wrong_recovery_code", asJSON: true)
    }

    @Test func `it is said which share is wrong, and never a word of it`() throws {
        let owner = try Owner()
        let other = try Owner()
        var words = owner.shares[1].split(separator: " ").map(String.init)
        words.swapAt(8, 9)
        let mistyped = words.joined(separator: " ")
        let cases = [
            ([owner.shares[0]], 3, "too_few_shares"), ([], 3, "too_few_shares"), ([owner.shares[0], mistyped], 64, "bad_share"),
            ([owner.shares[0], owner.shares[0]], 64, "bad_share"), ([owner.shares[0], other.shares[1]], 64, "bad_share"),
            (["a b c"], 64, "bad_share"),
        ]
        for (shares, code, name) in cases {
            let outcome = try owner.with(shares, ["keys", "recovery", "--shares", "--json"])
            outcome.expectRefusal(Int32(code), name, asJSON: true)
            for place in 2..<31 { #expect(!outcome.errors.contains(words[place..<place + 2].joined(separator: " ")), "\(name)") }
        }
        let unasked = try owner.sandbox.run("unlock", "--shares", "--json", extra: ["AURALYST_PASSPHRASE_FILE": ""])
        unasked.expectRefusal(3, "no_shares", asJSON: true)
    }

    @Test func `shares restore a backup, and are written as sheets for their people`() throws {
        let owner = try Owner()
        let sandbox = owner.sandbox
        _ = try sandbox.add("kept for later")
        try sandbox.done("backup", "create", "--to", sandbox.root + "/backups")
        let restored = try owner.with(
            Array(owner.shares[1...]),
            ["backup", "restore", sandbox.root + "/backups", "--to", sandbox.root + "/new", "--shares"],
            ["AURALYST_PASSPHRASE_FILE": sandbox.root + "/passphrase"])
        #expect(restored.isDone, restored.summary)
        let there = try sandbox.done("list", "--json", "--vault", sandbox.root + "/new").list
        #expect(there.map { $0["text"] as? String } == ["kept for later"])

        let written = try owner.with(
            owner.shares, ["keys", "contacts", "--needed", "3", "--of", "4", "--out", "sheets", "--shares"])
        #expect(written.isDone, written.summary)
        let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.work + "/sheets").sorted()
        #expect(names == (1...4).map { "share-\($0).txt" })
        // Its words as they stand on the sheet, with their numbers.
        let typed = names.dropFirst().map { name in
            var status = stat()
            #expect(unsafe stat(sandbox.work + "/sheets/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
            let text = String(decoding: sandbox.bytes(sandbox.work + "/sheets/" + name), as: UTF8.self)
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
            let rows = text.split(separator: "\n").filter { $0.hasPrefix("   1 ") || $0.first == " " }
            #expect(rows.count == 7)
            return rows.joined(separator: " ")
        }
        #expect(try owner.with(typed, ["keys", "recovery", "--shares"]).isDone)
        let again = try owner.with(
            owner.shares, ["keys", "contacts", "--needed", "2", "--of", "2", "--out", "sheets", "--shares", "--json"])
        again.expectRefusal(1, "exists", asJSON: true)
    }

    @Test func `numbers and names that do not fit are refused before the code is asked for`() throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        for (words, code) in [
            (["--needed", "1", "--of", "3"], "bad_share_plan"), (["--needed", "4", "--of", "3"], "bad_share_plan"),
            (["--needed", "2", "--of", "17"], "bad_share_plan"),
            (["--needed", "2", "--of", "3", "--names", "Ann,Ben"], "bad_names"),
            (["--needed", "2", "--of", "2", "--names", "Ann, "], "bad_names"), (["--of", "3"], "usage"),
        ] {
            try sandbox.start(["keys", "contacts", "--json"] + words).wait().expectRefusal(64, code, asJSON: true)
        }
    }
}
