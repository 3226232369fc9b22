extension FormFields {
    /// The most pairs of a form or a query.
    static let maximumPairs = 1_000

    /// Decodes `application/x-www-form-urlencoded` (WHATWG URL, 5.1): `+` is a space, a `%` without two digits is unchanged.
    ///
    /// Throws `HTTPFault.tooLarge` beyond `limit` bytes, and `.malformed` if it is not UTF-8 or has more than 1,000 pairs.
    package init(urlencoded bytes: [UInt8], limit: Int = 2 << 20) throws(HTTPFault) {
        guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
        self.init()
        for pair in bytes.split(separator: UInt8(ascii: "&")) {
            let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard pairs.count < FormFields.maximumPairs,
                let name = PercentCoding.text(pair[..<mark], plusIsBlank: true),
                let value = PercentCoding.text(pair[mark...].dropFirst(), plusIsBlank: true)
            else { throw .malformed }
            pairs.append((name: name, value: value))
        }
    }

    /// As `application/x-www-form-urlencoded` (WHATWG URL, 5.2), without a leading `?`.
    package var encoded: String {
        pairs.map { FormFields.encode($0.name) + "=" + FormFields.encode($0.value) }.joined(separator: "&")
    }

    private static func encode(_ text: String) -> String { PercentCoding.encode(text, keeping: "*-._", blankIsPlus: true) }
}

extension Request {
    /// The fields of the form in the body. Throws `HTTPFault.unsupportedForm` unless the content type is
    /// `application/x-www-form-urlencoded`, `.tooLarge` beyond `limit` bytes, and what reading a body and decoding throw.
    package func form(limit: Int = 2 << 20) async throws -> FormFields {
        guard let type = MediaType(headers["content-type"] ?? ""), type.name == "application/x-www-form-urlencoded" else {
            throw HTTPFault.unsupportedForm
        }
        return try FormFields(urlencoded: try await body.collect(limit: limit), limit: limit)
    }
}
