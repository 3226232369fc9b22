import Engine
import Foundation
import HTTP
import Journal
import Records
import Store
import Testing
import WebApp

/// The door: what opens it, what is held back, and what a lock never takes away.
@Suite struct `Unlocking` {
    private func form(_ page: TestResponse, _ fields: (String, String)...) -> FormFields {
        FormFields([("form-token", page.formToken)] + fields.map { (name: $0.0, value: $0.1) })
    }

    @Test func `opens by the passphrase`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        #expect(try await given.door.state() == .open)
        #expect(try await browser.get("/settings").status == .ok)
    }

    @Test func `is not at the door any more once the program is about to end`() async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let nonce = FormFields([(name: "nonce", value: "0123456789abcdef")])
        #expect(try await browser.post("/door", form: nonce).text.contains("token"))
        given.app.dismissBrowsers()
        let late = try await browser.post("/door", form: nonce)
        #expect(late.status == .ok)
        #expect(late.text.contains("\"ends\": true") || late.text.contains("\"ends\":true"))
        #expect(!late.text.contains("token"))
    }

    @Test func `is locked for the page whose question finds the idle time over`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let nonce = FormFields([(name: "nonce", value: "0123456789abcdef")])
        func isOpen(_ answer: TestResponse) -> Bool { answer.text.replacing(" ", with: "").contains("\"open\":true") }
        #expect(isOpen(try await browser.post("/door", form: nonce)))
        given.clock.advance(seconds: 11 * 60)
        let late = try await browser.post("/door", form: nonce)
        #expect(late.status == .ok && !isOpen(late), "\(late.text)")
        #expect(try await given.door.state() == .locked)
    }

    @Test(arguments: ["", "wrong", "correct horse ", "Correct horse", "\u{0}", "correct\nhorse"])
    func `stays shut for anything else`(passphrase: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/unlock")
        let answer = try await browser.post("/unlock", form: form(page, ("passphrase", passphrase)))
        #expect(answer.status == .forbidden || answer.status == .unprocessable)
        #expect(answer.text.contains("passphrase-fault"))
        #expect(try await given.door.state() == .locked)
        #expect(try await browser.get("/settings").status == .seeOther)
    }

    @Test func `opens by the recovery code`() async throws {
        let given = try await GivenApp(hasVault: false)
        try await given.door.create(passphrase: Array("violet harbour candle".utf8))
        let code = try #require(await given.door.recoveryCode())
        await given.door.lock()
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/unlock")
        let slip = try await browser.post("/unlock", form: form(page, ("by", "code"), ("code", String(code.dropLast()))))
        #expect(slip.status == .unprocessable)
        #expect(slip.text.contains("57 characters"))
        let answer = try await browser.post("/unlock", form: form(page, ("by", "code"), ("code", code)))
        #expect(answer.headers["location"] == "/today")
    }

    @Test func `holds guessing back, and says afterwards that there was some`() async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/unlock")
        for _ in 0..<3 {
            #expect(try await browser.post("/unlock", form: form(page, ("passphrase", "guess"))).status == .forbidden)
        }
        let held = try await browser.post("/unlock", form: form(page, ("passphrase", GivenApp.passphrase)))
        #expect(held.status == .tooManyRequests)
        #expect(held.headers["retry-after"] == "1")
        #expect(held.text.contains("Try again in 1 second."))
        #expect(try await given.door.state() == .locked)
        given.clock.advance(seconds: 2)
        let answer = try await browser.post("/unlock", form: form(page, ("passphrase", GivenApp.passphrase)))
        #expect(answer.status == .seeOther)
        #expect(try await browser.get("/settings").text.contains("3 failed attempts since the last unlock."))
    }

    @Test func `does not count a slip in the code as guessing`() async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/unlock")
        for _ in 0..<6 {
            let answer = try await browser.post("/unlock", form: form(page, ("by", "code"), ("code", "AGE-SECRET-KEY-1QQ")))
            #expect(answer.status == .unprocessable)
        }
    }

    @Test func `lets a second device in while the vault is open, by its own passphrase only`() async throws {
        let given = try await GivenApp(reach: .proxied(origin: "https://journal.example"))
        func device() async throws -> TestClient {
            let browser = given.browser(host: "journal.example", origin: "https://journal.example")
            _ = try await browser.get("/")
            return browser
        }
        let (first, second) = (try await device(), try await device())
        let page = try await first.get("/unlock")
        #expect(try await first.post("/unlock", form: form(page, ("passphrase", GivenApp.passphrase))).status == .seeOther)
        let other = try await second.get("/unlock")
        #expect(other.status == .ok)
        #expect(try await second.post("/unlock", form: form(other, ("passphrase", "guess"))).status == .forbidden)
        #expect(try await second.get("/settings").status == .seeOther)
        #expect(try await second.post("/unlock", form: form(other, ("passphrase", GivenApp.passphrase))).status == .seeOther)
        #expect(try await second.get("/settings").status == .ok)
        #expect(try await first.get("/settings").status == .ok)
    }

    @Test(arguments: [
        ("/settings", "/settings"), ("/journal", "/journal"), ("//evil.example/journal", "/today"), ("/\\evil.example", "/today"),
        ("https://evil.example/", "/today"), ("/lock", "/today"), ("", "/today"), ("/settings/../lock", "/today"),
        ("/entry/%0d%0aset-cookie:x", "/today"),
    ])
    func `leads to where one wanted to go, and never away`(next: String, place: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let page = try await browser.get("/unlock")
        let answer = try await browser.post(
            "/unlock", form: form(page, ("passphrase", GivenApp.passphrase), ("next", next)))
        #expect(answer.headers["location"] == place)
    }

    @Test(arguments: [
        ("/settings", "/unlock?next=%2Fsettings"), ("/people", "/unlock?next=%2Fpeople"),
        ("/insights", "/unlock?next=%2Finsights"),
        ("/today", "/unlock"), ("/sos", "/sos"),
    ])
    func `comes back from a lock to the page on which it was locked`(page: String, place: String) async throws {
        let browser = try await GivenApp().ownersBrowser()
        let form = try await browser.get(page)
        var fields = FormFields([("form-token", form.formToken)])
        fields.pairs += form.text.matches(of: /name="next" value="([^"]*)"/).prefix(1).map { ("next", String($0.1)) }
        #expect(try await browser.post("/lock", form: fields).headers["location"] == place)
    }

    @Test(arguments: [
        ("/settings/keychain", "/settings/keys"), ("/settings/slots/0/remove", "/settings/keys"),
        ("/settings/sos", "/settings/lock"), ("/settings/mood/forget", "/settings/writing"),
        ("/settings/templates", "/settings/writing"),
        ("/settings/export/wipe", "/settings/export"), ("/settings/backup/verify", "/settings/backup"),
        ("/import/run", "/import"), ("/progress/stop", "/progress"), ("/entries", "/today"), ("/lock", "/today"),
        ("/attachments", "/today"),
        ("/journal/find", "/journal"), ("/unlock/passkey", "/unlock"),
        ("/entry/00000000000000000000000000/star", "/entry/00000000000000000000000000"),
        ("/entry/00000000000000000000000000/history/restore", "/entry/00000000000000000000000000"),
    ])
    func `shows the page of a form at the form's address`(form: String, page: String) async throws {
        let browser = try await GivenApp().ownersBrowser()
        let answer = try await browser.get(form)
        #expect(answer.status == .seeOther && answer.headers["location"] == page)
        // A script, and who sends something else, is told.
        #expect(try await browser.get(form, headers: ["x-requested-with": "auralyst"]).status == .methodNotAllowed)
    }

    @Test(arguments: [
        ("/settings/keychain", "/settings/keys"), ("/settings/templates", "/settings/writing"),
        ("/settings/lock", "/settings/lock"),
    ])
    func `leads from a form's address to its page after the lock`(path: String, page: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let unlock = try await browser.get("/unlock?next=" + path)
        let answer = try await browser.post(
            "/unlock",
            form: ["form-token": unlock.formToken, "passphrase": GivenApp.passphrase, "next": path])
        #expect(answer.headers["location"] == page)
    }

    @Test func `remembers the page that was asked for`() async throws {
        let given = try await GivenApp()
        let browser = try await given.knownBrowser()
        let sent = try await browser.get("/settings")
        #expect(sent.headers["location"] == "/unlock?next=%2Fsettings")
        #expect(try await browser.follow(sent).text.contains("name=\"next\" value=\"/settings\""))
    }
}

