/// The target of a request in origin form (RFC 9112, 3.2.1): a path, and optionally a query.
///
/// A valid path has no empty part, no `.` and no `..`, plain or encoded, and no slash in a part: it cannot escape a folder.
package struct Target: Sendable {
    /// Percent-decoded; begins with `/`, and may end with one.
    package let path: String
    /// What follows the `?`, decoded.
    package let query: FormFields

    /// Throws `HTTPFault.malformed` for other forms (`*`, `http://…`), invalid bytes, broken or ambiguous percent-encoding,
    /// control characters, and the parts named above.
    package init(_ text: String) throws(HTTPFault) {
        let bytes = Array(text.utf8)
        // `#` begins a fragment, which clients do not send.
        guard bytes.first == UInt8(ascii: "/"), bytes.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") })
        else { throw .malformed }
        let mark = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
        path = try Target.path(bytes[..<mark])
        query = try FormFields(urlencoded: Array(bytes[mark...].dropFirst()))
    }

    private static func path(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> String {
        let parts = bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        var path = ""
        for (index, encoded) in parts.enumerated() {
            guard let part = PercentCoding.text(encoded, isStrict: true), !part.utf8.contains(UInt8(ascii: "/")),
                part.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
                part != ".", part != "..", !part.isEmpty || index == parts.count - 1
            else { throw .malformed }
            path += "/" + part
        }
        return path
    }
}
