import Foundation
import Ledger
import Sync
import Synchronization
import Testing

/// The program itself, started as whoever runs a relay starts it; it is killed when the test lets go of it.
final class RunningRelay {
    /// `AURALYST_RELAY_PROGRAM`, or what was built beside `AURALYST_PROGRAM`.
    static let program: String? = {
        let environment = ProcessInfo.processInfo.environment
        let beside = environment["AURALYST_PROGRAM"].map {
            URL(fileURLWithPath: $0).deletingLastPathComponent().path + "/auralyst-relay"
        }
        return [environment["AURALYST_RELAY_PROGRAM"], beside].compactMap { $0 }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }()

    let port: Int
    private let process: Program
    private var isRunning = true

    /// The name of a folder that is not there yet.
    static func newFolder() -> String { FileManager.default.temporaryDirectory.path + "/relay-" + UUID().uuidString }

    /// Starts it and waits until it says where it listens.
    init(
        data: String, database: String? = nil, port: Int = 0, arguments: [String] = ["--sign-up", "open"],
        environment: [String: String] = [:]
    ) throws {
        let program = try #require(RunningRelay.program)
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        var words = [program, "--data", data, "--listen", "127.0.0.1:\(port)"] + arguments
        if let database { words += ["--database", database] }
        let pipe = data + "/said"
        unsafe unlink(pipe)
        // Opened before the program begins, which would wait for a reader.
        let reader = unsafe mkfifo(pipe, 0o600) == 0 ? open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1
        try #require(reader >= 0)
        process = try Program(words, environment: environment, output: pipe)
        _ = fcntl(reader, F_SETFL, 0)
        let output = FileHandle(fileDescriptor: reader, closeOnDealloc: true)
        var said = Data()
        while true {
            let more = output.availableData
            guard !more.isEmpty else {
                process.wait()
                throw Program.Failed(words: String(decoding: said, as: UTF8.self))
            }
            said += more
            let lines = String(decoding: said, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.hasPrefix("http://") }),
                let port = Int(line.split(separator: ":").last?.filter(\.isNumber) ?? "")
            {
                self.port = port
                break
            }
        }
        // It would wait for room in the pipe.
        Thread.detachNewThread { while !output.availableData.isEmpty {} }
    }

    deinit { if isRunning { kill() } }

    /// Ends it without a chance to tidy up.
    func kill() { _ = end(by: SIGKILL) }

    /// Asks it to end; its exit code.
    func stop() -> Int32 { end(by: SIGTERM) }

    private func end(by signal: Int32) -> Int32 {
        isRunning = false
        process.signal(signal)
        return process.wait()
    }
}

/// A client that opens a connection for each request, and knows nothing that a relay would not tell anybody.
struct SocketClient: Sendable {
    let ports: [Int]
    var token: [UInt8]?

    struct Answer: Sendable {
        let status: Int
        let head: String
        let body: [UInt8]
    }

    /// Nobody listens there, or the connection ended before the answer did.
    struct Lost: Error {}

    /// Asks the relay of the first port.
    func send(_ method: String, _ path: String, body: [UInt8] = [], port: Int? = nil) async throws -> Answer {
        let port = port ?? ports[0]
        var head =
            "\(method) \(path) HTTP/1.1\r\nhost: 127.0.0.1:\(port)\r\nconnection: close\r\ncontent-length: \(body.count)\r\n"
        if let token { head += "authorization: Bearer \(hex(token))\r\n" }
        let bytes = Array((head + "\r\n").utf8) + body
        // It waits for the socket: not on the threads that all tasks share.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try SocketClient.exchange(bytes, port: port) }) }
        }
    }

    private static func exchange(_ bytes: [UInt8], port: Int) throws -> Answer {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard socket >= 0 else { throw Lost() }
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard isConnected == 0 else { throw Lost() }
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Foundation.send(socket, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            sent += count
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            guard count >= 0 else { throw Lost() }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return try read(answer)
    }

    private static func read(_ bytes: [UInt8]) throws -> Answer {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Lost() }
        let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        let body = Array(bytes[end.upperBound...])
        let words = head.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw Lost() }
        let length = head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) }
        guard length == nil || length == body.count else { throw Lost() }
        return Answer(status: status, head: head, body: body)
    }

    func entered(as device: Device, invitation: String? = nil) async throws -> SocketClient {
        let account = try device.accountRequest(invitation: invitation)
        guard try await send("POST", "/v1/accounts", body: account.bytes).status == 204 else { throw Lost() }
        let question = try await send("POST", "/v1/session", body: Session.Request(device: device.name).bytes)
        guard case .question(let nonce)? = Session.Answer(reading: question.body) else { throw Lost() }
        let message = Session.message(host: "127.0.0.1:\(ports[0])", nonce: nonce, device: device.name)
        let proof = Session.Request.Proof(nonce: nonce, signature: try device.signature(of: message))
        let answer = try await send("POST", "/v1/session", body: Session.Request(device: device.name, proof: proof).bytes)
        guard case .granted(let token, _)? = Session.Answer(reading: answer.body) else { throw Lost() }
        var client = self
        client.token = token
        return client
    }

    func log(of journal: JournalID) async throws -> [RelayedOperation] {
        var log: [RelayedOperation] = []
        while true {
            let answer = try await send("GET", "/v1/journals/\(journal)/ops?after=\(log.count)")
            guard answer.status == 200, let page = OperationFrames.read(pulled: answer.body) else { throw Lost() }
            guard !page.isEmpty else { return log }
            log += page
        }
    }
}