/// What was typed when the vault was locked meanwhile.
@Suite struct `A text at a lock` {
    private static let text = "Words “before” the lock <b>&\r\nand a second line."

    private func hiddenFields(_ page: TestResponse) -> [(name: String, value: String)] {
        page.text.components(separatedBy: "<input type=\"hidden\" name=\"").dropFirst().compactMap { piece in
            let parts = piece.components(separatedBy: "\" value=\"")
            guard parts.count > 1, let value = parts[1].components(separatedBy: "\">").first else { return nil }
            let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
                .reduce(value) { $0.replacing($1.0, with: $1.1) }
            return (parts[0], plain)
        }
    }

    private func lockedBrowser(_ given: GivenApp) async throws -> TestClient {
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        _ = try await browser.post("/lock", form: ["form-token": page.formToken])
        return browser
    }

    @Test func `is kept on the page that asks for the passphrase, and saved afterwards`() async throws {
        let given = try await GivenApp()
        let browser = try await lockedBrowser(given)
        let page = try await browser.post(
            "/entries",
            multipart: [
                PartToSend("form-token", "of before the lock"), PartToSend("text", Self.text), PartToSend("mood", "happy"),
                PartToSend("files", fileName: "photo.png", bytes: [1, 2, 3]), PartToSend("tags", "walk"),
            ])
        #expect(page.status == .unauthorized)
        #expect(page.text.contains("What you wrote is kept on this page."))
        #expect(page.text.contains("Files are not included"))
        var fields = FormFields(hiddenFields(page))
        #expect(fields["kept-field-text"] == Self.text)
        #expect(fields["kept-field-form-token"] == nil)
        // A wrong passphrase does not take it away.
        fields.pairs.append(("passphrase", "wrong"))
        let again = try await browser.post("/unlock", form: fields)
        #expect(again.status == .forbidden)
        var kept = FormFields(hiddenFields(again))
        kept.pairs.append(("passphrase", GivenApp.passphrase))
        let answer = try await browser.post("/unlock", form: kept)
        #expect(answer.status == .seeOther, "\(answer.text)")
        let entry = try #require(try await given.vault().entries(.init()).list.first?.entry)
        #expect(entry.text.replacing("\r\n", with: "\n") == Self.text.replacing("\r\n", with: "\n"))
        #expect(try await browser.get("/settings").text.contains("Files were not saved with it"))
    }

