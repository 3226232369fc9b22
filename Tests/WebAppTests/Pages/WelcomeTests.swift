import Engine
import HTTP
import Journal
import Testing
import WebApp

/// The first steps: a vault, its recovery code on paper, and what was written elsewhere.
@Suite struct `Welcome` {
    static let passphrase = "violet harbour candle seven"

    private func form(_ page: TestResponse, _ fields: [(String, String)]) -> FormFields {
        FormFields([("form-token", page.formToken)] + fields.map { (name: $0.0, value: $0.1) })
    }

    /// An app whose vault was just made on its first page, and the browser that did it.
    private func madeVault() async throws -> (GivenApp, TestClient) {
        let given = try await GivenApp(hasVault: false)
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/welcome")
        let made = try await browser.post(
            "/welcome", form: form(page, [("passphrase", Welcome.passphrase), ("repeated", Welcome.passphrase)]))
        #expect(made.status == .seeOther)
        #expect(made.headers["location"] == "/welcome/recovery")
        return (given, browser)
    }

    @Test func `says where the data lies, what nobody can do, and what it is not`() async throws {
        let given = try await GivenApp(hasVault: false)
        let page = try await given.knownBrowser().get("/welcome")
        #expect(page.status == .ok)
        for words in [
            "stored only on this device", given.folder + "/vault", "There is no account and no reset", "not medical advice",
        ] {
            #expect(page.text.contains(words), "\(words)")
        }
    }

    @Test(arguments: [
        ("", "", "Type a passphrase"),
        ("violet harbour candle seven", "violet harbour candle eight", "don’t match"),
        ("violet harbour candle seven", "", "don’t match"),
        ("letmein99", "letmein99", "among the first"),
        ("aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaa", "guess"),
    ])
    func `takes no passphrase that is empty, weak or typed in two ways`(
        first: String, second: String, words: String
    ) async throws {
        let given = try await GivenApp(hasVault: false)
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/welcome")
        let answer = try await browser.post("/welcome", form: form(page, [("passphrase", first), ("repeated", second)]))
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains(words))
        #expect(first.isEmpty || !answer.text.contains("\"\(first)\""), "a passphrase stands in no markup")
        #expect(try await given.door.state() == .absent)
    }

    @Test func `takes a weak one when its owner insists`() async throws {
        let given = try await GivenApp(hasVault: false)
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/welcome")
        let answer = try await browser.post(
            "/welcome", form: form(page, [("passphrase", "password"), ("repeated", "password"), ("all-the-same", "yes")]))
        #expect(answer.status == .seeOther)
        #expect(try await given.door.state() == .open)
    }

    @Test func `makes no second vault`() async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        #expect(try await browser.get("/welcome").headers["location"] == "/unlock")
        let unlock = try await browser.get("/unlock")
        let answer = try await browser.post(
            "/welcome", form: form(unlock, [("passphrase", Welcome.passphrase), ("repeated", Welcome.passphrase)]))
        #expect(answer.headers["location"] == "/unlock")
        try await given.door.unlock(passphrase: Array(GivenApp.passphrase.utf8))
    }

    @Test func `makes no vault from elsewhere`() async throws {
        let given = try await GivenApp(hasVault: false, reach: .proxied(origin: "https://journal.example"))
        let browser = given.browser(host: "journal.example", origin: "https://journal.example")
        _ = try await browser.get("/")
        #expect(try await browser.get("/welcome").status == .notFound)
        #expect(try await browser.get("/unlock").status == .notFound)
    }

    @Test func `shows the recovery code, and a kit with it for a camera`() async throws {
        let (given, browser) = try await madeVault()
        let code = try #require(await given.door.recoveryCode())
        let page = try await browser.get("/welcome/recovery")
        let groups = code.dropFirst("AGE-SECRET-KEY-1".count)
        for start in stride(from: 0, to: groups.count, by: 4) {
            #expect(page.text.contains("<span>\(groups.dropFirst(start).prefix(4))</span>"))
        }
        let kit = try await browser.get("/welcome/kit")
        // The corner that every QR code has: seven dark modules behind a border of four.
        #expect(kit.text.contains("d=\"M4 4h7v1h-7z"))
        #expect(kit.text.contains("age -d -i recovery.txt FILE"))
        #expect(kit.text.contains("Saturday, 14 March 2026"))
    }

    @Test(arguments: [
        ("", "The recovery code is missing"),
        ("AGE-SECRET-KEY-1QQQb", "Character 4 after AGE-SECRET-KEY-1"),
        ("AGE-SECRET-KEY-1QQQQ", "has 4 characters"),
        ("age1qqqq", "not a recovery code"),
    ])
    func `says what is wrong with a code, and keeps what was typed`(typed: String, words: String) async throws {
        let (given, browser) = try await madeVault()
        let page = try await browser.get("/welcome/proof")
        let answer = try await browser.post("/welcome/proof", form: form(page, [("code", typed)]))
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains(words))
        #expect(answer.text.contains(typed))
        #expect(try await given.vault().status().recoveryProven == nil)
    }

    @Test func `does not take the code of another vault`() async throws {
        let (other, _) = try await madeVault()
        let (given, browser) = try await madeVault()
        let foreign = try #require(await other.door.recoveryCode())
        let page = try await browser.get("/welcome/proof")
        let answer = try await browser.post("/welcome/proof", form: form(page, [("code", foreign)]))
        #expect(answer.status == .unprocessable)
        #expect(try await given.vault().status().recoveryProven == nil)
    }

    @Test func `takes the code back from the paper, and shows it no more`() async throws {
        let (given, browser) = try await madeVault()
        let code = try #require(await given.door.recoveryCode())
        let page = try await browser.get("/welcome/proof")
        let answer = try await browser.post("/welcome/proof", form: form(page, [("code", " " + code.lowercased())]))
        #expect(answer.headers["location"] == "/welcome/ready")
        #expect(try await given.vault().status().recoveryProven == given.clock.now)
        #expect(try await browser.get("/welcome/recovery").headers["location"] == "/settings/keys")
        #expect(try await browser.get("/welcome/kit").headers["location"] == "/settings/keys")
    }

    @Test(arguments: ["/welcome/recovery", "/welcome/kit", "/welcome/proof", "/welcome/ready", "/import"])
    func `shows no step to whom is not signed in`(path: String) async throws {
        let (given, _) = try await madeVault()
        let answer = try await given.knownBrowser().get(path)
        #expect(answer.status == .seeOther)
        #expect(answer.headers["location"]?.hasPrefix("/unlock") == true)
    }
}
