import CExpat
import Ledger

/// Reads Apple's XML property lists into values; a date becomes its text.
///
/// Expat parses and opens no files; a document that defines an entity is refused, since no program writes one.
@safe
final class PropertyList {
    private static let levels = 32

    private let parser: XML_Parser
    private var stack: [Open] = []
    private var text: [UInt8] = []
    private var isText = false
    private var result: JSON?
    private var isBroken = false

    /// A container that is not closed yet. It grows in place on the stack: removing and returning it would copy it for each of
    /// its members.
    private struct Open {
        let isList: Bool
        var list: [JSON] = []
        var members: [String: JSON] = [:]
        var key: String?
    }

    /// The value of a document; `nil` if it is no valid property list.
    static func value(_ bytes: [UInt8]) -> JSON? { PropertyList()?.read(bytes) }

    private init?() {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe self.parser = parser
    }

    deinit { unsafe XML_ParserFree(parser) }

    private func read(_ bytes: [UInt8]) -> JSON? {
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(
            parser,
            { context, name, _ in
                guard let name = unsafe name else { return }
                unsafe PropertyList.reader(context)?.begin(String(cString: name))
            },
            { context, name in
                guard let name = unsafe name else { return }
                unsafe PropertyList.reader(context)?.end(String(cString: name))
            })
        unsafe XML_SetCharacterDataHandler(parser) { context, start, count in
            guard let start = unsafe start, count > 0 else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
            unsafe PropertyList.reader(context)?.add(Array(bytes))
        }
        unsafe XML_SetEntityDeclHandler(parser) { context, _, _, _, _, _, _, _, _ in
            unsafe PropertyList.reader(context)?.stop()
        }
        let isRead = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                unsafe XML_Parse(parser, text.baseAddress, Int32(clamping: text.count), 1) == XML_STATUS_OK
            }
        }
        return isRead && !isBroken ? result : nil
    }

    private static func reader(_ context: UnsafeMutableRawPointer?) -> PropertyList? {
        unsafe context.map { unsafe Unmanaged<PropertyList>.fromOpaque($0).takeUnretainedValue() }
    }

    private func stop() {
        isBroken = true
        unsafe XML_StopParser(parser, XML_Bool(XML_FALSE))
    }

    private func begin(_ name: String) {
        guard stack.count < PropertyList.levels else { return stop() }
        switch name {
        case "array": stack.append(Open(isList: true))
        case "dict": stack.append(Open(isList: false))
        default: (text, isText) = ([], true)
        }
    }

    private func add(_ bytes: [UInt8]) { if isText { text += bytes } }

    private func end(_ name: String) {
        let word = String(decoding: text, as: UTF8.self)
        if isText { (text, isText) = ([], false) }
        switch name {
        case "key":
            guard let last = stack.indices.last, !stack[last].isList else { return stop() }
            stack[last].key = word
        case "string", "date", "data": put(.string(word))
        case "true": put(.bool(true))
        case "false": put(.bool(false))
        case "integer": put(Int64(word).map { .int($0) } ?? .null)
        case "real": put(Double(word).flatMap { $0.isFinite ? .double($0) : nil } ?? .null)
        case "array":
            guard let ended = stack.popLast(), ended.isList else { return stop() }
            put(.array(ended.list))
        case "dict":
            guard let ended = stack.popLast(), !ended.isList else { return stop() }
            put(.object(ended.members))
        case "plist": break
        default: stop()
        }
    }

    private func put(_ value: JSON) {
        guard let last = stack.indices.last else {
            if result == nil { result = value }
            return
        }
        if stack[last].isList {
            stack[last].list.append(value)
        } else if let key = stack[last].key.take() {
            stack[last].members[key] = value
        }
    }
}
