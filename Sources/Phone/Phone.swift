import Base
import Engine
import HTTP
import Journal
import Ledger
import Synchronization
import Vault
import WebApp

/// The program inside a phone's browser. Requests of the app's own pages come in from JavaScript, and their answers go out to it.
package final class Phone: Sendable {
    private let door: VaultDoor
    private let app: WebApp
    private let origin: String
    private let browser: any Browser
    private let fetches: Fetches
    private let visitor: Visitor
    private let running = Mutex<[Int32: Task<Void, Never>]>([:])
    private let told = Mutex(Told())

    /// What the shell knows.
    private struct Told {
        var wasOpen = false
        var isAtWork = false
        var isLocked = false
        var unsent: Int?
        var limits: [String: JSON] = [:]
    }

    /// A phone computes this in a second, and has the memory for it.
    package static let cost = Argon2Cost(memory: 64 << 10, passes: 3, lanes: 4)

    /// - Parameter folder: where the vault is, or will be.
    /// - Parameter origin: the app's own, `https://journal.example`.
    /// - Parameter name: of this phone, if the browser says it.
    /// - Parameter mustInstall: it is an iPhone, and not yet the app on its home screen.
    /// - Parameter piece: the most bytes of a file that come or go at a time.
    package init(
        folder: String, origin: String, surroundings: Surroundings, browser: any Browser, cost: Argon2Cost = Phone.cost,
        name: String? = nil, mustInstall: Bool = false, patience: Duration = .seconds(2), piece: Int = 4 << 20
    ) {
        let fetches = Fetches(browser)
        let machine = Machine { FetchTransport($0, fetches, piece: piece) }
        let location = VaultLocation(folder: folder)
        door = VaultDoor(at: location, surroundings: surroundings, cost: cost, deviceName: name ?? say("Phone"), isAlone: true)
        app = WebApp(
            door: door, surroundings: surroundings, site: Site(.inside(origin: origin), mustInstall: mustInstall), quotes: "",
            machine: machine,
            patience: patience)
        visitor = Visitor(folder: location.folder)
        (self.origin, self.browser, self.fetches) = (origin, browser, fetches)
    }

    /// The app's own work, until cancelled.
    package func run() async { await app.run(tell: tell) }

    /// A request of a page: `head` is `{"method":"GET","target":"/journal?q=x","headers":[[name, value], …]}`.
    package func request(_ id: Int32, head: [UInt8], body: [UInt8]) {
        running.withLock { running in
            running[id] = Task {
                await self.answer(id, head: head, body: body)
                _ = self.running.withLock { $0.removeValue(forKey: id) }
                self.app.news.ring()
            }
        }
    }

    /// The page has left, and no longer needs that answer.
    package func cancel(_ id: Int32) { running.withLock { $0[id] }?.cancel() }

    /// The answer to a request to a relay: `head` is `{"status":200,"headers":[[name, value], …]}`.
    package func fetched(_ id: Int32, head: [UInt8], body: [UInt8]) {
        let document = try? JSON(reading: head)
        guard let status = document?["status"]?.int.flatMap({ Int(exactly: $0) }) else {
            return fetches.end(id, with: .failure(.unreachable(.transfer)))
        }
        let headers = Headers(document?["headers"])
        fetches.end(id, with: .success(Fetches.Answer(status: status, headers: headers, body: body)))
    }

    /// There is no answer; `word` says why.
    package func fetchFailed(_ id: Int32, _ word: [UInt8]) {
        fetches.end(id, with: .failure(SyncError(fetchFailure: String(decoding: word, as: UTF8.self))))
    }

    private func answer(_ id: Int32, head: [UInt8], body: [UInt8]) async {
        let head = try? JSON(reading: head)
        let (method, sent) = (head?["method"]?.string ?? "", Headers(head?["headers"]))
        var response = await response(to: method, target: head?["target"]?.string ?? "", sent, body)
        visitor.keep(response.headers.all("set-cookie"))
        response.headers["set-cookie"] = nil
        if sent["sec-fetch-mode"] == "navigate" { app.tryRelayAgain() }
        // The answer to a form leads to a page that says what waits to be sent.
        if method != "GET" { await app.countUnsent() }
        let status: JSON = .int(Int64(response.status.code))
        browser.answer(id, head: JSON.object(["status": status, "headers": response.headers.document]).bytes)
        let pace = Pace()
        do {
            if method != "HEAD" {
                try await response.body.write(
                    to: .atOnce { [browser] bytes in
                        guard !Task.isCancelled else { throw HTTPFault.connectionEnded }
                        browser.answer(id, bytes: bytes)
                    } rest: {
                        await pace.keep($0)
                    })
            }
            browser.endAnswer(id, isFailed: false)
        } catch {
            browser.endAnswer(id, isFailed: true)
        }
    }

    private func response(to method: String, target text: String, _ sent: Headers, _ body: [UInt8]) async -> Response {
        let target: Target
        do { target = try Target(text) } catch { return Response(error.status) }
        var headers = sent
        headers["host"] = Site.host(of: origin)
        headers["cookie"] = visitor.header
        return await app.respond(
            to: Request(
                method: method, path: target.path, query: target.query, headers: headers, body: RequestBody(body)))
    }

    /// Tells the shell what has changed: that the vault was opened, after how many seconds without use or out of sight it locks,
    /// whether something long runs, how many changes wait to be sent, and at the end, once no answer is on its way, the lock.
    private func tell() async {
        let isOpen = (try? await door.vault()) != nil
        let (unsent, isAtWork, isQuiet) = (app.unsent, app.isAtWork, running.withLock { $0.isEmpty })
        let limits = ["idle": JSON.int(Int64(app.idleSeconds)), "hidden": .int(Int64(app.hiddenSeconds))]
        let notes = told.withLock { told -> [JSON] in
            var notes: [JSON] = []
            // What is there from now on should stay: the browser is asked.
            if isOpen, !told.wasOpen { notes.append(["opened": true, "persist": true]) }
            if isOpen { told.wasOpen = true }
            if isOpen, told.limits != limits {
                told.limits = limits
                notes.append(.object(limits))
            }
            if isAtWork != told.isAtWork {
                told.isAtWork = isAtWork
                notes.append(["working": .bool(isAtWork)])
            }
            if let unsent, unsent != told.unsent {
                told.unsent = unsent
                notes.append(["unsent": .int(Int64(unsent))])
            }
            if told.wasOpen, !isOpen, isQuiet, !told.isLocked {
                told.isLocked = true
                notes.append(["locked": true])
            }
            return notes
        }
        for note in notes { browser.note(note.bytes) }
    }
}

/// Lets JavaScript take what was handed out, now and then: a long answer would pile up, and its end by the reader go unheard.
private final class Pace: Sendable {
    private let count = Mutex(0)

    func keep(_ more: Int) async {
        let isDue = count.withLock { count in
            count += more
            guard count >= 1 << 20 else { return false }
            count = 0
            return true
        }
        if isDue { try? await Task.sleep(for: .milliseconds(1)) }
    }
}
