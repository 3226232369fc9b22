import Base
import Engine
import GivenValues
import GivenVault
import Journal
import Ledger
import Sync
import Synchronization
import Testing

@Suite struct PhoneAddressTests {
    private let relay: TestRelay
    private let given: TestVault
    private let vault: OpenVault

    init() async throws {
        relay = try await TestRelay()
        (given, vault) = try await relay.firstDevice()
    }

    private static func manifest(version: String, app: String = "auralyst-phone") -> String {
        #"{"format":1,"app":"\#(app)","version":"\#(version)","number":1764450000,"key":null,"changes":"","files":[]}"# + "\n\n"
    }

    /// What is said when the relay answers so.
    private func address(_ body: String, status: Int = 200) async throws -> PhoneAddress {
        let transport = relay.transport { _ in RelayResponse(status: status, body: Array(body.utf8)) }
        return try await vault.phoneAddress { _ in transport }
    }

    @Test func `the address is given after one request, which says nothing of the vault`() async throws {
        let requests = Mutex<[RelayRequest]>([])
        let transport = relay.transport { request in
            requests.withLock { $0.append(request) }
            return RelayResponse(status: 200, body: Array(PhoneAddressTests.manifest(version: Product.version).utf8))
        }
        let phone = try await vault.phoneAddress { _ in transport }
        #expect(phone.address == "https://relay.test" && phone.version == Product.version)
        let sent = requests.withLock { $0 }
        #expect(sent.map(\.path) == ["/-/release"] && sent.allSatisfy { $0.method == "GET" && $0.headers.isEmpty })
        guard case .none? = sent.first?.body else { return #expect(Bool(false), "the request has a body") }
    }

    @Test func `it is told when this device last sent a change, and how many wait`() async throws {
        let before = try await address(Self.manifest(version: "9.0.0"))
        #expect(before.lastSent == relay.clock.now && before.waiting == 0)
        _ = try await vault.add(NewEntry(text: "Waits."))
        relay.clock.advance(seconds: 60)
        let waiting = try await address(Self.manifest(version: "9.0.0"))
        #expect(waiting.lastSent == before.lastSent && waiting.waiting == 1)
        #expect(waiting.sent { _ in "now" } == "Last change sent from this device: now. Still to be sent: 1 change.")
        try await relay.round(vault)
        #expect(try await address(Self.manifest(version: "9.0.0")).lastSent == relay.clock.now)
    }

    @Test func `without a relay, and at an address without https, nothing is asked`() async throws {
        let silent = relay.transport { _ in throw SyncError.stopped }
        try await vault.keepRelay(try RelayAddress("http://127.0.0.1:4848"))
        await #expect(throws: PhoneFault.notEncrypted(address: "http://127.0.0.1:4848")) {
            try await vault.phoneAddress { _ in silent }
        }
        try await vault.stopSync()
        await #expect(throws: PhoneFault.noRelay) { try await vault.phoneAddress { _ in silent } }
    }

    @Test func `a certificate that this machine does not trust is told apart from a relay that is not reached`() async throws {
        let untrusted = relay.transport { _ in throw SyncError.unreachable(.trust) }
        await #expect(throws: PhoneFault.notTrusted(host: "relay.test")) { try await vault.phoneAddress { _ in untrusted } }
        let offline = relay.transport { _ in throw SyncError.unreachable(.name) }
        await #expect(throws: SyncError.unreachable(.name)) { try await vault.phoneAddress { _ in offline } }
    }

    @Test(arguments: [
        (404, ""), (200, ""), (200, "<!doctype html>"), (200, "{}"), (200, "[]"), (200, "{\"app\":\"auralyst-phone\"}"),
        (200, manifest(version: "1.0")), (200, manifest(version: "new")), (200, manifest(version: "9.0.0", app: "other")),
        (503, manifest(version: "9.0.0")), (303, manifest(version: "9.0.0")),
    ])
    func `a relay without the app is told`(status: Int, body: String) async throws {
        await #expect(throws: PhoneFault.noApp(host: "relay.test")) { try await address(body, status: status) }
    }

