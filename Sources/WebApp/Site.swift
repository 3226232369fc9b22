import Foundation

/// The address of the app, and what depends on it.
package struct Site: Sendable {
    /// On this machine only, or from elsewhere through the owner's TLS proxy.
    package enum Reach: Sendable {
        /// `http://localhost:PORT`; a launch token admits a browser.
        case loopback(port: Int, tokens: LaunchTokens)
        /// `https://journal.example`, behind the owner's own proxy; the passphrase or a passkey admits a browser.
        case proxied(origin: String)
        /// Inside the phone's browser, whose pages alone reach it: no one is admitted, since no one else is there.
        case inside(origin: String)
    }

    package let reach: Reach
    /// This is a window of an iPhone's browser, whose storage is not that of the app on the home screen.
    let mustInstall: Bool

    package init(_ reach: Reach, mustInstall: Bool = false) { (self.reach, self.mustInstall) = (reach, mustInstall) }

    /// The origin of an address such as `https://journal.example` or `https://journal.example:8443`; `nil` for anything but a
    /// bare https origin.
    package static func origin(of address: String) -> String? {
        let trimmed = address.hasSuffix("/") ? String(address.dropLast()) : address
        let lower = trimmed.lowercased()
        guard lower.hasPrefix("https://") else { return nil }
        let parts = lower.dropFirst(8).split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, !host.isEmpty, host.utf8.count <= 253, parts.count <= 2 else { return nil }
        let isHost = host.utf8.allSatisfy {
            (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d || $0 == 0x2e
        }
        guard isHost, !host.hasPrefix("."), !host.hasPrefix("-") else { return nil }
        if parts.count == 2 {
            guard let port = Int(parts[1]), (1...65_535).contains(port), String(port) == parts[1] else { return nil }
            // Browsers omit the default port.
            if port == 443 { return "https://" + host }
        }
        return lower
    }

    /// The permitted `Host` headers.
    var hosts: [String] {
        switch reach {
        case .loopback(let port, _): ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)"]
        case .proxied(let origin), .inside(let origin): [Site.host(of: origin)]
        }
    }

    /// The permitted `Origin` headers.
    var origins: [String] {
        switch reach {
        case .loopback: hosts.map { "http://" + $0 }
        case .proxied(let origin), .inside(let origin): [origin]
        }
    }

    /// `journal.example:8443`, as the header `Host` has it.
    package static func host(of origin: String) -> String { String(origin.drop { $0 != "/" }.dropFirst(2)) }

    /// Bytes of what comes into the program on a phone at once, whose pages have little memory: as Phone/sw.js and Phone/worker.js.
    package static let mostOnPhone = 64 << 20

    var isInside: Bool { if case .inside = reach { true } else { false } }

    /// Whether a browser needs no launch token to get as far as the Unlock page.
    var admitsUnknown: Bool { isProxied || isInside }

    var isProxied: Bool { if case .proxied = reach { true } else { false } }

    /// The name of the session's cookie. Browsers send a cookie to all ports of a machine: the port in the name separates two
    /// vaults.
    var cookieName: String {
        switch reach {
        case .loopback(let port, _): "auralyst-\(port)"
        case .proxied: "__Host-auralyst"
        case .inside: "auralyst"
        }
    }

    var knownCookieName: String {
        switch reach {
        case .loopback(let port, _): "known-auralyst-\(port)"
        case .proxied: "__Host-known-auralyst"
        case .inside: "known-auralyst"
        }
    }

    /// The port at which browsers of this machine reach the app; `nil` elsewhere.
    var port: Int? { if case .loopback(let port, _) = reach { port } else { nil } }

    /// The relying party of passkeys (WebAuthn): the host without the port.
    func relyingParty(host: String) -> String {
        let name = host.hasPrefix("[") ? host : String(host.prefix { $0 != ":" })
        return name
    }

    /// The source of attempts: the other end of the connection, or behind the proxy the address that the proxy has seen. The
    /// header is only trusted from this machine, and only its last part, which the proxy itself wrote.
    package func source(connection: String, forwarded: [String]) -> String {
        guard isProxied, connection == "127.0.0.1" || connection == "::1", let last = forwarded.last else { return connection }
        let address = last.split(separator: ",").last.map(String.init) ?? last
        return Site.network(of: address.filter { $0 != " " && $0 != "\t" }) ?? connection
    }

    /// One source: an IPv4 address, or the first 64 bits of an IPv6 address, since one household has all the others; `nil` for
    /// other text.
    private static func network(of address: String) -> String? {
        var four = in_addr()
        if unsafe inet_pton(AF_INET, address, &four) == 1 { return address }
        var bytes = [UInt8](repeating: 0, count: 16)
        guard unsafe inet_pton(AF_INET6, address, &bytes) == 1 else { return nil }
        // An IPv4-mapped IPv6 address.
        if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
            return bytes[12...].map(String.init).joined(separator: ".")
        }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":")
    }
}
