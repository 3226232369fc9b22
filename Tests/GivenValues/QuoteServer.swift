import Foundation
import Synchronization

/// A stand-in for a quote server on a port of its own, which answers every request in the same way until the test ends.
package final class QuoteServer: Sendable {
    /// How it answers.
    package enum Manner: Sendable {
        /// With these bytes, and then it hangs up.
        case bytes([UInt8])
        /// It takes the connection and says nothing.
        case silence
        /// It begins an answer and never ends it.
        case drip
    }

    /// Where it listens, on 127.0.0.1.
    package let port: Int
    private let listener: Int32
    private let state = Mutex<(requests: [String], open: [Int32])>(([], []))

    package init(_ manner: Manner) throws {
        let (listener, port) = try bound()
        guard listen(listener, 16) == 0 else { throw Missing() }
        (self.listener, self.port) = (listener, port)
        let server = WeakServer(self)
        Thread {
            while let connection = accepted(on: listener) { server.value?.serve(connection, manner) ?? hangUp(connection) }
            // Only here: a number that is closed while somebody waits on it may be another server's by then.
            close(listener)
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        state.withLock { $0.open.forEach(hangUp) }
    }

    /// A good answer around this body.
    package convenience init(body: String, status: String = "200 OK", head: String = "") throws {
        let bytes = Array(body.utf8)
        let text = "HTTP/1.1 \(status)\r\n\(head)Content-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
        try self.init(.bytes(Array(text.utf8) + bytes))
    }

    /// What stands in front of `/today`.
    package var base: String { "http://127.0.0.1:\(port)/api" }

    package var requests: [String] { state.withLock { $0.requests } }

    private func serve(_ connection: Int32, _ manner: Manner) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(connection, &buffer, buffer.count, 0)
        state.withLock { $0.requests.append(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)) }
        switch manner {
        case .bytes(let bytes):
            deliver(bytes, to: connection)
            hangUp(connection)
        case .silence: state.withLock { $0.open.append(connection) }
        case .drip:
            deliver(Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[".utf8), to: connection)
            state.withLock { $0.open.append(connection) }
        }
    }

    /// A port that is taken, and at which nothing listens.
    package final class SilentPort: Sendable {
        package let port: Int
        private let socket: Int32

        package init() throws { (socket, port) = try bound() }

        deinit { close(socket) }
    }
}

/// A socket with a port of its own on 127.0.0.1.
private func bound() throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
            unsafe bind(listener, pointer, size) == 0 && getsockname(listener, pointer, &size) == 0
        }
    }
    guard listener >= 0, isBound else { throw Missing() }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
}

/// Lets the thread that waits for connections not keep its server.
private final class WeakServer: Sendable {
    private let reference: Mutex<WeakReference>

    init(_ server: QuoteServer) { reference = Mutex(WeakReference(server: server)) }

    var value: QuoteServer? { reference.withLock { $0.server } }
}

private struct WeakReference: Sendable {
    weak let server: QuoteServer?
}

private func accepted(on listener: Int32) -> Int32? {
    let connection = accept(listener, nil, nil)
    return connection >= 0 ? connection : nil
}

private func deliver(_ bytes: [UInt8], to connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let sent = unsafe rest.withUnsafeBytes { unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent > 0 else { return }
        rest = rest.dropFirst(sent)
    }
}

private func hangUp(_ connection: Int32) {
    shutdown(connection, Int32(SHUT_RDWR))
    close(connection)
}
