extension JSON {
    /// Its canonical text, in UTF-8.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: nil)
        return bytes
    }

    package func write(to bytes: inout [UInt8]) { write(to: &bytes, indent: nil) }

    /// The same value for people: indented by two spaces.
    package var pretty: String {
        var bytes: [UInt8] = []
        write(to: &bytes, indent: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], indent: Int?) {
        switch self {
        case .null: bytes += "null".utf8
        case .bool(let truth): bytes += (truth ? "true" : "false").utf8
        case .int(let number): bytes += String(number).utf8
        case .double(let number): bytes += (number.isFinite ? number.description : "null").utf8
        case .string(let text): JSON.write(text, to: &bytes)
        case .array(let elements):
            JSON.writeList(elements, open: "[", close: "]", to: &bytes, indent: indent) { element, bytes, indent in
                element.write(to: &bytes, indent: indent)
            }
        case .object(let members):
            let sorted = members.sorted { $0.key.precedes($1.key) }
            JSON.writeList(sorted, open: "{", close: "}", to: &bytes, indent: indent) { member, bytes, indent in
                JSON.write(member.key, to: &bytes)
                bytes += (indent == nil ? ":" : ": ").utf8
                member.value.write(to: &bytes, indent: indent)
            }
        }
    }

    private static func writeList<Element>(
        _ list: [Element], open: Unicode.Scalar, close: Unicode.Scalar, to bytes: inout [UInt8], indent: Int?,
        writeElement: (Element, inout [UInt8], Int?) -> Void
    ) {
        let inner = indent.map { $0 + 2 }
        bytes.append(UInt8(ascii: open))
        for (index, element) in list.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine(inner, in: &bytes)
            writeElement(element, &bytes, inner)
        }
        if !list.isEmpty { breakLine(indent, in: &bytes) }
        bytes.append(UInt8(ascii: close))
    }

    private static func breakLine(_ indent: Int?, in bytes: inout [UInt8]) {
        guard let indent else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: indent)
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { source in
            var start = 0
            for index in source.indices {
                let byte = unsafe source[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                unsafe bytes += source[start..<index]
                start = index + 1
                escape(byte, into: &bytes)
            }
            unsafe bytes += source[start...]
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private static func escape(_ byte: UInt8, into bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): bytes += "\\\"".utf8
        case UInt8(ascii: "\\"): bytes += "\\\\".utf8
        case 0x08: bytes += "\\b".utf8
        case 0x09: bytes += "\\t".utf8
        case 0x0A: bytes += "\\n".utf8
        case 0x0C: bytes += "\\f".utf8
        case 0x0D: bytes += "\\r".utf8
        default:
            let digits = String(byte, radix: 16)
            bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
        }
    }
}
