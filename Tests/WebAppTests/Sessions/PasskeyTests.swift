import Basics
import Engine
import HTTP
import Ledger
import Testing
import Vault
import WebApp

/// Passkeys as the browser's script sends them; the ceremony itself is the browser tests' matter.
@Suite struct `Passkeys` {
    private static let credential = [UInt8](repeating: 7, count: 32)
    private static let salt = [UInt8](repeating: 8, count: 32)
    private static let output = [UInt8](repeating: 9, count: 32)
    private static let origin = "http://localhost:4747"

    private func attribute(_ name: String, in page: TestResponse) -> String? {
        let parts = page.text.split(separator: "data-\(name)=\"", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 ? String(parts[1].prefix { $0 != "\"" }) : nil
    }

    private func clientData(_ challenge: String, type: String, origin: String = Self.origin) -> String {
        let json: JSON = [
            "type": .string(type), "challenge": .string(challenge), "origin": .string(origin), "crossOrigin": false,
        ]
        return Base64URL.text(json.bytes)
    }

    private func enrolment(
        _ page: TestResponse, clientData: String, output: [UInt8] = Self.output, proof: String = GivenApp.passphrase
    ) -> FormFields {
        [
            "form-token": page.formToken, "credential": Base64URL.text(Self.credential), "salt": Base64URL.text(Self.salt),
            "output": Base64URL.text(output), "client-data": clientData, "passkey-proof": proof,
        ]
    }

    @Test(arguments: ["", "not it"])
    func `is not taken from somebody who does not know the passphrase`(proof: String) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/keys")
        let challenge = try #require(attribute("challenge", in: page))
        let data = clientData(challenge, type: "webauthn.create")
        _ = try await browser.post("/settings/passkeys", form: enrolment(page, clientData: data, proof: proof))
        #expect(try await given.vault().keyslots().count == 2)
    }

    /// An app with a passkey for `localhost`, locked, and the browser that added it.
    private func withPasskey() async throws -> (GivenApp, TestClient) {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/keys")
        let challenge = try #require(attribute("challenge", in: page))
        _ = try await browser.post(
            "/settings/passkeys", form: enrolment(page, clientData: clientData(challenge, type: "webauthn.create")))
        #expect(try await given.vault().keyslots().contains { $0.type == "prf" && $0.detail == "localhost" })
        _ = try await browser.post("/lock", form: ["form-token": page.formToken])
        return (given, browser)
    }

    private func answer(_ page: TestResponse, slot: String, output: [UInt8] = Self.output, clientData: String) -> FormFields {
        ["form-token": page.formToken, "slot": slot, "output": Base64URL.text(output), "client-data": clientData]
    }

    @Test func `open the vault by what they answer`() async throws {
        let (given, browser) = try await withPasskey()
        let slot = try #require(try await given.door.passkeys().first)
        let page = try await browser.get("/unlock")
        #expect(page.text.contains(slot.credential))
        let challenge = try #require(attribute("challenge", in: page))
        let wrong = try await browser.post(
            "/unlock/passkey",
            form: answer(
                page, slot: slot.id, output: [UInt8](repeating: 1, count: 32),
                clientData: clientData(challenge, type: "webauthn.get")))
        #expect(wrong.status == .forbidden)
        let again = try #require(attribute("challenge", in: wrong))
        #expect(again != challenge)
        let right = try await browser.post(
            "/unlock/passkey", form: answer(page, slot: slot.id, clientData: clientData(again, type: "webauthn.get")))
        #expect(right.headers["location"] == "/today")
        #expect(try await given.door.state() == .open)
    }

