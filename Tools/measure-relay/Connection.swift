import Foundation

/// A connection to a relay on this machine, kept open between requests.
final class Connection {
    struct Answer {
        let status: Int
        let body: [UInt8]
    }

    struct Lost: Error {}

    private let socket: Int32
    private let port: Int
    private var rest: [UInt8] = []

    init(port: Int) throws {
        self.port = port
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let socket = socket
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Lost() }
        var yes: Int32 = 1
        unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    }

    deinit { close(socket) }

    func send(_ method: String, _ path: String, token: String? = nil, body: [UInt8] = []) throws -> Answer {
        let authorization = token.map { "authorization: Bearer \($0)\r\n" } ?? ""
        let head =
            "\(method) \(path) HTTP/1.1\r\nhost: 127.0.0.1:\(port)\r\n\(authorization)content-length: \(body.count)\r\n\r\n"
        let bytes = Array(head.utf8) + body
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                unsafe Foundation.send(socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Lost() }
            sent += count
        }
        return try answer()
    }

    private func answer() throws -> Answer {
        let mark = Array("\r\n\r\n".utf8)
        while rest.firstRange(of: mark) == nil { try more() }
        guard let end = rest.firstRange(of: mark) else { throw Lost() }
        let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
        let words = head.split(separator: " ", maxSplits: 2)
        let length =
            head.lowercased().split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).filter(\.isNumber)) } ?? 0
        guard words.count > 1, let status = Int(words[1]) else { throw Lost() }
        while rest.count - end.upperBound < length { try more() }
        defer { rest.removeSubrange(..<(end.upperBound + length)) }
        return Answer(status: status, body: Array(rest[end.upperBound..<end.upperBound + length]))
    }

    private func more() throws {
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        let socket = socket
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        guard count > 0 else { throw Lost() }
        rest += buffer[..<count]
    }
}
