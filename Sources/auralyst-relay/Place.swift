import Basics
import Foundation
import Relay

/// An address and a port to listen on: `127.0.0.1:4848`, `[::]:80`, `relay.example.org:8080`.
struct Place {
    let host: String
    let port: Int

    init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.has(":") {
            return nil
        }
        guard !host.isEmpty else { return nil }
        (self.host, self.port) = (host == "localhost" ? "127.0.0.1" : String(host), port)
    }

    /// Loopback is listened on for both IPv4 and IPv6: clients may try either first.
    var addresses: [(host: String, port: Int)] {
        host == "127.0.0.1" ? [("127.0.0.1", port), ("::1", port)] : [(host, port)]
    }

    /// The host as written in a URL.
    var shown: String { host.has(":") ? "[\(host)]" : host }

    /// The names that clients may use for this address, if none were given.
    func names(port: Int) -> [String] {
        let isEverywhere = host == "0.0.0.0" || host == "::"
        let isHere = isEverywhere || host.hasPrefix("127.") || host == "::1"
        let names = [shown] + (isHere ? ["127.0.0.1", "localhost", "[::1]"] : [])
        return names.flatMap { port == 80 ? [$0.lowercased()] : ["\($0.lowercased()):\(port)"] }
    }
}

extension Place {
    /// Whether it is the address of a site as browsers send it: https, or http on this machine; lower case, no path, no default port.
    static func isOrigin(_ text: String) -> Bool {
        let isSecure = text.hasPrefix("https://")
        guard isSecure || text.hasPrefix("http://") else { return false }
        let parts = text.dropFirst(isSecure ? 8 : 7).split(separator: ":", omittingEmptySubsequences: false)
        let (host, port) = (parts[0], parts.dropFirst().first)
        let isPort = port.map { UInt16($0).map(String.init) == String($0) && $0 != (isSecure ? "443" : "80") } ?? true
        return parts.count <= 2 && isPort && (isSecure || host == "localhost" || host == "127.0.0.1") && !host.isEmpty
            && host.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789.-".utf8.contains($0) }
    }
}

extension RelaySurroundings {
    static var ofThisMachine: RelaySurroundings {
        RelaySurroundings(
            now: { Int64(Date().timeIntervalSince1970 * 1000) },
            random: { count in
                var generator = SystemRandomNumberGenerator()
                return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            })
    }
}
