import Basics
import Foundation
import Journal

/// Where a relay is: `https://relay.example.org`. Without TLS only on this machine itself.
package struct RelayAddress: Hashable, Sendable {
    /// As it was typed, without a slash at the end.
    package let text: String
    /// What a device signs when it logs in: the name in lower case, with the port where that is not the scheme's own.
    package let host: String

    /// Reads what was typed; a bare name gets `https://` before it. Throws `SyncError.badAddress` for anything else.
    package init(_ typed: String) throws {
        let address = trimmed(typed)
        let whole = address.has("://") ? address : "https://" + address
        guard let parts = URLComponents(string: whole), let scheme = parts.scheme?.lowercased(),
            let host = parts.host?.lowercased(),
            // A name of other letters has a form in these, `xn--…`, that says which letters are meant.
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
