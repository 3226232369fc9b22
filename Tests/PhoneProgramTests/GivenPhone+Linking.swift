import Engine
import GivenValues
import GivenVault
import HTTP
import SeededChance
import Sync
import Synchronization
import Testing

extension GivenPhone {
    static let passphrase = "correct horse battery"

    /// Links to a desk's journal as two people do: the code that this shows is typed there. The last page, whatever it says.
    func link(
        to relay: TestRelay, by desk: OpenVault, _ line: AnsweredWhenApproved, named name: String? = nil
    ) async throws -> Page {
        _ = await get("/")
        let form = await get("/welcome/link")
        #expect(form.text.contains(GivenPhone.origin), "the relay that serves the app is offered")
        let offered = form.text.field(behind: "id=\"device\" name=\"device\" value=\"") ?? ""
        var page = await post(
            "/welcome/link", form,
            [
                ("relay", try relay.address.text), ("how", "device"), ("passphrase", GivenPhone.passphrase),
                ("repeated", GivenPhone.passphrase), ("device", name ?? offered),
            ])
        try await until("the code is shown, or the link has failed") {
            if page.headers["refresh"] != nil, !page.text.contains("link-code") { page = await get("/waiting") }
            return page.headers["refresh"] == nil || page.text.contains("link-code")
        }
        if let code = page.text.field(behind: "class=\"link-code\">") {
            try await desk.approveDevice(typed: code) { _ in relay.transport() }
            line.open()
        }
        return try await shown(page)
    }

    func unlock() async -> Page {
        await post("/unlock", await get("/unlock"), [("passphrase", GivenPhone.passphrase)])
    }

    /// A page, once the work that it waits for is done.
    func shown(_ page: Page) async throws -> Page {
        var page = page
        try await until("the work is done") {
            if page.headers["refresh"] != nil { page = await get("/waiting") }
            while page.status == 303 { page = await get(page.headers["location"] ?? "") }
            return page.headers["refresh"] == nil
        }
        return page
    }
}

extension TestRelay {
    /// A desk that syncs, with an entry in its journal.
    func deskWithEntry() async throws -> (kept: TestVault, desk: OpenVault) {
        let (kept, desk) = try await firstDevice()
        _ = try await desk.add(NewEntry(text: "Written at the desk"))
        try await round(desk)
        return (kept, desk)
    }

    /// A desk whose relay has forgotten all but the end of its log: a new device begins with its snapshot.
    func deskWithSnapshot() async throws -> (kept: TestVault, desk: OpenVault) {
        let (kept, desk) = try await firstDevice()
        await desk.makeCheckpoints(by: CheckpointRule(operations: 30, least: 10, factor: 8))
        for number in 0..<40 { _ = try await desk.add(NewEntry(text: "Written at the desk \(number)")) }
        try await round(desk)
        clock.advance(days: 31)
        kept.clock.advance(days: 31)
        for number in 0..<2 {
            _ = try await desk.add(NewEntry(text: "a month later \(number)"))
            try await round(desk)
        }
        return (kept, desk)
    }
}

struct NoRelay: RelayTransport {
    func send(_ request: RelayRequest) async throws -> RelayResponse { throw SyncError.unreachable(.connection) }
    func close() {}
}

/// The way to a relay that keeps a question for the answer to a link until the desk has approved, so that one question is enough.
final class AnsweredWhenApproved: RelayTransport {
    private let line: any RelayTransport
    private let approval = AsyncStream.makeStream(of: Void.self)
    private let isOpen = Mutex(false)

    init(_ line: some RelayTransport) { self.line = line }

    func open() {
        isOpen.withLock { $0 = true }
        approval.continuation.finish()
    }

    func send(_ request: RelayRequest) async throws -> RelayResponse {
        if request.method == "GET", request.path.hasPrefix("/v1/mailbox/"), !isOpen.withLock({ $0 }) {
            for await _ in approval.stream {}
        }
        return try await line.send(request)
    }

    func close() {}
}