    @Test func `a page that is too long for a manifest is no app`() async throws {
        let endless = relay.transport { _ in throw SyncError.notARelay }
        await #expect(throws: PhoneFault.noApp(host: "relay.test")) { try await vault.phoneAddress { _ in endless } }
    }

    @Test func `another host that the relay names is checked in its place, and leads no further`() async throws {
        let asked = Mutex<[String]>([])
        /// What is found where the relay names a place, at which another answer is.
        func found(_ place: String, _ other: @escaping @Sendable () throws -> RelayResponse) async throws -> PhoneAddress {
            let (relay, here) = (relay, try relay.address)
            return try await vault.phoneAddress { address in
                asked.withLock { $0.append(address.text) }
                return relay.transport { request in
                    try address == here ? RelayResponse(status: 303, headers: ["location": place + request.path]) : other()
                }
            }
        }
        let app = "https://app.test"
        let phone = try await found(app) {
            RelayResponse(status: 200, body: Array(PhoneAddressTests.manifest(version: "9.0.0").utf8))
        }
        #expect(phone.address == app && phone.relay == "https://relay.test" && phone.version == "9.0.0")
        #expect(phone.steps[0].hasPrefix("Your relay says that the app is at https://app.test. Go on only if you know it. Scan"))
        #expect(phone.steps[2].contains("Type https://relay.test as the address of the relay. It shows a code"))
        #expect(asked.withLock { $0 } == ["https://relay.test", app])
        await #expect(throws: PhoneFault.olderApp(version: "0.0.1")) {
            try await found(app) {
                RelayResponse(status: 200, body: Array(PhoneAddressTests.manifest(version: "0.0.1").utf8))
            }
        }
        await #expect(throws: PhoneFault.notTrusted(host: "app.test")) {
            try await found(app) { throw SyncError.unreachable(.trust) }
        }
        for error in [SyncError.unreachable(.name), .notARelay] {
            await #expect(throws: PhoneFault.noApp(host: "app.test")) { try await found(app) { throw error } }
        }
        await #expect(throws: PhoneFault.noApp(host: "app.test")) {
            try await found(app) { RelayResponse(status: 303, headers: ["location": "https://further.test/-/release"]) }
        }
        await #expect(throws: PhoneFault.notEncrypted(address: "http://localhost:8080")) {
            try await found("http://localhost:8080") { throw SyncError.stopped }
        }
        #expect(!asked.withLock { $0 }.contains { $0.contains("further") || $0.contains("localhost") })
        for place in ["", "http://app.test", "https://user@app.test", "https://app.test/other"] {
            await #expect(throws: PhoneFault.noApp(host: "relay.test"), "\(place)") {
                try await found(place) { throw SyncError.stopped }
            }
        }
        let own = try await vault.phoneAddress(from: app) { [relay] address in
            relay.transport { _ in
                guard address.text == app else { throw SyncError.stopped }
                return RelayResponse(status: 200, body: Array(PhoneAddressTests.manifest(version: "9.0.0").utf8))
            }
        }
        #expect(own.address == app)
    }

    @Test func `an older app is refused, a newer one is not, and versions compare as numbers`() async throws {
        await #expect(throws: PhoneFault.olderApp(version: "0.0.99")) { try await address(Self.manifest(version: "0.0.99")) }
        for newer in ["0.10.0", "100.0.0", "99.1.0-rc.1+5"] {
            let core = newer.prefix { $0 != "-" }
            #expect(try await address(Self.manifest(version: newer)).version == core)
        }
        #expect(PhoneFault.olderApp(version: "0.0.99").ways.isEmpty)
    }

    @Test func `each way has a guide, which this program carries`() {
        for way in PhoneWay.allCases { #expect(way.guide.count > 500 && !way.guide.contains("# "), "\(way)") }
        #expect(PhoneFault.noRelay.ways == PhoneWay.allCases)
    }
}
