import Ledger
import SeededChance

/// Random values of the ledger's types.
extension SplitMix64 {
    /// Text of up to `length` scalars: letters, control characters, marks, emoji and whatever Unicode has.
    mutating func text(upTo length: Int = 12) -> String {
        let awkward: [Unicode.Scalar] = [
            "\"", "\\", "/", "\0", "\u{1}", "\u{8}", "\t", "\n", "\u{C}", "\r", "\u{1F}", "\u{7F}",
            "\u{2028}", "\u{301}", "\u{200D}", "\u{FEFF}", "\u{FFFF}", "\u{E000}", "\u{10FFFF}", "é", "😀", "{", "]", ",",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<below(length + 1) {
            switch below(3) {
            case 0: text.append(pick(awkward))
            case 1: text.append(Unicode.Scalar(UInt8.random(in: 0x61...0x7A, using: &self)))
            default: if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) { text.append(scalar) }
            }
        }
        return String(text)
    }

    /// Any JSON value, at most `depth` arrays and objects deep.
    mutating func json(depth: Int = 4) -> JSON {
        switch below(depth > 0 ? 9 : 6) {
        case 0: return .null
        case 1: return .bool(.random(using: &self))
        case 2: return .int(pick([0, -1, 1, .max, .min, .max - 1, .min + 1, 1 << 53, Int64(bitPattern: next())]))
        case 3:
            let number = Double(bitPattern: next())
            return .double(
                number.isFinite ? number : pick([0.1, -0.0, 1e300, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22, 100]))
        case 4, 5: return .string(text())
        case 6, 7: return .array((0..<below(4)).map { _ in json(depth: depth - 1) })
        default:
            let members = (0..<below(5)).map { _ in (text(upTo: 4), json(depth: depth - 1)) }
            return .object(Dictionary(members, uniquingKeysWith: { first, _ in first }))
        }
    }

    mutating func stamp() -> Stamp {
        Stamp(rawValue: pick([0, 1, .max, next(), next() >> 16, 1_773_000_000_000 << 16]))
    }

    mutating func writeName() -> WriteName { WriteName(stamp: stamp(), device: .random(using: &self)) }

    mutating func mutation() -> Mutation {
        let fields = (0..<below(5)).map { _ in (text(upTo: 6), json()) }
        let replaced = fields.filter { _ in Bool.random(using: &self) }.map { ($0.0, writeName()) }
        return Mutation(
            kind: pick(["entry", "attachment", "x", "kind of a newer version", "\u{1F600}"]), record: .random(using: &self),
            fields: Dictionary(fields, uniquingKeysWith: { first, _ in first }),
            replaced: Dictionary(replaced, uniquingKeysWith: { first, _ in first }))
    }

    mutating func payload() -> Payload {
        Payload(stamp: stamp(), mutations: (0...below(3)).map { _ in mutation() })
    }

    mutating func header(bodyCount: UInt32) -> OperationHeader {
        OperationHeader(
            lane: pick([.control, .record, .note]), journal: .random(using: &self), epoch: UInt32(truncatingIfNeeded: next()),
            device: .random(using: &self), position: pick([1, 2, UInt64(Int64.max), next() >> 1 | 1]), previous: bytes(32),
            seenPosition: next(), seenHead: bytes(32), bodyCount: bodyCount)
    }

    /// A copy with a few bytes changed, taken out, put in, cut off or repeated.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(3) {
            guard !bytes.isEmpty else { return self.bytes(below(20)) }
            let place = below(bytes.count)
            switch below(6) {
            case 0: bytes[place] ^= 1 << UInt8(below(8))
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(pick(Array("{}[]\",:\\-+.eE019tfnu \u{0}".utf8) + [0x80, 0xC0, 0xED, 0xFF]), at: place)
            case 3: bytes.removeLast(below(min(bytes.count, 8)) + 1)
            case 4: bytes.insert(contentsOf: bytes[place...].prefix(below(16)), at: place)
            default: bytes[place] = UInt8.random(in: 0...255, using: &self)
            }
        }
        return bytes
    }
}