    @Test func `answer a challenge once, of this session, and not too late`() async throws {
        let (given, browser) = try await withPasskey()
        let slot = try #require(try await given.door.passkeys().first)
        let page = try await browser.get("/unlock")
        let challenge = try #require(attribute("challenge", in: page))
        let data = clientData(challenge, type: "webauthn.get")
        // Another browser cannot use it.
        let other = try await given.knownBrowser()
        let otherPage = try await other.get("/unlock")
        #expect(
            try await other.post("/unlock/passkey", form: answer(otherPage, slot: slot.id, clientData: data)).status
                == .unprocessable)
        given.clock.advance(seconds: 301)
        #expect(
            try await browser.post("/unlock/passkey", form: answer(page, slot: slot.id, clientData: data)).status
                == .unprocessable)
        let late = try #require(attribute("challenge", in: try await browser.get("/unlock")))
        let fresh = clientData(late, type: "webauthn.get")
        let wrong = [UInt8](repeating: 1, count: 32)
        #expect(
            try await browser.post("/unlock/passkey", form: answer(page, slot: slot.id, output: wrong, clientData: fresh)).status
                == .forbidden)
        #expect(
            try await browser.post("/unlock/passkey", form: answer(page, slot: slot.id, clientData: fresh)).status
                == .unprocessable)
        #expect(try await given.door.state() == .locked)
    }

    @Test(arguments: [
        ("webauthn.create", "http://localhost:4747"), ("webauthn.get", "https://evil.example"),
        ("webauthn.get", "http://localhost:4748"), ("", ""),
    ])
    func `do not answer for another page or another purpose`(type: String, origin: String) async throws {
        let (given, browser) = try await withPasskey()
        let slot = try #require(try await given.door.passkeys().first)
        let page = try await browser.get("/unlock")
        let challenge = try #require(attribute("challenge", in: page))
        let data = clientData(challenge, type: type, origin: origin)
        let refused = try await browser.post("/unlock/passkey", form: answer(page, slot: slot.id, clientData: data))
        #expect(refused.status == .unprocessable)
        #expect(try await given.door.state() == .locked)
    }

    @Test(arguments: ["", "not base64 !", "e30", "bnVsbA", "W10"])
    func `need what the browser has signed to be that`(clientData: String) async throws {
        let (given, browser) = try await withPasskey()
        let slot = try #require(try await given.door.passkeys().first)
        let page = try await browser.get("/unlock")
        let refused = try await browser.post("/unlock/passkey", form: answer(page, slot: slot.id, clientData: clientData))
        #expect(refused.status == .unprocessable)
    }

    @Test(arguments: [0, 31, 33, 64])
    func `of which no key comes are not added`(count: Int) async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/keys")
        let challenge = try #require(attribute("challenge", in: page))
        _ = try await browser.post(
            "/settings/passkeys",
            form: enrolment(
                page, clientData: clientData(challenge, type: "webauthn.create"), output: [UInt8](repeating: 1, count: count)))
        #expect(try await given.vault().keyslots().count == 2)
    }

    @Test func `are not added without a challenge of this page`() async throws {
        let given = try await GivenApp()
        let browser = try await given.ownersBrowser()
        let page = try await browser.get("/settings/keys")
        for data in [
            clientData("guess", type: "webauthn.create"),
            clientData(try #require(attribute("challenge", in: page)), type: "webauthn.get"),
        ] {
            _ = try await browser.post("/settings/passkeys", form: enrolment(page, clientData: data))
        }
        #expect(try await given.vault().keyslots().count == 2)
    }

    @Test func `can be removed, and open nothing then`() async throws {
        let (given, browser) = try await withPasskey()
        let slot = try #require(try await given.door.passkeys().first)
        let unlock = try await browser.get("/unlock")
        _ = try await browser.post("/unlock", form: ["form-token": unlock.formToken, "passphrase": GivenApp.passphrase])
        let page = try await browser.get("/settings/keys")
        _ = try await browser.post("/settings/slots/\(slot.id)/remove", form: ["form-token": page.formToken])
        #expect(try await given.door.passkeys().isEmpty)
        await #expect(throws: (any Error).self) { try await given.door.unlock(passkey: slot.id, output: Self.output) }
    }

    @Test func `belong to a name: by a number the page says where to go`() async throws {
        let (given, _) = try await withPasskey()
        let browser = given.browser(host: "127.0.0.1:4747", origin: "http://127.0.0.1:4747")
        _ = try await browser.get("/?token=" + given.tokens.printed)
        let page = try await browser.get("/unlock")
        #expect(!page.text.contains("use-passkey"))
        #expect(page.text.contains("http://localhost:4747"))
    }
}
