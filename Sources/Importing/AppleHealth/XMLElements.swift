import CExpat

/// A streaming XML reader: it passes on every tag as it comes, and holds only the present one.
///
/// Expat parses. It sees no DOCTYPE (`AppleHealthText`), so no entity can be defined, and it opens no files.
@safe
final class XMLElements {
    /// More levels than this are an attempt to exhaust the memory.
    static let levels = 64
    /// So is a tag of more bytes.
    static let tagBytes = 1 << 20

    private let parser: XML_Parser
    private let start: (XMLTag, Int) -> Void
    private let end: (Int) -> Void
    private let text: ((XMLText) -> Void)?
    private var depth = 0
    private var fed = 0

    /// `start` gets each tag and its level, 1 for the root; `end` the level of a closing tag; `text` the text between tags, piece
    /// by piece.
    init?(start: @escaping (XMLTag, Int) -> Void, end: @escaping (Int) -> Void, text: ((XMLText) -> Void)? = nil) {
        // The encoding is set here: the declaration, which may name another one, is skipped with the DOCTYPE.
        guard let parser = unsafe XML_ParserCreate("UTF-8") else { return nil }
        unsafe self.parser = parser
        (self.start, self.end, self.text) = (start, end, text)
        connect()
    }

    deinit { unsafe XML_ParserFree(parser) }

    private func connect() {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let context = unsafe context, let name = unsafe name, let attributes = unsafe attributes else { return }
                let reader = unsafe Unmanaged<XMLElements>.fromOpaque(context).takeUnretainedValue()
                unsafe reader.begin(XMLTag(name: name, attributes: attributes))
            },
            { context, _ in
                guard let context = unsafe context else { return }
                let reader = unsafe Unmanaged<XMLElements>.fromOpaque(context).takeUnretainedValue()
                reader.end(reader.depth)
                reader.depth -= 1
            })
        guard text != nil else { return }
        unsafe XML_SetCharacterDataHandler(parser) { context, start, count in
            guard let context = unsafe context, let start = unsafe start, count > 0 else { return }
            let reader = unsafe Unmanaged<XMLElements>.fromOpaque(context).takeUnretainedValue()
            unsafe reader.text?(XMLText(start, count: Int(count)))
        }
    }

    private func begin(_ tag: XMLTag) {
        depth += 1
        guard depth <= XMLElements.levels else {
            unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
            return
        }
        start(tag, depth)
    }

    /// Starts again, as if nothing had been read.
    func reset() {
        unsafe XML_ParserReset(parser, "UTF-8")
        connect()
        (depth, fed) = (0, 0)
    }

    /// Continues reading; if these bytes stop being XML, returns the index of the first that could not be read.
    func feed(_ bytes: ArraySlice<UInt8>) -> Int? {
        let before = fed
        fed &+= bytes.count
        let isRead = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe XML_Parse(parser, text.baseAddress, Int32(clamping: text.count), 0) == XML_STATUS_OK
            }
        }
        let place = Int(unsafe XML_GetCurrentByteIndex(parser))
        if isRead { return place != -1 && fed &- place > XMLElements.tagBytes ? max(0, bytes.count - 1) : nil }
        return min(max(0, place &- before), max(0, bytes.count - 1))
    }

    /// Whether the document is complete at this point.
    func finish() -> Bool { unsafe XML_Parse(parser, nil, 0, 1) == XML_STATUS_OK }

    /// The present line, from 1 for the first line fed.
    var line: Int { Int(clamping: unsafe XML_GetCurrentLineNumber(parser)) }
}

/// A tag and its attributes; valid only during the call that passes it.
@safe
struct XMLTag {
    private let start: UnsafePointer<CChar>
    private let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>

    init(name: UnsafePointer<CChar>, attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        unsafe start = name
        unsafe self.attributes = attributes
    }

    var name: XMLText { unsafe XMLText(start) }

    /// Passes each attribute in order.
    func forEach(_ body: (XMLText, XMLText) -> Void) {
        var index = 0
        while let name = unsafe attributes[index], let value = unsafe attributes[index + 1] {
            unsafe body(XMLText(name), XMLText(value))
            index += 2
        }
    }

    subscript(_ name: StaticString) -> XMLText? {
        var index = 0
        while let found = unsafe attributes[index], let value = unsafe attributes[index + 1] {
            if unsafe XMLText(found) == name { return unsafe XMLText(value) }
            index += 2
        }
        return nil
    }
}

/// A text of the reader; valid only during the call that passes it.
@safe
struct XMLText {
    private let bytes: UnsafeBufferPointer<UInt8>

    fileprivate init(_ start: UnsafePointer<CChar>) {
        var count = 0
        while unsafe start[count] != 0 { count += 1 }
        unsafe self.init(start, count: count)
    }

    fileprivate init(_ start: UnsafePointer<CChar>, count: Int) {
        unsafe bytes = UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
    }

    var count: Int { unsafe bytes.count }

    /// As a string; Expat guarantees that it is UTF-8.
    var string: String { unsafe String(decoding: bytes, as: UTF8.self) }

    subscript(index: Int) -> UInt8 {
        precondition(index >= 0 && index < count, "a byte inside the text")
        return unsafe bytes[index]
    }

    static func == (text: XMLText, name: StaticString) -> Bool {
        name.withUTF8Buffer { other in unsafe text.count == other.count && text.bytes.elementsEqual(other) }
    }

    func equals(_ kept: [UInt8]) -> Bool { unsafe kept.count == bytes.count && bytes.elementsEqual(kept) }

    /// A copy that remains valid.
    var copy: [UInt8] { unsafe Array(bytes) }
}
