import NIOCore
import NIOPosix
import Synchronization

/// The other end of a connection: sends any bytes and keeps what comes.
final class RawClient: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let link = Mutex<(any Channel)?>(nil)

    /// With `reads` false nothing is taken from the socket.
    static func connect(_ port: Int, host: String = "127.0.0.1", reads: Bool = true) async throws -> RawClient {
        let client = RawClient()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .channelOption(ChannelOptions.autoRead, value: reads)
            .channelInitializer { $0.pipeline.addHandler(client) }
            .connect(host: host, port: port).get()
        client.link.withLock { $0 = channel }
        return client
    }

    private var channel: any Channel {
        get throws {
            guard let channel = link.withLock({ $0 }) else { throw ChannelError.ioOnClosedChannel }
            return channel
        }
    }

    /// Returns when the system has taken the bytes. Throws when the connection is gone.
    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)).get() }

    func send(_ text: String) async throws { try await send(Array(text.utf8)) }

    func endInput() async throws { try await channel.close(mode: .output).get() }

    func close() async { try? await channel.close().get() }

    func reset() async throws {
        try await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        await close()
    }

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// Waits until what has come ends so or the connection has ended; takes it away.
    @discardableResult func read(until end: String) async -> String {
        await wait { $0.hasEnded || String(decoding: $0.bytes, as: UTF8.self).contains(end) }
        return take()
    }

    @discardableResult func readAll() async -> String {
        await wait { $0.hasEnded }
        return take()
    }

    func response() async -> String {
        await wait { state in
            let text = String(decoding: state.bytes, as: UTF8.self)
            return state.hasEnded || RawClient.split(text) != nil
        }
        return state.withLock { state in
            let text = String(decoding: state.bytes, as: UTF8.self)
            guard let (first, rest) = RawClient.split(text) else { return text }
            state.bytes = Array(rest.utf8)
            return first
        }
    }

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    private static func split(_ text: String) -> (String, String)? {
        guard let end = text.utf8.firstRange(of: "\r\n\r\n".utf8) else { return nil }
        let head = String(text[..<end.lowerBound]) + "\r\n"
        guard let field = head.utf8.firstRange(of: "content-length: ".utf8),
            let length = Int(head[field.upperBound...].prefix { $0.isNumber })
        else { return (String(text[..<end.upperBound]), String(text[end.upperBound...])) }
        guard let stop = text.utf8.index(end.upperBound, offsetBy: length, limitedBy: text.endIndex) else { return nil }
        return (String(text[..<stop]), String(text[stop...]))
    }

    private func take() -> String {
        state.withLock { state in
            defer { state.bytes = [] }
            return String(decoding: state.bytes, as: UTF8.self)
        }
    }

    private func wait(_ isEnough: @Sendable (borrowing State) -> Bool) async {
        while true {
            await withCheckedContinuation { continuation in
                let isNow = state.withLock { state in
                    if isEnough(state) { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isNow { continuation.resume() }
            }
            if state.withLock({ isEnough($0) }) { return }
        }
    }

    private func change(_ change: (inout State) -> Void) {
        let waiting = state.withLock { state in
            change(&state)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let buffer = unwrapInboundIn(data)
        change { $0.bytes += buffer.readableBytesView }
    }

    func channelInactive(context: ChannelHandlerContext) { change { $0.hasEnded = true } }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { change { $0.hasEnded = true } }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
