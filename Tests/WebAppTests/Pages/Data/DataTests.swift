import Base
import Engine
import Exchange
import Foundation
import HTTP
import Importing
import Journal
import Records
import SeededChance
import Store
import Testing

/// What the settings offer for a person's data: out, into backups, under new keys, and away.
struct DataTests {
    private let given: GivenApp
    private let browser: TestClient

    init() async throws {
        given = try await GivenApp()
        browser = try await given.ownersBrowser()
    }

    private func add(_ texts: String...) async throws {
        let vault = try await given.vault()
        for text in texts { _ = try await vault.add(NewEntry(text: text)) }
    }

    private func send(_ path: String, from page: String, _ fields: FormFields = [:]) async throws -> TestResponse {
        var fields = fields
        fields.pairs.append((name: "form-token", value: try await browser.get(page).formToken))
        return try await browser.post(path, form: fields)
    }

    private func entries() async throws -> Int { try await given.vault().status().entries }

    static let pages = ["export", "backup", "rotation", "drill", "profiles", "wipe"].map { "/settings/" + $0 }

    @Test(arguments: pages)
    func `shows each page to its owner, and to nobody else`(path: String) async throws {
        #expect(try await browser.get(path).status == .ok)
        #expect(try await given.knownBrowser().get(path).headers["location"]?.hasPrefix("/unlock") == true)
    }

    @Test func `leads to every way from the settings`() async throws {
        let page = try await browser.get("/settings/data").text + browser.get("/settings/keys").text
        for path in DataTests.pages + ["/import", "/deleted"] { #expect(page.contains("href=\"\(path)\""), "\(path)") }
    }

    // ---- export ----

    @Test(arguments: ExportFormat.allCases)
    func `exports in clear only after a tick`(format: ExportFormat) async throws {
        try await add("A secret of the lake.")
        let fields: FormFields = ["format": format.rawValue, "protection": "clear"]
        let refused = try await send("/settings/export", from: "/settings/export", fields)
        #expect(refused.status == .unprocessable && refused.text.contains("Nothing was exported."))
        #expect(refused.text.contains("value=\"\(format.rawValue)\" aria-describedby=\"format-\(format.rawValue)\" checked"))
        let file = try await send("/settings/export", from: "/settings/export", FormFields(fields.pairs + [("in-clear", "yes")]))
        #expect(
            file.headers["content-disposition"]?.hasPrefix("attachment; filename=\"auralyst-2026-03-14.") == true,
            "\(file.text.prefix(300))")
        #expect(file.headers["cache-control"] == "no-store")
        #expect(file.text.contains("A secret of the lake."))
        #expect(try await browser.workDone().text.contains("1 entry was exported"))
    }

    @Test(
        arguments: [
            [:], ["protection": "recovery", "format": "csv"],
            [
                "protection": "passphrase", "format": "jrnl", "passphrase": "four green words here now",
                "repeated": "four green words here now",
            ],
        ] as [FormFields])
    func `encrypts what is not asked for in clear`(fields: FormFields) async throws {
        try await add("A secret of the lake.")
        let file = try await send("/settings/export", from: "/settings/export", fields)
        #expect(file.headers["content-disposition"]?.contains(".age\"") == true, "\(file.text.prefix(300))")
        #expect(file.text.hasPrefix("age-encryption.org/v1\n") && !file.text.contains("secret of the lake"))
    }

    @Test(
        arguments: [
            ["passphrase": ""], ["passphrase": "short", "repeated": "short"],
            ["passphrase": "four green words here", "repeated": "other"],
        ] as [FormFields])
    func `refuses a passphrase that cannot be meant`(fields: FormFields) async throws {
        let answer = try await send(
            "/settings/export", from: "/settings/export", FormFields(fields.pairs + [("protection", "passphrase")]))
        #expect(answer.status == .unprocessable && answer.headers["content-disposition"] == nil)
    }

    @Test func `packs an export of many files so that others open it`() async throws {
        try await add("First.", "Second.")
        let file = try await send(
            "/settings/export", from: "/settings/export", ["format": "markdown", "protection": "clear", "in-clear": "yes"])
        let path = given.folder + "/export.zip"
        try Data(file.bytes).write(to: URL(fileURLWithPath: path))
        // Read back by the engine, which reads archives by another program's code than ours.
        let source = try ImportSource(path: path, format: .markdown, options: ImportOptions(surroundings: .machine))
        #expect(try source.reading().entries.count == 2)
    }

