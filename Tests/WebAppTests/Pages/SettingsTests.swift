import Engine
import HTTP
import Journal
import Ledger
import Records
import Testing
import WebApp

@Suite struct `Settings` {
    private func form(_ page: TestResponse, _ fields: [(String, String)]) -> FormFields {
        FormFields([("form-token", page.formToken)] + fields.map { (name: $0.0, value: $0.1) })
    }

    @Test func `has a list with what is set, which leads to each page`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let list = try await browser.get("/settings")
        for place in [
            "writing", "health", "reminders", "look", "language", "journals", "sync", "data", "lock", "browsers", "keys",
        ] {
            #expect(list.text.contains("href=\"/settings/\(place)\""))
            let page = try await browser.get("/settings/\(place)")
            #expect(page.status == .ok && page.text.contains("href=\"/settings/\(place)\" data-was"))
            #expect(page.text.contains("aria-current=\"page\"><span>"))
        }
        #expect(list.text.contains(">after 10 minutes<") && list.text.contains(">code not checked<"))
        let keys = try await browser.get("/settings/keys")
        #expect(keys.text.contains("<b>Passphrase</b>") && keys.text.contains("<b>Recovery code</b>"))
    }

    @Test func `asks for craving and menstruation those who log them or want it`() async throws {
        let given = try await GivenApp()
        let (browser, vault) = (try await given.ownersBrowser(), try await given.vault())
        func asks() async throws -> [Bool] {
            let pages = [("/health", "Craving"), ("/check-in/new", "Craving"), ("/symptom/new", "Menstruation")]
            var found: [Bool] = []
            for (path, word) in pages { found.append(try await browser.get(path).text.contains(word)) }
            return found
        }
        #expect(try await asks() == [false, false, false])
        let page = try await browser.get("/settings/health")
        _ = try await browser.post("/settings/health", form: form(page, [("menstruation", "yes")]))
        #expect(try await asks() == [false, false, true])
        _ = try await vault.setPreferences { ($0.craving, $0.menstruation) = (nil, nil) }
        _ = try await browser.post("/support/craving", form: form(page, [("craving", "4")]))
        #expect(try await asks() == [true, true, false])
    }

    @Test func `lists the browsers that unlocked the vault, and forgets one at once`() async throws {
        let given = try await GivenApp()
        let (here, there) = (try await given.ownersBrowser(), try await given.ownersBrowser())
        let page = try await here.get("/settings/browsers")
        #expect(page.text.contains("this browser") && page.text.contains("last unlocked today"))
        let theirs = try #require(there.cookies["known-auralyst-4747"])
        let path = "/settings/browsers/\(KnownBrowsers.name(of: theirs))/forget"
        let answer = try await here.post(path, form: form(page, []))
        #expect(answer.headers["location"] == "/settings/browsers")
        #expect(
            try await there.get("/today").status == .unauthorized, "its session has ended, and it is not led to the passphrase")
        #expect(try await here.get("/settings").status == .ok)
        #expect(try await given.vault().browserNotes().count == 2, "the note goes with the next unlock")
    }

    @Test func `forgets all browsers, and locks the vault`() async throws {
        let given = try await GivenApp()
        let (here, there) = (try await given.ownersBrowser(), try await given.ownersBrowser())
        let page = try await here.get("/settings/browsers")
        #expect(try await here.post("/settings/browsers/forget", form: form(page, [])).headers["location"] == "/")
        for browser in [here, there] { #expect(try await browser.get("/today").status == .unauthorized) }
        #expect(try await given.door.state() == .locked)
        // By a new address a browser comes in again, and is alone in the list.
        let again = try await given.ownersBrowser()
        #expect(try await again.get("/settings/browsers").text.contains("this browser"))
        #expect(try await given.vault().browserNotes().count == 1)
    }

    @Test func `forgets also a browser that was locked meanwhile`() async throws {
        let given = try await GivenApp()
        let (here, there) = (try await given.ownersBrowser(), try await given.ownersBrowser())
        let theirs = try #require(there.cookies["known-auralyst-4747"])
        _ = try await here.post("/lock", form: form(try await here.get("/today"), []))
        _ = try await here.post(
            "/unlock", form: form(try await here.get("/unlock"), [("passphrase", GivenApp.passphrase)]))
        let page = try await here.get("/settings/browsers")
        _ = try await here.post("/settings/browsers/\(KnownBrowsers.name(of: theirs))/forget", form: form(page, []))
        #expect(try await there.get("/unlock").status == .unauthorized)
    }

    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36", "Chrome on Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0", "Edge on Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/26.0 Safari/605.1.15", "Safari on Mac"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) Mobile/15E148 Safari/604.1", "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36", "Chrome on Android"),
        ("curl/8.0", "A browser"), ("<b>", "A browser"),
    ])
    func `names a browser so that its owner knows it again`(agent: String, label: String) async throws {
        let given = try await GivenApp()
        let client = try await given.knownBrowser()
        let unlock = try await client.get("/unlock")
        _ = try await client.post(
            "/unlock", form: form(unlock, [("passphrase", GivenApp.passphrase)]), headers: ["user-agent": agent])
        #expect(try await client.get("/settings/browsers").text.contains("<b>\(label)</b>"))
    }

    @Test(arguments: ["0", "241", "-5", "", "ten", "99999999999999999999"])
    func `takes no idle time outside its bounds`(minutes: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        let answer = try await browser.post("/settings/lock", form: form(page, [("idle", minutes)]))
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("cannot lock after"))
        #expect(try await given.vault().preferences().idleMinutes == 10)
    }

    @Test func `locks after the idle time that was set`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        let saved = try await browser.post("/settings/lock", form: form(page, [("idle", "2")]))
        #expect(saved.headers["location"] == "/settings/lock")
        given.clock.advance(seconds: 119)
        #expect(try await browser.get("/settings").status == .ok)
        given.clock.advance(seconds: 121)
        #expect(try await browser.get("/settings").status == .seeOther)
        #expect(try await given.door.state() == .locked)
        // It holds for the next time as well.
        let unlock = try await browser.get("/unlock")
        _ = try await browser.post("/unlock", form: form(unlock, [("passphrase", GivenApp.passphrase)]))
        given.clock.advance(seconds: 121)
        #expect(try await browser.get("/settings").status == .seeOther)
    }

    @Test func `keeps the theme in the vault and in a cookie, also before the door`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        _ = try await browser.post("/settings/look", form: form(page, [("theme", "dark")]))
        _ = try await browser.post("/settings/language", form: form(page, [("language", "de"), ("week", "7")]))
        #expect(browser.cookies["theme"] == "dark")
        let shown = try await browser.get("/settings/language")
        #expect(shown.text.contains("data-theme=\"dark\""))
        #expect(shown.text.contains("Samstag, 14. März 2026"))
        #expect(try await given.vault().preferences().weekStart == 7)
        // Another browser gets it when it signs in.
        #expect(try await given.ownersBrowser().cookies["theme"] == "dark")
        let back = try await browser.get("/settings")
        _ = try await browser.post("/settings/look", form: form(back, [("theme", "system")]))
        #expect(browser.cookies["theme"] == nil)
    }

    @Test(arguments: [("not a language", ""), ("xx-YY", ""), ("de", "8"), ("de", "0"), ("x", ""), ("de\"><script>", "")])
    func `takes no language and no weekday that there is not`(language: String, week: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        let answer = try await browser.post(
            "/settings/language", form: form(page, [("language", language), ("week", week)]))
        #expect(answer.status == .unprocessable)
        #expect(!answer.text.contains("<script>"))
        #expect(try await given.vault().preferences() == .standard)
    }

    @Test(arguments: [
        ("check-in-times", "noon or so", "is not a time or a list of up to 6 times"),
        ("follow-up-from", "11", "is not a level from 1 to 10"),
        ("repeat", "4", "is not a number of minutes from 5 to 240"), ("quiet", "22:00", "is not a beginning and an end"),
    ])
    func `says which setting of the reminders is wrong, and saves none`(field: String, value: String, words: String) async throws
    {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        var typed = ["check-in-times": "9 pm", "follow-up-from": "7", "repeat": "", "quiet": ""]
        typed[field] = value
        let answer = try await browser.post("/settings/reminders", form: form(page, typed.map { ($0.key, $0.value) }))
        #expect(answer.status == .unprocessable && answer.text.contains("Nothing was changed.") && answer.text.contains(words))
        #expect(try await given.vault().preferences() == .standard)
    }

    @Test func `asks nobody for quotes before its owner says so`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        #expect(try await given.vault().preferences().onlineQuotes == false)
        let page = try await browser.get("/settings")
        _ = try await browser.post("/settings/writing", form: form(page, [("quotes", "yes")]))
        let preferences = try await given.vault().preferences()
        #expect(preferences.onlineQuotes)
        #expect(!preferences.prompts)
        #expect(preferences.textTags == nil, "the command line still asks")
        for (fields, expected) in [([("text-tags", "yes")], true), ([], false)] {
            _ = try await browser.post("/settings/writing", form: form(page, fields))
            #expect(try await given.vault().preferences().textTags == expected)
            let shown = try await browser.get("/settings/writing")
            #expect(shown.text.contains("aria-describedby=\"text-tags-hint\" checked") == expected)
        }
    }

    @Test func `changes the passphrase for who knows the present one`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/passphrase")
        let new = "violet harbour candle seven"
        let wrong = try await browser.post(
            "/settings/passphrase", form: form(page, [("old", "guess"), ("passphrase", new), ("repeated", new)]))
        #expect(wrong.status == .unprocessable)
        #expect(wrong.text.contains("old-fault"))
        let weak = try await browser.post(
            "/settings/passphrase",
            form: form(page, [("old", GivenApp.passphrase), ("passphrase", "1234"), ("repeated", "1234")]))
        #expect(weak.status == .unprocessable)
        #expect(try await given.vault().isPassphrase(Array(GivenApp.passphrase.utf8)))
        let done = try await browser.post(
            "/settings/passphrase", form: form(page, [("old", GivenApp.passphrase), ("passphrase", new), ("repeated", new)]))
        #expect(done.headers["location"] == "/settings/keys")
        #expect(try await given.vault().isPassphrase(Array(new.utf8)))
        #expect(try await !given.vault().isPassphrase(Array(GivenApp.passphrase.utf8)))
    }

    @Test func `holds back who guesses the passphrase at an open journal`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/recovery")
        for _ in 0..<3 {
            #expect(
                try await browser.post("/settings/recovery", form: form(page, [("passphrase", "guess")])).status == .unprocessable
            )
        }
        let held = try await browser.post("/settings/recovery", form: form(page, [("passphrase", GivenApp.passphrase)]))
        #expect(held.status == .tooManyRequests)
        #expect(await given.door.recoveryCode() == nil)
    }

    @Test func `makes a new recovery code, after which the old one opens nothing`() async throws {
        let given = try await GivenApp(hasVault: false)
        try await given.door.create(passphrase: Array(GivenApp.passphrase.utf8))
        let old = try #require(await given.door.recoveryCode())
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/recovery")
        let answer = try await browser.post("/settings/recovery", form: form(page, [("passphrase", GivenApp.passphrase)]))
        #expect(answer.headers["location"] == "/welcome/recovery")
        let new = try #require(await given.door.recoveryCode())
        #expect(new != old)
        await given.door.lock()
        await #expect(throws: (any Error).self) { try await given.door.unlock(recoveryCode: old) }
        try await given.door.unlock(recoveryCode: new)
    }

    @Test func `reminds of the recovery code where it was never proven, and after a year`() async throws {
        let given = try await GivenApp(hasVault: false)
        try await given.door.create(passphrase: Array(GivenApp.passphrase.utf8))
        let code = try #require(await given.door.recoveryCode())
        let browser = try await given.ownersBrowser()
        #expect(try await browser.get("/settings/keys").text.contains("Not checked yet"))
        try await given.vault().proveRecoveryCode(code)
        #expect(try await browser.get("/settings/keys").text.contains("Checked on Saturday, 14 March 2026."))
        given.clock.advance(seconds: 366 * 86_400)
        #expect(try await given.ownersBrowser().get("/settings/keys").text.contains("more than a year ago"))
    }

    @Test(arguments: ["argon2id", "recovery"])
    func `does not take away what has to stay`(type: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        let id = try #require(try await given.vault().keyslots().first { $0.type == type }?.id)
        let answer = try await browser.post("/settings/slots/\(id)/remove", form: form(page, []))
        #expect(answer.status == .unprocessable)
        #expect(try await given.vault().keyslots().count == 2)
    }

    @Test func `does not take a beginning for the name of a key`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings")
        let id = try #require(try await given.vault().keyslots().first?.id)
        #expect(try await browser.post("/settings/slots/\(id.prefix(4))/remove", form: form(page, [])).status == .notFound)
    }

    @Test func `does not change the passphrase to the same`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/passphrase")
        func change(from old: String, to new: String) async throws -> TestResponse {
            try await browser.post(
                "/settings/passphrase",
                form: form(page, [("old", old), ("passphrase", new), ("repeated", new), ("all-the-same", "yes")]))
        }
        let same = try await change(from: GivenApp.passphrase, to: GivenApp.passphrase)
        #expect(same.status == .unprocessable && same.text.contains("That is your current passphrase."))
        // Who does not know it is not told so by that.
        let guess = try await change(from: "a wrong guess of four", to: "a wrong guess of four")
        #expect(guess.text.contains("This is not the passphrase.") && !guess.text.contains("That is your current"))
    }

    @Test func `takes no second template of a name`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/templates/new")
        func save(_ name: String, at path: String = "/settings/templates") async throws -> TestResponse {
            try await browser.post(path, form: form(page, [("name", name), ("text", "what I typed")]))
        }
        #expect(try await save("Evening").status == .seeOther)
        #expect(try await save("Morning").status == .seeOther)
        let second = try await save(" EVENING ")
        #expect(second.status == .unprocessable && second.text.contains("There is already a template &#39;EVENING&#39;."))
        #expect(second.text.contains("what I typed"))
        let morning = try #require(try await given.vault().templates().first { $0.value.name == "Morning" })
        let path = "/settings/templates/\(morning.id.description)"
        #expect(try await save("evening", at: path).status == .unprocessable)
        #expect(try await save("MORNING", at: path).status == .seeOther)
        #expect(try await given.vault().templates().map(\.value.name) == ["Evening", "MORNING"])
    }

    @Test func `keeps templates, and brings a deleted one back`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/templates/new")
        let saved = try await browser.post(
            "/settings/templates", form: form(page, [("name", "Morning <b>"), ("text", "How did I sleep?\r\n\r\n")]))
        #expect(saved.headers["location"] == "/settings/writing")
        let stored = try #require(try await given.vault().templates().first)
        #expect(stored.value.text == "How did I sleep?\n\n")
        let list = try await browser.get("/settings/writing")
        #expect(list.text.contains("Morning &lt;b&gt;"))
        let path = "/settings/templates/\(stored.id.description)"
        _ = try await browser.post(path, form: form(list, [("name", "Evening"), ("text", "What was good?")]))
        #expect(try await given.vault().templates().map(\.value.name) == ["Evening"])
        _ = try await browser.post(path + "/delete", form: form(list, []))
        #expect(try await given.vault().templates().isEmpty)
        #expect(try await browser.get("/settings/writing").text.contains("action=\"\(path)/restore\""))
        _ = try await browser.post(path + "/restore", form: form(list, []))
        #expect(try await given.vault().templates().count == 1)
    }

    @Test(arguments: [("", "text"), ("name", ""), ("two\nlines", "text"), (String(repeating: "x", count: 81), "text")])
    func `says why a template is not saved, and keeps what was typed`(name: String, text: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/templates/new")
        let answer = try await browser.post("/settings/templates", form: form(page, [("name", name), ("text", text)]))
        #expect(answer.status == .unprocessable)
        #expect(answer.text.contains("template-fault"))
        #expect(answer.text.contains("value=\"\(name)\""))
        #expect(try await given.vault().templates().isEmpty)
    }

    @Test func `offers the keychain of the machine to nobody from elsewhere`() async throws {
        let given = try await GivenApp(reach: .proxied(origin: "https://journal.example"))
        let browser = given.browser(host: "journal.example", origin: "https://journal.example")
        _ = try await browser.get("/")
        let unlock = try await browser.get("/unlock")
        _ = try await browser.post("/unlock", form: form(unlock, [("passphrase", GivenApp.passphrase)]))
        let page = try await browser.get("/settings/keys")
        #expect(!page.text.contains("/settings/keychain"))
        #expect(try await browser.post("/settings/keychain", form: form(page, [])).status == .notFound)
    }
}
