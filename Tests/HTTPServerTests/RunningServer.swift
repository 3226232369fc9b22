import HTTP
import HTTPServer

/// A server on a free port of this machine, as long as the test lasts.
struct RunningServer: Sendable {
    let port: Int
    private let task: Task<Void, any Error>

    init(
        _ limits: ServerLimits = .with { _ in }, listen: [(host: String, port: Int)] = [("127.0.0.1", 0)],
        admits: (@Sendable (Peer) -> Bool)? = nil, respond: @escaping @Sendable (Request) async -> Response
    ) async throws {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        task = Task {
            defer { continuation.finish() }
            try await Server(listen: listen, limits: limits, admits: admits, respond: respond).run { continuation.yield($0) }
        }
        for await port in ports {
            self.port = port
            return
        }
        try await task.value
        throw HTTPFault.connectionEnded
    }

    func stop() async throws {
        task.cancel()
        try await task.value
    }

    func cancel() { task.cancel() }

    func connect(reads: Bool = true) async throws -> RawClient { try await RawClient.connect(port, reads: reads) }

    /// All that comes back on a connection of its own until it ends.
    func exchange(_ text: String) async throws -> String { try await exchange(Array(text.utf8)) }

    func exchange(_ bytes: [UInt8]) async throws -> String {
        let client = try await connect()
        try? await client.send(bytes)
        return await client.readAll()
    }
}

extension ServerLimits {
    /// Made of the usual ones. Times that a test does not set itself are so long that no machine reaches them.
    static func with(_ change: (inout ServerLimits) -> Void) -> ServerLimits {
        var limits = ServerLimits()
        let long = Duration.seconds(86_400)
        (limits.headTime, limits.bodyPause, limits.idleTime) = (long, long, long)
        (limits.stallTime, limits.lingerTime, limits.grace) = (long, long, long)
        change(&limits)
        return limits
    }
}

/// Returns when the task is cancelled.
func waitForCancellation() async {
    let (never, continuation) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    continuation.finish()
}
