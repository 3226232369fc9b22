/// A cookie set by a response (RFC 6265, 4.1): for the whole site, hidden from scripts, sent only by the site's own pages.
package struct Cookie: Sendable {
    /// Its name, a token.
    package let name: String
    /// Its value, of characters allowed in cookies.
    package let value: String
    /// Whether it is sent over TLS only.
    package let isSecure: Bool
    /// Its lifetime in seconds; `nil`: until the browser closes, 0: delete at once.
    package let maxAge: Int?

    /// Name and value are our own: characters that RFC 6265 does not allow are a programming error.
    package init(name: String, value: String, isSecure: Bool = false, maxAge: Int? = nil) {
        precondition(!name.isEmpty && name.utf8.allSatisfy(Cookie.isToken), "a cookie's name is a token")
        precondition(value.utf8.allSatisfy(Cookie.isCookieOctet), "a cookie's value has no blank, quote or separator")
        precondition(maxAge.map { $0 >= 0 } ?? true, "a cookie's age is not negative")
        self.name = name
        self.value = value
        self.isSecure = isSecure
        self.maxAge = maxAge
    }

    /// The value of the field `set-cookie`.
    package var header: String {
        var text = "\(name)=\(value); Path=/; HttpOnly; SameSite=Strict"
        if isSecure { text += "; Secure" }
        if let maxAge { text += "; Max-Age=\(maxAge)" }
        return text
    }

    /// RFC 9110, 5.6.2.
    package static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// RFC 6265, 4.1.1.
    private static func isCookieOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2b, 0x2d...0x3a, 0x3c...0x5b, 0x5d...0x7e: true
        default: false
        }
    }
}
