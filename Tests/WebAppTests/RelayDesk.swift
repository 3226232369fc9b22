import Engine
import Foundation
import HTTP
import Ledger
import Relay
import SeededChance
import Sync
import Synchronization
import Testing

/// A relay in this process, and the way of an app to it.
final class RelayDesk: Sendable {
    static let host = "relay.test"
    static let address = "https://" + host
    private let relay: RelayApp
    private let folder = PassingFolder("webapp-relay", isMade: false)
    let clock = HandClock()
    private let release = Mutex<String?>(nil)
    private let isReached = Mutex(true)
    private let unanswered = Mutex<Int?>(nil)

    init() async throws {
        var settings = RelaySettings()
        (settings.hosts, settings.signUp) = ([RelayDesk.host], .open)
        let chance = Mutex(SplitMix64(seed: Seed.value))
        let clock = clock
        let surroundings = RelaySurroundings(now: { clock.now }, random: { count in chance.withLock { $0.bytes(count) } })
        relay = RelayApp(
            relay: Relay(
                storage: try await SQLiteStorage(.memory), files: FileStore(folder: folder.path), settings: settings,
                surroundings: surroundings))
    }

    /// It offers the phone's app in this version.
    func offerApp(version: String) {
        release.withLock { $0 = #"{"app":"auralyst-phone","version":"\#(version)"}"# + "\n\n" }
    }

    /// Nobody reaches it from now on.
    func cutOff() { isReached.withLock { $0 = false } }

    /// From now on every request stays unanswered, and its connection open.
    func fallSilent() { unanswered.withLock { $0 = 0 } }

    /// How many questions it was asked since it fell silent.
    var questions: Int { unanswered.withLock { $0 } ?? 0 }

    /// What an app is lent.
    var machine: Machine { Machine(relays: { _ in self.line }) }

    /// The way to it.
    var line: any RelayTransport { Line(desk: self) }

    private struct Line: RelayTransport {
        let desk: RelayDesk

        func close() {}

        func send(_ request: RelayRequest) async throws -> RelayResponse {
            let isSilent = desk.unanswered.withLock { count in
                count? += 1
                return count != nil
            }
            if isSilent { try await Task.sleep(for: .seconds(1_000_000)) }
            guard desk.isReached.withLock({ $0 }) else { throw SyncError.unreachable(.connection) }
            if request.path == "/-/release", let release = desk.release.withLock({ $0 }) {
                return RelayResponse(status: 200, body: Array(release.utf8))
            }
            let relay = desk.relay
            let client = TestClient(headers: ["host": RelayDesk.host]) { await relay.respond(to: $0) }
            var headers = Headers()
            for (name, value) in request.headers { headers[name.lowercased()] = value }
            var body: [UInt8] = []
            switch request.body {
            case .none: break
            case .bytes(let bytes): body = bytes
            case .file(let file, let count):
                body = Array(FileHandle(fileDescriptor: file, closeOnDealloc: false).readData(ofLength: Int(count)))
            }
            let answer = try await client.send(request.method, request.path, headers: headers, body: body)
            var fields: [String: String] = [:]
            for field in answer.headers.fields { fields[field.name.lowercased()] = field.value }
            return RelayResponse(status: answer.status.code, headers: fields, body: answer.bytes)
        }
    }
}

/// An app with an open vault and a browser in it, of somebody who shares or wants to.
struct Sharer {
    let given: GivenApp
    let browser: TestClient
    let token: String
    let vault: OpenVault

    init(_ desk: RelayDesk) async throws {
        given = try await GivenApp(opensFirstBrowser: true, machine: desk.machine)
        browser = try await given.knownBrowser()
        token = try await browser.get("/people").formToken
        vault = try await given.vault()
    }

    func get(_ path: String = "/people") async throws -> String { try await browser.get(path).text }

    func post(_ path: String, _ fields: [(String, String)] = []) async throws -> TestResponse {
        try await browser.post(path, form: FormFields([("form-token", token)] + fields.map { (name: $0.0, value: $0.1) }))
    }

    func beginToSync() async throws {
        let answer = try await post("/settings/sync/start", [("relay", RelayDesk.address)])
        #expect(answer.status == .seeOther, "\(answer.text)")
    }

    /// The journal in which this person writes.
    var journal: String { get async throws { try await vault.journalToShare(nil).description } }

    /// Invites, and gives the link.
    func invite(as role: String = "note", whom: String = "Ann") async throws -> String {
        let answer = try await post(
            "/people/invite",
            [("journal", try await journal), ("role", role), ("history", "all"), ("days", "7"), ("for", whom), ("own", "Ben")])
        #expect(answer.headers["location"] == "/people#invitations", "\(answer.text)")
        return try #require(
            try await get().field(behind: "value=\"\(RelayDesk.address)/join#").map { RelayDesk.address + "/join#" + $0 })
    }

    /// The page, as soon as it shows something: the app syncs by itself meanwhile.
    func page(_ path: String = "/people", showing words: String) async throws -> String {
        var (page, looks) = ("", 0)
        try await until("\(path) shows \(words)") {
            page = try await get(path)
            looks += 1
            // A hint of the relay that was missed would be made up for by a regular round, and the clock stands still.
            if looks.isMultiple(of: 100) { _ = try await post("/settings/sync/now") }
            return page.contains(words)
        }
        return page
    }
}

/// The way to relays of an app that needs none.
struct NoRelay: RelayTransport {
    func send(_ request: RelayRequest) async throws -> RelayResponse { throw SyncError.unreachable(.connection) }
    func close() {}
}
