import Basics
import Foundation

/// The readable part of a vault file: which vault, which generation, and the slots.
///
/// One line of JSON in exactly one form (order of keys, no spaces, no escapes), so that its bytes can be authenticated directly:
/// ```
/// {"vault":"…","gen":7,"created":1773525600000,"slots":[{"id":"…","type":"…","params":"…","sealed":"…"}]}
/// ```
/// `vault`, `id` and `sealed` are base64 with padding; `type` and `params` are text without quotes and backslashes.
package struct VaultHeader: Equatable, Sendable {
    /// 16 random bytes that name the vault permanently.
    package let vault: [UInt8]
    /// Increases with every change, from 1; at most 2⁵³ − 1, which every JSON reader represents exactly.
    package let generation: UInt64
    /// When the vault was created: milliseconds since 1970, UTC.
    package let created: Int64
    /// All slots, including those of types unknown to this program.
    package let slots: [Keyslot]

    /// Length of a vault key in bytes.
    static let keyCount = 32
    private static let vaultCount = 16
    private static let slotLimit = 32
    /// Room for a passkey with the longest credential.
    private static let parametersLimit = 2048
    private static let sealedLimit = 4096
    private static let lastGeneration = UInt64(1) << 53 - 1

    /// `nil` beyond the limits: 1 to 32 slots with unique ids, generation 1 to 2⁵³ − 1, parameters of at most 2,048 visible ASCII
    /// characters or spaces, sealed keys of 1 to 4,096 bytes (328 or 80 for the known types).
    init?(vault: [UInt8], generation: UInt64, created: Int64, slots: [Keyslot]) {
        guard vault.count == Self.vaultCount, (1...Self.lastGeneration).contains(generation),
            (1...Self.slotLimit).contains(slots.count), Set(slots.map(\.id)).count == slots.count,
            slots.allSatisfy(Self.isAllowed)
        else { return nil }
        (self.vault, self.generation, self.created, self.slots) = (vault, generation, created, slots)
    }

    /// The header of a later generation.
    func next(step: UInt64, slots: [Keyslot]) -> VaultHeader? {
        VaultHeader(vault: vault, generation: generation + step, created: created, slots: slots)
    }

    private static func isAllowed(_ slot: Keyslot) -> Bool {
        let parameters = slot.parameters.utf8
        let isPlain = parameters.allSatisfy { (0x20...0x7e).contains($0) && $0 != 0x22 && $0 != 0x5c }
        let isLong = slot.type.isKnown ? slot.sealed.count != slot.type.sealedCount : slot.sealed.count > sealedLimit
        return isPlain && parameters.count <= parametersLimit && !isLong && !slot.sealed.isEmpty
    }

    /// The line, without its line feed.
    var line: [UInt8] {
        let (start, end) = lineAroundGeneration
        return start + Array(String(generation).utf8) + end
    }

    /// The line's text before and after the generation number.
    var lineAroundGeneration: (start: [UInt8], end: [UInt8]) {
        let slots = slots.map { slot in
            #"{"id":"\#(Base64.text(slot.id.bytes))","type":"\#(slot.type.name)","params":"\#(slot.parameters)","#
                + #""sealed":"\#(Base64.text(slot.sealed))"}"#
        }
        let start = #"{"vault":"\#(Base64.text(vault))","gen":"#
        return (Array(start.utf8), Array((#","created":\#(created),"slots":["# + slots.joined(separator: ",") + "]}").utf8))
    }

    /// Reads a line; `nil` unless `line` writes the same bytes.
    init?(line: ArraySlice<UInt8>) {
        var text = Scanner(rest: line)
        guard text.skip(#"{"vault":""#), let vault = text.bytes(),
            text.skip(#","gen":"#), let generation = text.number(UInt64.self),
            text.skip(#","created":"#), let created = text.number(Int64.self), text.skip(#","slots":["#)
        else { return nil }
        var slots: [Keyslot] = []
        repeat {
            guard slots.count < Self.slotLimit, let slot = text.slot() else { return nil }
            slots.append(slot)
        } while text.skip(",")
        self.init(vault: vault, generation: generation, created: created, slots: slots)
        guard self.line.elementsEqual(line) else { return nil }
    }
}

/// Reads the fixed form of the header from the start.
private struct Scanner {
    var rest: ArraySlice<UInt8>

    mutating func skip(_ literal: String) -> Bool {
        guard rest.starts(with: literal.utf8) else { return false }
        rest = rest.dropFirst(literal.utf8.count)
        return true
    }

    mutating func slot() -> Keyslot? {
        guard skip(#"{"id":""#), let id = bytes().flatMap({ KeyslotID(bytes: $0) }),
            skip(#","type":""#), let type = text().flatMap({ KeyslotType(name: $0) }),
            skip(#","params":""#), let parameters = text(),
            skip(#","sealed":""#), let sealed = bytes(), skip("}")
        else { return nil }
        return Keyslot(id: id, type: type, parameters: parameters, sealed: sealed)
    }

    mutating func number<N: FixedWidthInteger>(_: N.Type) -> N? {
        let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x2d }
        rest = rest[digits.endIndex...]
        return N(String(decoding: digits, as: UTF8.self))
    }

    /// Reads up to and including the next quote.
    mutating func text() -> String? {
        guard let quote = rest.firstIndex(of: 0x22) else { return nil }
        defer { rest = rest[(quote + 1)...] }
        return String(validating: rest[..<quote], as: UTF8.self)
    }

    mutating func bytes() -> [UInt8]? { text().flatMap(Base64.bytes) }
}
