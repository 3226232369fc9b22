/// Random names of 32 bytes, as 43 characters of base64url: cookies, form tokens, launch tokens.
enum RandomName {
    /// A new one, from the system's generator.
    static func make(byteCount: Int = 32) -> String {
        var generator = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<byteCount).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// Equal in a time that does not depend on where two texts differ.
    static func areEqual(_ a: String, _ b: String) -> Bool {
        let (a, b) = (Array(a.utf8), Array(b.utf8))
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

/// Base64 with the alphabet for URLs and without padding (RFC 4648, 5).
enum Base64URL {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var rest = bytes[...]
        while let first = rest.popFirst() {
            let (second, third) = (rest.popFirst(), rest.popFirst())
            text.append(alphabet[Int(first >> 2)])
            text.append(alphabet[Int((first & 3) << 4 | (second ?? 0) >> 4)])
            if let second { text.append(alphabet[Int((second & 15) << 2 | (third ?? 0) >> 6)]) }
            if let third { text.append(alphabet[Int(third & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for anything that `encode` does not give.
    static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits) = (UInt32(0), 0)
        for letter in text.utf8 {
            guard let value = alphabet.firstIndex(of: letter) else { return nil }
            buffer = (buffer << 6 | UInt32(value)) & 0xffff
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return encode(bytes) == text ? bytes : nil
    }
}
