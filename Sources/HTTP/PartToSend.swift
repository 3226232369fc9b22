/// One part of a form with files, sent by a `TestClient`.
package struct PartToSend: Sendable {
    package let name: String
    /// Name of the file; `nil` for a plain field.
    package let fileName: String?
    package let contentType: String?
    package let bytes: [UInt8]

    package init(_ name: String, fileName: String?, contentType: String? = nil, bytes: [UInt8]) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.bytes = bytes
    }

    package init(_ name: String, _ text: String) {
        self.init(name, fileName: nil, bytes: Array(text.utf8))
    }

    /// The body of the form (RFC 7578); the boundary must not occur in any part.
    package static func encode(_ parts: [PartToSend], boundary: String) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            var head = "--\(boundary)\r\ncontent-disposition: form-data; name=\"\(escaped(part.name))\""
            if let fileName = part.fileName { head += "; filename=\"\(escaped(fileName))\"" }
            if let contentType = part.contentType { head += "\r\ncontent-type: \(contentType)" }
            body += Array(head.utf8) + Array("\r\n\r\n".utf8) + part.bytes + [0x0d, 0x0a]
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    /// As browsers do (WHATWG HTML, 4.10.21.8).
    private static func escaped(_ name: String) -> String {
        name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
