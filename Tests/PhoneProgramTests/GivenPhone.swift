import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import HTTP
import Ledger
import Phone
import SeededChance
import Synchronization
import Testing
import Vault

/// The phone's program in the browser that a test is: it shows its pages, and has a relay behind its `fetch`.
final class GivenPhone: Browser {
    static let origin = "https://phone.test"

    struct Page: Sendable {
        var status = 0
        var headers = Headers()
        var bytes: [UInt8] = []
        var isFailed = false

        var text: String { String(decoding: bytes, as: UTF8.self) }
        var formToken: String { text.field(behind: "data-form-token=\"") ?? "" }
    }

    private struct State {
        var phone: Phone?
        var last: Int32 = 0
        var pages: [Int32: Page] = [:]
        var readers: [Int32: CheckedContinuation<Page, Never>] = [:]
        var notes: [JSON] = []
        var fetched: [String] = []
        /// In place of the relay's answer: a word of failure.
        var failure: String?
        var kill: Kill?
        var left: TestVault?
    }

    /// The moment at which the program is killed: with its request of this number, from 1, before or after the relay has heard it.
    struct Kill: Hashable, CustomStringConvertible {
        var request: Int
        var isHeard: Bool
        /// What each later request comes to. A link waits through a network that is gone, so a kill is no such thing.
        var failure = "tooLarge"

        var description: String { "request \(request)\(isHeard ? ", heard" : "")" }
    }

    private let state = Mutex(State())
    private let transport: any RelayTransport
    private let given: TestVault
    private let piece: Int
    private let name: String?
    private let mustInstall: Bool
    private let work = Mutex<Task<Void, Never>?>(nil)

    /// - Parameter vault: what is in its files already.
    /// - Parameter piece: the most bytes of a file at a time.
    init(
        _ transport: any RelayTransport, vault: TestVault? = nil, name: String? = nil, mustInstall: Bool = false,
        piece: Int = 4 << 20
    ) throws {
        (self.transport, given, self.piece) = (transport, try vault ?? TestVault(seed: 7), piece)
        (self.name, self.mustInstall) = (name, mustInstall)
        start()
    }

    deinit { work.withLock { $0?.cancel() } }

    /// Begins as after a reload: nothing of the program before is in memory.
    func start() {
        let phone = Phone(
            folder: given.folder, origin: GivenPhone.origin, surroundings: given.surroundings, browser: Weak(self),
            cost: .testOnlyCheapest, name: name, mustInstall: mustInstall, patience: .zero, piece: piece)
        state.withLock { $0.phone = phone }
        work.withLock { work in
            work?.cancel()
            work = Task { await phone.run() }
        }
    }

    var clock: HandClock { given.clock }

    // MARK: - The person

    func get(_ target: String) async -> Page { await send("GET", target) }

    /// Sends a form as the page's own, and goes where it leads.
    func post(_ target: String, _ page: Page, _ fields: [(String, String)] = []) async -> Page {
        let form = FormFields([("form-token", page.formToken)] + fields.map { (name: $0.0, value: $0.1) })
        return await navigate(target, "application/x-www-form-urlencoded", Array(form.encoded.utf8))
    }

    /// Writes an entry on a page that has the form for it.
    func write(_ text: String, photo: [UInt8]? = nil, on page: Page) async -> Page {
        let once = page.text.field(behind: "name=\"once\" value=\"") ?? ""
        var parts = [("form-token", page.formToken), ("once", once), ("text", text)].map { PartToSend($0.0, $0.1) }
        if let photo { parts.append(PartToSend("files", fileName: "photo.jpg", contentType: "image/jpeg", bytes: photo)) }
        let boundary = "----a-boundary-of-a-test"
        return await navigate(
            "/entries", "multipart/form-data; boundary=" + boundary, PartToSend.encode(parts, boundary: boundary))
    }

    private func navigate(_ target: String, _ type: String, _ body: [UInt8]) async -> Page {
        var answer = await send(
            "POST", target,
            [
                ("origin", GivenPhone.origin), ("content-type", type), ("sec-fetch-site", "same-origin"),
                ("sec-fetch-mode", "navigate"), ("sec-fetch-dest", "document"),
            ], body)
        while answer.status == 303 { answer = await get(answer.headers["location"] ?? "/") }
        return answer
    }

