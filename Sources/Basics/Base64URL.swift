/// URL-safe Base64 without padding, RFC 4648 section 5, as used by WebAuthn.
package enum Base64URL {
    /// `A`–`Z`, `a`–`z`, `0`–`9`, `-` and `_`.
    package static func text(_ bytes: [UInt8]) -> String {
        Base64.text(bytes).replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    /// `nil` unless it is exactly what `text` writes.
    package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
        let letters = String(text).replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - letters.utf8.count % 4) % 4)
        guard let bytes = Base64.bytes(letters + padding), Self.text(bytes) == text else { return nil }
        return bytes
    }
}