    @Test(arguments: ["recovery", "clear"])
    func `brings an export of its own back in`(protection: String) async throws {
        try await add("There and back.")
        let code = try await given.recoveryCode(browser)
        let file = try await send(
            "/settings/export", from: "/settings/export", ["protection": protection, "in-clear": "yes", "format": "json"])
        let other = try await GivenApp()
        let client = try await other.ownersBrowser()
        let page = try await client.get("/import")
        let part = PartToSend("files", fileName: protection == "clear" ? "all.json" : "all.json.age", bytes: file.bytes)
        let upload = try await client.post("/import", multipart: [PartToSend("form-token", page.formToken), part])
        #expect(upload.headers["location"] == "/import/plan", "\(upload.text)")
        let plan = try await client.get("/import/plan")
        #expect(plan.text.contains("<option value=\"auralyst\" selected>"))
        #expect(plan.text.contains("This file is encrypted.") == (protection == "recovery"))
        for typed in ["AGE-SECRET-KEY-1QQQ", code] where protection == "recovery" {
            _ = try await client.post("/import/plan", form: ["form-token": plan.formToken, "password": typed])
            #expect(
                try await client.get("/import/plan").text.contains("This password does not open the file.") == (typed != code))
        }
        _ = try await client.post("/import/run", form: ["form-token": plan.formToken])
        #expect(try await client.workDone().text.contains("1 entry imported"))
        #expect(try await other.vault().entries(.init()).list.map(\.entry.text) == ["There and back."])
    }

    // ---- backup ----

    @Test func `makes a backup, checks it, and restores it on a machine without a vault`() async throws {
        try await add("A day to be kept.")
        let code = try await given.recoveryCode(browser)
        let folder = given.folder + "/backups"
        #expect(
            try await send("/settings/backup", from: "/settings/backup", ["folder": folder]).headers["location"] == "/progress")
        #expect(try await browser.workDone().text.contains("<h1>Backup complete</h1>"))
        #expect(
            try await send("/settings/backup/verify", from: "/settings/backup", ["folder": folder]).headers["location"]
                == "/progress"
        )
        #expect(try await browser.workDone().text.contains("<h1>The backup is good</h1>"))
        let page = try await browser.get("/settings/backup").text
        #expect(page.contains("<dt>Last backup</dt><dd>today</dd>") && page.contains("-monthly.age</code>"))

        try await restore(from: folder, code, patience: .seconds(600))
        try await restore(from: folder, code, patience: .zero)
    }

    /// Restores a backup of one entry on a machine without a vault; without patience the browser is shown how far it is.
    private func restore(from folder: String, _ code: String, patience: Duration) async throws {
        let other = try await GivenApp(hasVault: false, patience: patience)
        let client = try await other.knownBrowser()
        let fields: FormFields = [
            "path": folder, "passphrase": "six new words for this one", "repeated": "six new words for this one",
        ]
        func restore(_ code: String) async throws -> TestResponse {
            let token = try await client.get("/welcome/restore").formToken
            return try await client.post(
                "/welcome/restore", form: FormFields(fields.pairs + [("code", code), ("form-token", token)]))
        }
        let stranger = try await other.knownBrowser()
        func afterWaiting(_ response: TestResponse) async throws -> TestResponse {
            var response = response
            try await until("the backup is restored") {
                guard response.headers["location"] == "/waiting" || response.headers["refresh"] != nil else { return true }
                #expect(
                    try await stranger.get("/waiting").headers["location"] != nil, "it is shown to another browser")
                response = try await client.get("/waiting")
                return false
            }
            return response
        }
        let wrong = try await afterWaiting(restore("AGE-SECRET-KEY-1QQQ"))
        #expect(wrong.status == .unprocessable && wrong.text.contains("code-fault"))
        let done = try await afterWaiting(restore(code))
        #expect(done.headers["location"] == "/today", "\(done.text)")
        #expect(try await client.get("/today").text.contains("Restored: the journal is as it was"))
        #expect(try await other.vault().entries(.init()).list.map(\.entry.text) == ["A day to be kept."])
    }

    @Test(arguments: ["", "Backups", "../x"])
    func `takes only a whole path for backups`(folder: String) async throws {
        let answer = try await send("/settings/backup", from: "/settings/backup", ["folder": folder])
        #expect(answer.status == .unprocessable && answer.text.contains("folder-fault"))
    }

    @Test func `says why a backup was not made`() async throws {
        _ = try await send("/settings/backup", from: "/settings/backup", ["folder": given.folder + "/vault/inside"])
        #expect(try await browser.workDone().text.contains("inside the vault"))
    }

    // ---- keys ----

    private func rotate(_ passphrase: String = GivenApp.passphrase) async throws -> TestResponse {
        try await send("/settings/rotation", from: "/settings/rotation", ["passphrase": passphrase])
    }

    @Test func `gives the vault and the journal new keys, and shows what that did`() async throws {
        try await add("Under the old key.")
        #expect(try await rotate().headers["location"] == "/progress")
        #expect(try await browser.workDone().text.contains("<h1>The journal has a new key</h1>"))
        try await add("Under the new key.")
        #expect(try await entries() == 2)
        #expect(try await given.vault().rotations().isEmpty)
        _ = try await send("/lock", from: "/today")
        #expect(try await given.ownersBrowser().get("/today").text.contains("Under the new key."))
    }

    @Test func `makes no new keys without the passphrase`() async throws {
        let answer = try await rotate("wrong")
        #expect(answer.status == .unprocessable && answer.text.contains("passphrase-fault"))
    }

    @Test func `rehearses the recovery by the paper alone`() async throws {
        try await add("One.")
        let code = try await given.recoveryCode(browser)
        let wrong = try await send("/settings/drill", from: "/settings/drill", ["code": "AGE-SECRET-KEY-1QQQ"])
        #expect(wrong.status == .unprocessable && wrong.text.contains("code-fault"))
        let done = try await send("/settings/drill", from: "/settings/drill", ["code": code])
        #expect(done.text.contains("<h1>Your recovery code works</h1>") && done.text.contains("1 entry is there"))
    }

    // ---- wipe ----

    @Test(
        arguments: [
            ["name": "Vault", "passphrase": GivenApp.passphrase], ["name": "", "passphrase": GivenApp.passphrase],
            ["name": "vault", "passphrase": "wrong"], ["name": "vault"],
            ["name": "vault ", "what": "journal", "passphrase": GivenApp.passphrase],
        ] as [FormFields])
    func `destroys nothing without the vault's name and its passphrase`(fields: FormFields) async throws {
        try await add("Still here.")
        let answer = try await send("/settings/wipe", from: "/settings/wipe", fields)
        #expect(answer.status == .unprocessable && answer.text.contains("Nothing was destroyed."))
        #expect(try await entries() == 1)
    }

    @Test func `destroys the vault, and leaves a page that stands by itself`() async throws {
        try await add("To be gone.")
        let answer = try await send(
            "/settings/wipe", from: "/settings/wipe", ["what": "vault", "name": "vault", "passphrase": GivenApp.passphrase])
        #expect(answer.status == .ok && answer.text.contains("<h1>Destroyed</h1>"), "\(answer.text)")
        #expect(!answer.text.contains("data-private"))
        #expect(!FileManager.default.fileExists(atPath: given.folder + "/vault"))
        #expect(try await given.door.state() == .absent)
        #expect(try await browser.get("/today").headers["location"] == "/welcome")
    }

    @Test func `destroys the journal alone, and opens an empty one under the same keys`() async throws {
        try await add("To be gone.")
        let answer = try await send(
            "/settings/wipe", from: "/settings/wipe", ["what": "journal", "name": "vault", "passphrase": GivenApp.passphrase])
        #expect(answer.headers["location"] == "/today", "\(answer.text)")
        #expect(try await entries() == 0)
        try await add("A new beginning.")
        #expect(try await entries() == 1)
    }

    // ---- long work and the lock ----

    @Test func `lets nobody in to the outcome after the lock`() async throws {
        try await add("One.")
        _ = try await rotate()
        _ = try await browser.workDone()
        _ = try await send("/lock", from: "/today")
        let again = try await given.ownersBrowser()
        #expect(try await again.get("/progress").text.contains("No task is running"))
    }
}

extension GivenApp {
    func recoveryCode(_ browser: TestClient) async throws -> String {
        let page = try await browser.get("/settings/recovery")
        _ = try await browser.post(
            "/settings/recovery", form: ["form-token": page.formToken, "passphrase": GivenApp.passphrase])
        return try #require(await door.recoveryCode())
    }
}
