/// Percent-encoding (RFC 3986, 2.1) of bytes.
package enum PercentCoding {
    /// Decodes `%xx`. A `%` without two hexadecimal digits is unchanged (WHATWG URL, 1.3), or gives `nil` if `isStrict`.
    static func decode(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = false, isStrict: Bool = false) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                if let high = rest.first.flatMap(digit), let low = rest.dropFirst().first.flatMap(digit) {
                    decoded.append(high << 4 | low)
                    rest = rest.dropFirst(2)
                    continue
                }
                if isStrict { return nil }
            }
            decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        }
        return decoded
    }

    /// The decoded bytes as text; `nil` if they are not UTF-8.
    package static func text(_ bytes: ArraySlice<UInt8>, plusIsBlank: Bool = false, isStrict: Bool = false) -> String? {
        decode(bytes, plusIsBlank: plusIsBlank, isStrict: isStrict).flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// Encodes all but letters, digits and the bytes of `kept`.
    package static func encode(_ text: String, keeping kept: String, blankIsPlus: Bool = false) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if isLetterOrDigit(byte) || kept.utf8.contains(byte) {
                encoded.append(byte)
            } else if blankIsPlus, byte == UInt8(ascii: " ") {
                encoded.append(UInt8(ascii: "+"))
            } else {
                encoded += [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 15)]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 + digit : 0x41 + digit - 10 }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
    }
}