    @Test func `is given back where the browser is not let in any more`() async throws {
        let given = try await GivenApp()
        let page = try await given.browser().post("/entries", multipart: [PartToSend("text", "Not to be <lost>")])
        #expect(page.status == .unauthorized)
        #expect(page.text.contains("Not to be &lt;lost&gt;"))
    }

    @Test(arguments: ["/settings/passphrase", "/lock", "/settings/export", "/unlock/passkey", "/welcome/proof"])
    func `is not kept of forms about keys`(path: String) async throws {
        let given = try await GivenApp()
        let browser = try await lockedBrowser(given)
        let page = try await browser.post(path, form: ["text": "secret words", "passphrase": "secret words"])
        #expect(page.status.code >= 400)
        #expect(!page.text.contains("secret words"))
    }

    @Test(arguments: ["/settings/passphrase", "/lock", "https://evil.example/", "/static/x", "entries"])
    func `is sent nowhere but to the pages that take texts`(path: String) async throws {
        let given = try await GivenApp()
        let browser = try await lockedBrowser(given)
        let page = try await browser.get("/unlock")
        let answer = try await browser.post(
            "/unlock",
            form: [
                "form-token": page.formToken, "passphrase": GivenApp.passphrase, "kept-path": path, "kept-field-text": "x",
            ])
        #expect(answer.headers["location"] == "/today")
        #expect(try await given.door.state() == .open)
    }

    @Test func `that another site sends is not kept`() async throws {
        let given = try await GivenApp()
        let browser = try await lockedBrowser(given)
        let answer = try await browser.post(
            "/entries", multipart: [PartToSend("text", "planted")], headers: ["origin": "https://evil.example"])
        #expect(answer.status == .forbidden)
        #expect(!answer.text.contains("planted"))
    }
}
