import Base
import Engine
import Foundation
import HTTP
import Journal
import SeededChance
import Synchronization
import Testing
import Vault
import WebApp

/// A clock that goes only when a test moves it. It begins on Saturday, 14 March 2026, 21:00 in Vienna.
final class HandClock: Sendable {
    private let time = Mutex<Int64>(1_773_518_400_000)

    /// Is called when the clock is read by the task that has set it.
    @TaskLocal static var whenRead: (@Sendable () -> Void)?

    /// Milliseconds since 1970.
    var now: Int64 {
        HandClock.whenRead?()
        return time.withLock { $0 }
    }

    func advance(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
}

/// An app with a vault in a folder that is removed when the test ends, and browsers for it.
final class GivenApp: Sendable {
    static let passphrase = "correct horse"

    private let files = PassingFolder("webapp", isMade: false)
    let clock = HandClock()
    let door: VaultDoor
    let app: WebApp
    let site: Site
    /// What lets browsers in.
    let tokens: LaunchTokens

    /// - Parameter hasVault: whether the vault is there already, locked.
    /// - Parameter opensFirstBrowser: whether it is open already, by a key that the program has brought along.
    /// - Parameter machine: what the app is lent of the machine.
    /// - Parameter patience: how long a browser waits before it is shown how far the work is: as a rule until it is done.
    init(
        hasVault: Bool = true, opensFirstBrowser: Bool = false, reach: Site.Reach? = nil, tokens: LaunchTokens = LaunchTokens(),
        machine: Machine = Machine(relays: { _ in NoRelay() }), patience: Duration = .seconds(600)
    ) async throws {
        let clock = clock
        let surroundings = Surroundings(now: { clock.now }, zone: try #require(Zone(identifier: "Europe/Vienna")))
        let location = VaultLocation(folder: files.path + "/vault")
        door = VaultDoor(at: location, surroundings: surroundings, cost: .testOnlyCheapest)
        if hasVault {
            try await door.create(passphrase: Array(GivenApp.passphrase.utf8))
            if !opensFirstBrowser { await door.lock() }
        }
        self.tokens = tokens
        site = Site(reach ?? .loopback(port: 4747, tokens: tokens))
        // Nothing answers there: no test asks anybody for a quote.
        app = WebApp(
            door: door, surroundings: surroundings, site: site, quotes: "http://127.0.0.1:9",
            opensFirstBrowser: opensFirstBrowser, machine: machine, patience: patience)
    }

    deinit { app.dismissBrowsers() }

    var folder: String { files.path }

    /// A browser that has not been here yet. Its requests say what a browser's would.
    func browser(host: String = "localhost:4747", origin: String = "http://localhost:4747") -> TestClient {
        // A browser keeps the app that it looks at.
        TestClient(headers: ["host": host, "origin": origin]) { await self.app.respond(to: $0) }
    }

    func knownBrowser() async throws -> TestClient {
        let client = browser()
        let response = try await client.get("/?token=" + tokens.printed)
        #expect(response.status == .ok)
        return client
    }

    /// A browser in which the owner has unlocked the vault.
    func ownersBrowser() async throws -> TestClient {
        let client = try await knownBrowser()
        let page = try await client.get("/unlock")
        let response = try await client.post(
            "/unlock", form: ["form-token": page.formToken, "passphrase": GivenApp.passphrase])
        #expect(response.status == .seeOther, "\(response.text)")
        return client
    }

    func vault() async throws -> OpenVault { try await door.vault() }
}

extension TestResponse {
    var formToken: String {
        guard let start = text.firstRange(of: "data-form-token=\"") else { return "" }
        return String(text[start.upperBound...].prefix { $0 != "\"" })
    }
}
