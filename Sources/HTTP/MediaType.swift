/// A header value of the form `name; parameter=value; parameter="value"`: a media type (RFC 9110, 8.3.1) or a content
/// disposition (RFC 6266, 4.1).
struct MediaType {
    /// In lower case: `text/html`, `form-data`.
    let name: String
    /// Parameters by their name in lower case; the first of several with the same name.
    private(set) var parameters: [String: String] = [:]

    /// `nil` if the value does not have that form.
    init?(_ value: String) {
        var rest = Array(value.utf8)[...]
        name = MediaType.lowercase(rest.prefix { $0 != UInt8(ascii: ";") })
        guard !name.isEmpty, !name.contains(" ") else { return nil }
        rest = rest.drop { $0 != UInt8(ascii: ";") }
        while rest.popFirst() != nil {
            rest = rest.drop(while: MediaType.isBlank)
            if rest.isEmpty { break }
            guard let mark = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let parameter = MediaType.lowercase(rest[..<mark])
            rest = rest[mark...].dropFirst()
            guard !parameter.isEmpty, let found = MediaType.value(&rest) else { return nil }
            rest = rest.drop(while: MediaType.isBlank)
            guard rest.isEmpty || rest.first == UInt8(ascii: ";") else { return nil }
            parameters[parameter] = parameters[parameter] ?? found
        }
    }

    /// A token or a quoted string. Inside quotes only `\"` is an escape: browsers send a `\` in a file name unescaped.
    private static func value(_ rest: inout ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        guard rest.first == UInt8(ascii: "\"") else {
            bytes = Array(rest.prefix { $0 != UInt8(ascii: ";") && !isBlank($0) })
            rest = rest.dropFirst(bytes.count)
            return String(validating: bytes, as: UTF8.self)
        }
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return String(validating: bytes, as: UTF8.self) }
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "\"") {
                rest = rest.dropFirst()
                bytes.append(UInt8(ascii: "\""))
            } else {
                bytes.append(byte)
            }
        }
        return nil
    }

    private static func lowercase(_ bytes: ArraySlice<UInt8>) -> String {
        Substring(decoding: bytes, as: UTF8.self).trimmingBlanks.lowercased()
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