    func send(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], _ body: [UInt8] = []
    ) async -> Page {
        let head: JSON = [
            "method": .string(method), "target": .string(target),
            "headers": .array(headers.map { [.string($0.0), .string($0.1)] }),
        ]
        return await withCheckedContinuation { reader in
            let (phone, id) = state.withLock { state in
                state.last += 1
                state.readers[state.last] = reader
                state.pages[state.last] = Page()
                return (state.phone, state.last)
            }
            phone?.request(id, head: head.bytes, body: body)
        }
    }

    /// Asks for an answer that goes on: its number.
    func open(_ target: String) -> Int32 {
        let head: JSON = ["method": "GET", "target": .string(target), "headers": []]
        let (phone, id) = state.withLock { state in
            state.last += 1
            state.pages[state.last] = Page()
            return (state.phone, state.last)
        }
        phone?.request(id, head: head.bytes, body: [])
        return id
    }

    /// What has come of an answer.
    func page(_ id: Int32) -> Page { state.withLock { $0.pages[id] } ?? Page() }

    /// Leaves an answer; returns once it has ended.
    func leave(_ id: Int32) async {
        _ = await withCheckedContinuation { reader in
            let phone = state.withLock { state in
                state.readers[id] = reader
                return state.phone
            }
            phone?.cancel(id)
        }
    }

    func fail(_ word: String?) { state.withLock { $0.failure = word } }

    /// Keeps the files as they are at that moment. The program itself goes on without a relay.
    func keepFiles(at kill: Kill) { state.withLock { $0.kill = kill } }

    /// The files of that moment; `nil` if it has not come.
    var killed: TestVault? { state.withLock { $0.left } }

    /// The files as they are now.
    func files() throws -> TestVault {
        FileManager.default.fileExists(atPath: given.folder) ? try given.copy() : try TestVault(seed: 2)
    }

    private func keepFiles(_ failure: String) {
        let files = try? files()
        state.withLock { state in
            (state.left, state.kill, state.failure) = (files, nil, failure)
        }
    }

    var notes: [JSON] { state.withLock { $0.notes } }
    var fetched: [String] { state.withLock { $0.fetched } }

    // MARK: - What the program hands out

    func answer(_ request: Int32, head: [UInt8]) {
        guard let head = try? JSON(reading: head) else { return }
        state.withLock { state in
            state.pages[request]?.status = Int(head["status"]?.int ?? 0)
            for field in head["headers"]?.array ?? [] {
                state.pages[request]?.headers.add(field.array?.first?.string ?? "", field.array?.last?.string ?? "")
            }
        }
    }

    func answer(_ request: Int32, bytes: [UInt8]) { state.withLock { $0.pages[request]?.bytes += bytes } }

    func endAnswer(_ request: Int32, isFailed: Bool) {
        let (reader, page) = state.withLock { state in
            state.pages[request]?.isFailed = isFailed
            return (state.readers.removeValue(forKey: request), state.pages[request])
        }
        if let page { reader?.resume(returning: page) }
    }

    func fetch(_ fetch: Int32, head: [UInt8], body: [UInt8]) {
        guard let head = try? JSON(reading: head), let url = URL(string: head["url"]?.string ?? "") else { return }
        let (phone, kill) = state.withLock { state in
            var words = [head["method"]?.string ?? "", url.path]
            for field in head["headers"]?.array ?? [] where field.array?.first?.string?.hasSuffix("Range") == true {
                words.append(field.array?.last?.string ?? "")
            }
            state.fetched.append(words.joined(separator: " "))
            return (state.phone, state.kill?.request == state.fetched.count ? state.kill : nil)
        }
        if let kill, !kill.isHeard { keepFiles(kill.failure) }
        if let failure = state.withLock({ $0.failure }) {
            phone?.fetchFailed(fetch, Array(failure.utf8))
            return
        }
        var request = RelayRequest(head["method"]?.string ?? "", url.path + (url.query.map { "?" + $0 } ?? ""))
        for field in head["headers"]?.array ?? [] {
            request.headers[field.array?.first?.string ?? ""] = field.array?.last?.string
        }
        request.body = .bytes(body)
        let (asked, transport) = (request, transport)
        Task { [weak self] in
            let answer = try? await transport.send(asked)
            if let kill { self?.keepFiles(kill.failure) }
            guard kill == nil, let answer else {
                phone?.fetchFailed(fetch, Array((kill?.failure ?? "offline").utf8))
                return
            }
            let headers = answer.headers.map { JSON.array([.string($0.key), .string($0.value)]) }
            let document: JSON = ["status": .int(Int64(answer.status)), "headers": .array(headers)]
            phone?.fetched(fetch, head: document.bytes, body: answer.body)
        }
    }

    func cancelFetch(_ fetch: Int32) {}

    func note(_ document: [UInt8]) {
        if let note = try? JSON(reading: document) { state.withLock { $0.notes.append(note) } }
    }
}

/// The phone ends with its test, though its program holds its browser.
private final class Weak: Browser {
    private weak let browser: GivenPhone?

    init(_ browser: GivenPhone) { self.browser = browser }

    func answer(_ request: Int32, head: [UInt8]) { browser?.answer(request, head: head) }
    func answer(_ request: Int32, bytes: [UInt8]) { browser?.answer(request, bytes: bytes) }
    func endAnswer(_ request: Int32, isFailed: Bool) { browser?.endAnswer(request, isFailed: isFailed) }
    func fetch(_ fetch: Int32, head: [UInt8], body: [UInt8]) { browser?.fetch(fetch, head: head, body: body) }
    func cancelFetch(_ fetch: Int32) { browser?.cancelFetch(fetch) }
    func note(_ document: [UInt8]) { browser?.note(document) }
}
