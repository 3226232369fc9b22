import Foundation
import Synchronization
import Testing

/// A balancer that knows nothing of what it passes on: it gives each connection to the next server that takes one, and copies
/// bytes both ways until one side ends.
final class Balancer: Sendable {
    let port: Int
    private let listener: Int32
    private let servers = Mutex<(ports: [Int], next: Int)>(([], 0))
    private let passed = Atomic(0)

    init() throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var (address, count) = (Balancer.address(port: 0), socklen_t(MemoryLayout<sockaddr_in>.size))
        let listener = listener
        let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, count) | listen(listener, 256) | getsockname(listener, $0, &count)
            }
        }
        try #require(listener >= 0 && code == 0)
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [weak self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0, let self else { break }
                self.pass(client)
            }
            close(listener)
        }
    }

    deinit { end() }

    func end() { _ = shutdown(listener, Int32(SHUT_RDWR)) }

    /// Whom connections are given to, in turn.
    func serve(_ ports: [Int]) { servers.withLock { $0 = (ports, 0) } }

    /// How many connections it has passed on.
    var count: Int { passed.load(ordering: .relaxed) }

    private func pass(_ client: Int32) {
        let ports = servers.withLock { servers in
            servers.next += 1
            return servers.ports.indices.map { servers.ports[(servers.next + $0) % servers.ports.count] }
        }
        guard let server = ports.lazy.compactMap(Balancer.connect).first else {
            close(client)
            return
        }
        passed.add(1, ordering: .relaxed)
        let pair = Pair(client: client, server: server)
        for (from, to) in [(client, server), (server, client)] {
            Thread.detachNewThread {
                Balancer.copy(from, to)
                pair.halfDone()
            }
        }
    }

    /// Both ends of one connection: closed when neither is copied from any more.
    private final class Pair: Sendable {
        private let (client, server): (Int32, Int32)
        private let open = Atomic(2)

        init(client: Int32, server: Int32) { (self.client, self.server) = (client, server) }

        func halfDone() {
            guard open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else { return }
            close(client)
            close(server)
        }
    }

    private static func copy(_ from: Int32, _ to: Int32) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(from, $0.baseAddress, $0.count, 0) }
            guard count > 0 else { break }
            var sent = 0
            while sent < count {
                let more = unsafe buffer.withUnsafeBytes {
                    unsafe send(to, $0.baseAddress?.advanced(by: sent), count - sent, Int32(MSG_NOSIGNAL))
                }
                guard more > 0 else { break }
                sent += more
            }
            guard sent == count else { break }
        }
        // Whoever waits for more from the other side learns that nothing comes.
        _ = shutdown(from, Int32(SHUT_RDWR))
        _ = shutdown(to, Int32(SHUT_RDWR))
    }

    private static func connect(to port: Int) -> Int32? {
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = address(port: port)
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Foundation.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code != 0 else { return socket }
        close(socket)
        return nil
    }

    private static func address(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        return address
    }
}
