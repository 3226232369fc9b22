import Basics
import Foundation
import Journal

/// The address of a relay: `https://relay.example.org`. Without TLS only on this machine itself.
package struct RelayAddress: Hashable, Sendable {
    /// As typed, without a trailing slash.
    package let text: String
    /// The host that a device signs when it logs in: in lower case, with the port unless it is the scheme's default.
    package let host: String

    /// Reads typed text; a bare name gets `https://`. Throws `SyncError.badAddress` for anything else.
    package init(_ typed: String) throws {
        let address = trimmed(typed)
        let whole = address.has("://") ? address : "https://" + address
        guard let parts = URLComponents(string: whole), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(),
            // International names must be written in their ASCII form, `xn--…`, which is unambiguous.
            !host.isEmpty, host.utf8.allSatisfy({ "abcdefghijklmnopqrstuvwxyz0123456789-._:[]".utf8.contains($0) }),
            host.utf8.count <= 253, parts.user == nil, parts.password == nil, parts.query == nil,
            parts.fragment == nil, ["", "/"].contains(parts.path), scheme == "https" || scheme == "http"
        else { throw SyncError.badAddress(typed) }
        let bare = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        guard scheme == "https" || ["localhost", "127.0.0.1", "::1"].contains(bare) else { throw SyncError.notEncrypted(typed) }
        let usual = scheme == "https" ? 443 : 80
        let name = bare.has(":") ? "[\(bare)]" : bare
        let suffix = parts.port.map { $0 == usual ? "" : ":\($0)" } ?? ""
        self.host = name + suffix
        text = scheme + "://" + name + suffix
    }
}
