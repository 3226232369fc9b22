import Foundation
import HTTP
import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens for HTTP/1.1 and answers with a closure: requests of one connection in order, connections concurrently.
package struct Server: Sendable {
    private let listen: [(host: String, port: Int)]
    private let limits: ServerLimits
    private let admits: (@Sendable (Peer) -> Bool)?
    private let respond: @Sendable (Request) async -> Response

    /// `listen`: the addresses. The first has the port, 0 for any free one; further ones with the same port get the port found.
    /// Addresses of a family that the machine lacks are left out. `admits`: whose connections are accepted; others get a 403.
    package init(
        listen: [(host: String, port: Int)], limits: ServerLimits = ServerLimits(),
        admits: (@Sendable (Peer) -> Bool)? = nil, respond: @escaping @Sendable (Request) async -> Response
    ) {
        precondition(!listen.isEmpty, "a server listens somewhere")
        self.listen = listen
        self.limits = limits
        self.admits = admits
        self.respond = respond
    }

    /// Serves until its task is cancelled; calls `ready` with the port once clients can connect. Then it accepts no connections,
    /// event streams end, running requests may finish within `limits.grace`, and on return all are closed.
    ///
    /// Throws `HTTPServerError` if it cannot listen.
    package func run(ready: @Sendable (_ port: Int) -> Void) async throws {
        let connections = Connections(limits: limits, admits: admits, respond: respond)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let listeners = try await bind(connections)
        ready(listeners.first?.localAddress?.port ?? 0)
        let stop = loop.makePromise(of: Void.self)
        await withTaskCancellationHandler {
            try? await stop.futureResult.get()
        } onCancel: {
            stop.succeed(())
        }
        for listener in listeners { try? await listener.close() }
        connections.stop()
        await connections.drain(within: limits.grace, on: loop)
        connections.cut()
        // A handler that ignores its cancellation gets the same time once more.
        await connections.drain(within: limits.grace, on: loop)
    }

    /// Listens on all addresses, or on none. A free port may be taken on another address: then tries again.
    private func bind(_ connections: Connections) async throws -> [any Channel] {
        var attempts = listen[0].port == 0 ? 16 : 1
        while true {
            attempts -= 1
            var listeners: [any Channel] = []
            do {
                for (host, port) in listen {
                    let first = listeners.first?.localAddress?.port
                    guard let listener = try await bind(host, port == listen[0].port ? first ?? port : port, connections) else {
                        continue
                    }
                    listeners.append(listener)
                }
                guard !listeners.isEmpty else { throw HTTPServerError.cannotListen(listen[0].host, code: EADDRNOTAVAIL) }
                return listeners
            } catch {
                for listener in listeners { try? await listener.close() }
                guard case .addressInUse? = error as? HTTPServerError, attempts > 0 else { throw error }
            }
        }
    }

    /// Listens on one address; `nil` if the machine lacks its family.
    private func bind(_ host: String, _ port: Int, _ connections: Connections) async throws -> (any Channel)? {
        let limits = limits
        do {
            let address =
                try (try? SocketAddress(ipAddress: host, port: port)) ?? SocketAddress.makeAddressResolvingHost(host, port: port)
            var bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(ChannelOptions.backlog, value: 256)
                .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(ChannelOptions.autoRead, value: false)
                .childChannelOption(ChannelOptions.maxMessagesPerRead, value: 1)
                .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
                .childChannelOption(ChannelOptions.writeBufferWaterMark, value: .init(low: 32 << 10, high: 64 << 10))
                .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
                // When a client closes its side, all that the system has buffered is read at once: so keep the buffer small.
                .childChannelOption(ChannelOptions.socketOption(.so_rcvbuf), value: 256 << 10)
                .childChannelInitializer { channel in
                    let wire = Wire(loop: channel.eventLoop, limits: limits, connections: connections)
                    return channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers([
                            ByteMeter(wire), ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)), wire,
                        ])
                    }
                }
            if listen.count > 1, case .v6 = address {
                bootstrap = bootstrap.serverChannelOption(
                    ChannelOptions.Types.SocketOption(level: .ipv6, name: .ipv6_v6only), value: 1)
            }
            return try await bootstrap.bind(to: address).get()
        } catch let error as IOError {
            switch error.errnoCode {
            case EADDRINUSE: throw HTTPServerError.addressInUse(port)
            case EAFNOSUPPORT where listen.count > 1, EADDRNOTAVAIL where listen.count > 1: return nil
            default: throw HTTPServerError.cannotListen(host, code: error.errnoCode)
            }
        } catch {
            throw HTTPServerError.cannotListen(host, code: EADDRNOTAVAIL)
        }
    }
}
