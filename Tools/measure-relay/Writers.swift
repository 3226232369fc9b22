import Crypto
import Foundation
import Ledger
import Sync
import Synchronization

/// Times from several threads.
final class Collected: Sendable {
    private let all = Mutex<[Double]>([])

    func add(_ time: Duration) { all.withLock { $0.append(time.seconds) } }
    var sorted: [Double] { all.withLock { $0.sorted() } }
}

/// Devices that have opened accounts and joined their journals.
struct Writers {
    /// The pushes of one device.
    struct Work: Sendable {
        let token: String
        let pushes: [(journal: JournalID, body: [UInt8])]
    }

    private struct Writer {
        let key: Curve25519.Signing.PrivateKey
        let token: String
        var ends: [(journal: JournalID, place: UInt64, hash: [UInt8])] = []

        var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }
    }

    private var writers: [Writer] = []

    /// With at least as many journals as writers, each writer is a person with journals of their own; with fewer, the writers of
    /// one journal are devices of one person.
    init(count: Int, journals: Int, ports: [Int]) throws {
        let connection = try Connection(port: ports[0])
        var people: [Curve25519.Signing.PrivateKey] = []
        var founded: [(journal: JournalID, last: [UInt8])] = []
        for index in 0..<count {
            let person = index < journals ? Curve25519.Signing.PrivateKey() : people[index % journals]
            if index < journals { people.append(person) }
            let key = Curve25519.Signing.PrivateKey()
            var writer = Writer(key: key, token: try Writers.logIn(key, of: person, connection, ports[0]))
            if index < journals {
                for _ in 0..<max(1, journals / count) {
                    let operation = try Writers.genesis(key, of: person)
                    let answer = try connection.send("POST", "/v1/journals", token: writer.token, body: operation.bytes)
                    guard answer.status == 201 else { throw Refused(answer) }
                    writer.ends.append((operation.header.journal, 1, operation.hash))
                    founded.append((operation.header.journal, operation.hash))
                }
            } else {
                let (journal, last) = founded[index % journals]
                let operation = try Writers.entry(key, of: person, into: journal, behind: last)
                let answer = try connection.send(
                    "POST", "/v1/journals/\(journal)/ops", token: writer.token, body: OperationFrames.pushed([operation.bytes]))
                guard answer.status == 200 else { throw Refused(answer) }
                founded[index % journals].last = operation.hash
                writer.ends.append((journal, 1, operation.hash))
            }
            writers.append(writer)
        }
    }

    /// All operations to push, signed.
    func signed(operations: Int, batch: Int, bytes: Int) throws -> [Work] {
        try writers.map { writer in
            var writer = writer
            let device = DeviceID(publicKey: writer.publicKey)
            let body = [UInt8](repeating: 7, count: bytes)
            var pushes: [(journal: JournalID, body: [UInt8])] = []
            for number in 0..<operations / batch {
                let place = number % writer.ends.count
                var frames: [[UInt8]] = []
                for _ in 0..<batch {
                    let end = writer.ends[place]
                    let header = OperationHeader(
                        lane: .record, journal: end.journal, epoch: 1, device: device, position: end.place + 1,
                        previous: end.hash,
                        bodyCount: UInt32(bytes))
                    let operation = try Ledger.Operation(header: header, body: body) { Array(try writer.key.signature(for: $0)) }
                    writer.ends[place] = (end.journal, end.place + 1, operation.hash)
                    frames.append(operation.bytes)
                }
                pushes.append((writer.ends[place].journal, OperationFrames.pushed(frames)))
            }
            return Work(token: writer.token, pushes: pushes)
        }
    }

    /// Each writer pulls their journals from the beginning: the number of operations, and the seconds it took.
    func pullAll(ports: [Int]) throws -> (Int, Double) {
        let journals = writers.map { (token: $0.token, names: $0.ends.map(\.journal)) }
        let count = Atomic(0)
        let start = ContinuousClock.now
        try Writers.atOnce(journals.count) { index in
            let connection = try Connection(port: ports[index % ports.count])
            for journal in journals[index].names {
                var position: UInt64 = 0
                while true {
                    let answer = try connection.send(
                        "GET", "/v1/journals/\(journal)/ops?after=\(position)", token: journals[index].token)
                    guard answer.status == 200, let page = OperationFrames.read(pulled: answer.body) else {
                        throw Refused(answer)
                    }
                    guard let last = page.last else { break }
                    position = last.position
                    count.add(page.count, ordering: .relaxed)
                }
            }
        }
        return (count.load(ordering: .relaxed), (ContinuousClock.now - start).seconds)
    }

    /// Runs the closure `count` times, each on its own thread; throws the first error.
    static func atOnce(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
        let failure = Mutex<(any Error)?>(nil)
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            let thread = Thread {
                do { try body(index) } catch { failure.withLock { $0 = $0 ?? error } }
                group.leave()
            }
            thread.start()
        }
        group.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private static func identity(_ person: Curve25519.Signing.PrivateKey) -> IdentityKeys {
        let key = Array(person.publicKey.rawRepresentation)
        return IdentityKeys(sign: key, agree: digest(key), recover: digest(digest(key)))
    }

    private static func logIn(
        _ key: Curve25519.Signing.PrivateKey, of person: Curve25519.Signing.PrivateKey, _ connection: Connection, _ port: Int
    ) throws -> String {
        let device = Array(key.publicKey.rawRepresentation)
        let certificate = Array(try person.signature(for: Genesis.certificateMessage(device: device)))
        let account = AccountRequest(owner: identity(person), device: device, certificate: certificate)
        let opened = try connection.send("POST", "/v1/accounts", body: account.bytes)
        guard opened.status == 204 else { throw Refused(opened) }
        let name = DeviceID(publicKey: device)
        let question = try connection.send("POST", "/v1/session", body: Session.Request(device: name).bytes)
        guard case .question(let nonce)? = Session.Answer(reading: question.body) else { throw Refused(question) }
        let message = Session.message(host: "127.0.0.1:\(port)", nonce: nonce, device: name)
        let proof = Session.Request.Proof(nonce: nonce, signature: Array(try key.signature(for: message)))
        let granted = try connection.send("POST", "/v1/session", body: Session.Request(device: name, proof: proof).bytes)
        guard case .granted(let token, _)? = Session.Answer(reading: granted.body) else { throw Refused(granted) }
        return hex(token)
    }

    private static func genesis(
        _ key: Curve25519.Signing.PrivateKey, of person: Curve25519.Signing.PrivateKey
    ) throws -> Ledger.Operation {
        let device = Array(key.publicKey.rawRepresentation)
        let genesis = Genesis(
            nonce: (0..<16).map { _ in UInt8.random(in: 0...255) }, owner: identity(person), device: device,
            certificate: Array(try person.signature(for: Genesis.certificateMessage(device: device))))
        return try first(key, in: genesis.journal, body: genesis.body)
    }

    private static func entry(
        _ key: Curve25519.Signing.PrivateKey, of person: Curve25519.Signing.PrivateKey, into journal: JournalID,
        behind last: [UInt8]
    ) throws -> Ledger.Operation {
        let device = Array(key.publicKey.rawRepresentation)
        let addition = DeviceAddition(
            previous: last, device: device,
            certificate: Array(try person.signature(for: Genesis.certificateMessage(device: device))))
        return try first(key, in: journal, body: addition.body)
    }

    private static func first(
        _ key: Curve25519.Signing.PrivateKey, in journal: JournalID, body: [UInt8]
    ) throws -> Ledger.Operation {
        let header = OperationHeader(
            lane: .control, journal: journal, epoch: 1, device: DeviceID(publicKey: Array(key.publicKey.rawRepresentation)),
            position: 1, previous: [UInt8](repeating: 0, count: 32), bodyCount: UInt32(body.count))
        return try Ledger.Operation(header: header, body: body) { Array(try key.signature(for: $0)) }
    }
}
