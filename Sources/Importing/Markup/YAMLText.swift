import CYAML

/// A YAML value, reduced to what JSON has: tags and anchors have no effect.
enum YAMLValue {
    case scalar(String)
    case list([YAMLValue])
    /// In the order of the text; a name that occurs twice is included twice.
    case map([Member])

    struct Member {
        let name: String
        let value: YAMLValue
    }

    /// The number of values it consists of; a long text counts as several.
    fileprivate var count: Int {
        switch self {
        case .scalar(let text): YAMLValue.weight(text)
        case .list(let values): values.reduce(1) { $0 + $1.count }
        case .map(let members): members.reduce(1) { $0 + $1.value.count }
        }
    }

    fileprivate static func weight(_ text: String) -> Int { 1 + text.utf8.count / 64 }

    var scalar: String? { if case .scalar(let text) = self { text } else { nil } }
    /// The members of a map; none for anything else.
    var members: [Member] { if case .map(let members) = self { members } else { [] } }
    /// The member with a name; the last if there are several.
    subscript(name: String) -> YAMLValue? { members.last { $0.name == name }?.value }
}

enum YAMLFault: Error, Hashable {
    /// libyaml is not on this machine.
    case noLibrary
    /// Invalid YAML from this line on; also if it is nested too deep, or repeats itself excessively.
    case damaged(line: Int)
}

/// Reads YAML through libyaml: events in, plain values out.
@safe
struct YAMLText: ~Copyable {
    /// The most nested lists and maps.
    static let levels = 64
    /// The most values in a text; those repeated by aliases count again.
    static let mostValues = 2_000_000

    private let text: OpaquePointer
    private var anchors: [String: YAMLValue] = [:]
    private var count = 0
    private var line = 1

    /// The single document of a text; `nil` for an empty one.
    static func value(of bytes: [UInt8]) throws(YAMLFault) -> YAMLValue? {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe read(buffer)
        }
        return try result.get()
    }

    private static func read(_ buffer: UnsafeBufferPointer<UInt8>) -> Result<YAMLValue?, YAMLFault> {
        guard let start = buffer.baseAddress else { return .success(nil) }
        do throws(YAMLFault) {
            var text = unsafe try YAMLText(start, buffer.count)
            return .success(try text.document())
        } catch {
            return .failure(error)
        }
    }

    private init(_ start: UnsafePointer<UInt8>, _ count: Int) throws(YAMLFault) {
        var opened: OpaquePointer?
        let code = Int(unsafe cyaml_open(start, count, &opened))
        guard code == CYAML_OK, let text = unsafe opened else {
            unsafe cyaml_close(opened)
            throw code == CYAML_NO_LIBRARY ? .noLibrary : .damaged(line: 1)
        }
        unsafe self.text = text
    }

    deinit { unsafe cyaml_close(text) }

    private mutating func next() throws(YAMLFault) -> cyaml_event {
        var event = unsafe cyaml_event()
        guard Int(unsafe cyaml_next(text, &event)) == CYAML_OK else { throw .damaged(line: line) }
        line = Int(unsafe event.line)
        return unsafe event
    }

    private mutating func document() throws(YAMLFault) -> YAMLValue? {
        while true {
            let event = unsafe try next()
            switch Int(unsafe event.kind) {
            case CYAML_END: return nil
            case CYAML_OTHER: continue
            default: return unsafe try value(event, level: 1)
            }
        }
    }

    private mutating func value(_ event: cyaml_event, level: Int) throws(YAMLFault) -> YAMLValue {
        count += 1
        guard level <= YAMLText.levels, count <= YAMLText.mostValues else { throw .damaged(line: line) }
        let anchor = unsafe event.anchor.map { unsafe String(cString: $0) }
        let value: YAMLValue
        switch Int(unsafe event.kind) {
        case CYAML_SCALAR:
            let words = unsafe YAMLText.words(event)
            count += YAMLValue.weight(words)
            value = .scalar(words)
        case CYAML_LIST_BEGINS: value = try list(level)
        case CYAML_MAP_BEGINS: value = try map(level)
        case CYAML_ALIAS:
            // An alias to an enclosing value is not known yet, so nothing can contain itself.
            guard let anchor, let repeated = anchors[anchor] else { throw .damaged(line: line) }
            count += repeated.count
            guard count <= YAMLText.mostValues else { throw .damaged(line: line) }
            return repeated
        default: throw .damaged(line: line)
        }
        if let anchor, anchors.count < 10_000 { anchors[anchor] = value }
        return value
    }

    private mutating func list(_ level: Int) throws(YAMLFault) -> YAMLValue {
        var values: [YAMLValue] = []
        while true {
            let event = unsafe try next()
            if Int(unsafe event.kind) == CYAML_LIST_ENDS { return .list(values) }
            values.append(unsafe try value(event, level: level + 1))
        }
    }

    private mutating func map(_ level: Int) throws(YAMLFault) -> YAMLValue {
        var members: [YAMLValue.Member] = []
        while true {
            let event = unsafe try next()
            if Int(unsafe event.kind) == CYAML_MAP_ENDS { return .map(members) }
            // A name that is no scalar only keeps its place in the order.
            let name = unsafe try value(event, level: level + 1).scalar ?? ""
            let next = unsafe try next()
            members.append(YAMLValue.Member(name: name, value: unsafe try value(next, level: level + 1)))
        }
    }

    private static func words(_ event: cyaml_event) -> String {
        guard let start = unsafe event.value else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: Int(event.length)), as: UTF8.self)
    }
}
