/// An incremental parser of `multipart/form-data` (RFC 7578, RFC 2046 5.1), however its bytes are split: put bytes in, take
/// events out until it needs more. It buffers only the latest bytes, and a few that may begin a boundary.
struct MultipartScanner {
    enum Event {
        /// It needs more bytes.
        case hunger
        case part(Multipart.Part)
        /// Content of the current part, never empty.
        case bytes([UInt8])
        case partEnd
        /// The last boundary; anything after it is ignored.
        case end
    }

    private enum Place {
        case preamble, fields, emptyLine, content, end
    }

    /// The longest fields of a part, in bytes.
    static let maximumFieldBytes = 8 << 10
    static let maximumParts = 1_000

    /// The separator of parts: line end, two dashes, boundary.
    private let delimiter: [UInt8]
    // The line end before the first boundary may be missing; supplied here, it is like all others.
    private var buffer: [UInt8] = [0x0d, 0x0a]
    private var start = 0
    private var place = Place.preamble
    private var parts = 0

    /// The boundary is 1–70 bytes long.
    init(boundary: String) {
        delimiter = [0x0d, 0x0a, 0x2d, 0x2d] + boundary.utf8
    }

    mutating func put(_ bytes: ArraySlice<UInt8>) {
        guard place != .end else { return }
        buffer.removeFirst(start)
        start = 0
        buffer += bytes
    }

    /// The next event. Throws `malformed` for an invalid form or over 1,000 parts, `tooLarge` for fields over 8 KiB in a part.
    mutating func next() throws(HTTPFault) -> Event {
        while true {
            switch place {
            case .preamble:
                switch find() {
                case .nothing(let kept), .perhaps(let kept):
                    start = kept
                    return .hunger
                case .found(_, let end, let isLast):
                    enter(end, isLast)
                }
            case .content:
                switch find() {
                case .nothing(let kept), .perhaps(let kept):
                    return take(upTo: kept) ?? .hunger
                case .found(let from, let end, let isLast):
                    if let bytes = take(upTo: from) { return bytes }
                    enter(end, isLast)
                    return .partEnd
                }
            case .fields:
                guard let part = try fields() else { return .hunger }
                place = .emptyLine
                return .part(part)
            case .emptyLine:
                guard leaveEmptyLine() else { return .hunger }
                place = .content
            case .end:
                return .end
            }
        }
    }

    private mutating func take(upTo end: Int) -> Event? {
        guard end > start else { return nil }
        defer { start = end }
        return .bytes(Array(buffer[start..<end]))
    }

    private mutating func enter(_ position: Int, _ isLast: Bool) {
        // The boundary's line end remains: fields begin after one, and end at the first empty line.
        start = position
        place = isLast ? .end : .fields
        if isLast { (buffer, start) = ([], 0) }
    }
}

// Boundaries.
extension MultipartScanner {
    private enum Finding {
        /// None; the bytes before the position are not part of one.
        case nothing(Int)
        /// The bytes at the position may begin one.
        case perhaps(Int)
        /// Where it begins, where its line end begins, and whether it is the last.
        case found(from: Int, end: Int, isLast: Bool)
    }

    private func find() -> Finding {
        var from = start
        while let next = buffer[from...].firstIndex(of: 0x0d) {
            let length = matchingBytes(at: next)
            if next + length == buffer.count { return .perhaps(next) }
            if length == delimiter.count {
                switch ending(at: next + length) {
                case nil: return .perhaps(next)
                case .found(_, let end, let isLast)?: return .found(from: next, end: end, isLast: isLast)
                case .nothing?, .perhaps?: break
                }
            }
            from = next + 1
        }
        return .nothing(buffer.count)
    }

    private func matchingBytes(at position: Int) -> Int {
        var length = 0
        while length < delimiter.count, position + length < buffer.count, buffer[position + length] == delimiter[length] {
            length += 1
        }
        return length
    }

    /// What follows a delimiter: two dashes, or blanks and a line end; otherwise it is only content that looks like one. `nil` if
    /// more bytes are needed.
    private func ending(at position: Int) -> Finding? {
        if buffer[position] == 0x2d {
            guard position + 1 < buffer.count else { return nil }
            return buffer[position + 1] == 0x2d ? .found(from: 0, end: position, isLast: true) : .nothing(position)
        }
        var end = position
        while end < buffer.count, buffer[end] == 0x20 || buffer[end] == 0x09 {
            end += 1
            if end - position > 64 { return .nothing(position) }
        }
        guard end < buffer.count, end + 1 < buffer.count || buffer[end] != 0x0d else { return nil }
        return buffer[end] == 0x0d && buffer[end + 1] == 0x0a ? .found(from: 0, end: end, isLast: false) : .nothing(position)
    }
}

// Fields.
extension MultipartScanner {
    /// The fields from the boundary's line end to the first empty line; `nil` if that has not arrived.
    private mutating func fields() throws(HTTPFault) -> Multipart.Part? {
        let present = buffer[start...]
        guard let end = MultipartScanner.emptyLine(in: present.prefix(MultipartScanner.maximumFieldBytes)) else {
            guard present.count < MultipartScanner.maximumFieldBytes else {
                throw .tooLarge(limit: MultipartScanner.maximumFieldBytes)
            }
            return nil
        }
        parts += 1
        guard parts <= MultipartScanner.maximumParts else { throw .malformed }
        let part = try MultipartScanner.part(present[..<end])
        start = end + 2
        return part
    }

    /// Skips the line end of the empty line, unless the next boundary begins with it: a part may have no content (RFC 2046,
    /// 5.1.1). `false` if more bytes are needed.
    private mutating func leaveEmptyLine() -> Bool {
        let length = matchingBytes(at: start)
        guard start + length < buffer.count else { return false }
        if length == delimiter.count {
            guard let ending = ending(at: start + length) else { return false }
            if case .found = ending { return true }
        }
        start += 2
        return true
    }

    /// The index of the line end before the first empty line.
    private static func emptyLine(in bytes: ArraySlice<UInt8>) -> Int? {
        var from = bytes.startIndex
        while let next = bytes[from...].firstIndex(of: 0x0d) {
            if bytes[next...].starts(with: [0x0d, 0x0a, 0x0d, 0x0a]) { return next }
            from = next + 1
        }
        return nil
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(HTTPFault) -> Multipart.Part {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        var headers = Headers()
        for line in text.unicodeScalars.split(separator: "\r\n".unicodeScalars) {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, String(parts[0]).utf8.allSatisfy(Cookie.isToken),
                parts[1].allSatisfy({ $0 == "\t" || $0.properties.generalCategory != .control })
            else { throw .malformed }
            headers.add(String(parts[0]), Substring(parts[1]).trimmingBlanks)
        }
        guard let disposition = MediaType(headers["content-disposition"] ?? ""), disposition.name == "form-data",
            let name = disposition.parameters["name"]
        else { throw .malformed }
        return Multipart.Part(
            name: unescaped(name), fileName: disposition.parameters["filename"].map { lastComponent(unescaped($0)) },
            contentType: headers["content-type"])
    }

    /// Browsers write a quotation mark in a name as `%22` (WHATWG HTML, 4.10.21.8).
    private static func unescaped(_ name: String) -> String { name.replacing("%22", with: "\"") }

    /// A file name without folders, which must be ignored (RFC 7578, 4.2).
    private static func lastComponent(_ name: String) -> String {
        name.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    }
}
