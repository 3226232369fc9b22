import CPlatform

/// What one trusted person keeps: a share of a secret, written in words as in SLIP-0039, so that other programs read it too.
package final class RecoveryShare: Sendable {
    let set: ShareSet
    /// Which group, from 0.
    let group: Int
    /// How many of its group are needed.
    let needed: Int
    /// The share's index in its group, and its bytes.
    let point: CurvePoint

    /// The number of words before those of the value.
    private static let frontCount = 4
    private static let shortestCount = 20
    /// The longest typed text: twice the longest way of writing a share of 64 bytes.
    private static let longestText = 2000

    init(set: ShareSet, group: Int, needed: Int, point: CurvePoint) {
        (self.set, self.group, self.needed, self.point) = (set, group, needed, point)
    }

    /// Reads a typed share: any case, words by their first four letters or more, numbers and dashes anywhere.
    package convenience init(typed: String) throws(ShareFault) {
        var words = try Self.numbers(typed)
        defer { words.overwrite() }
        let padding = 10 * (words.count - Self.frontCount - ShareChecksum.count) % 16
        guard words.count >= Self.shortestCount, padding <= 8 else { throw .length(found: words.count) }
        let isExtendable = words[1] >> 4 & 1 == 1
        guard ShareChecksum.isRight(words, isExtendable: isExtendable) else { throw .checksum }
        // Two words of 10 bits: five numbers of 4 bits.
        let front = UInt32(words[2]) << 10 | UInt32(words[3])
        func part(_ place: UInt32) -> Int { Int(front >> (16 - 4 * place) & 15) }
        let set = ShareSet(
            identifier: words[0] << 5 | words[1] >> 5, isExtendable: isExtendable, exponent: Int(words[1] & 15),
            groupsNeeded: part(1) + 1, groups: part(2) + 1)
        guard set.groupsNeeded <= set.groups, part(0) < set.groups else { throw .malformed }
        guard set.exponent <= ShareSet.highestExponent else { throw .tooCostly }
        guard let heights = Self.value(of: words, padding: padding) else { throw .malformed }
        self.init(set: set, group: part(0), needed: part(4) + 1, point: CurvePoint(place: UInt8(part(3)), heights: heights))
    }

    /// The words, separated by spaces: shown once, written down, and stored nowhere else.
    package var text: String {
        var words: [UInt16] = [
            set.identifier >> 5, (set.identifier & 31) << 5 | (set.isExtendable ? 16 : 0) | UInt16(set.exponent),
        ]
        // Reserved in full: a copy left by growing would not be overwritten.
        words.reserveCapacity(64)
        defer { words.overwrite() }
        let parts = [group, set.groupsNeeded - 1, set.groups - 1, Int(point.place), needed - 1]
        let front = parts.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
        words += [UInt16(front >> 10), UInt16(front & 1023)]
        let count = (point.heights.count * 8 + 9) / 10
        unsafe point.heights.withBytes { bytes in
            // The zeros that fill the first word come first.
            var (held, bits) = (UInt32(0), UInt32(count * 10 - bytes.count * 8))
            for index in bytes.indices {
                held = unsafe (held << 8 | UInt32(bytes[index])) & 0x3_FFFF
                bits += 8
                if bits >= 10 {
                    bits -= 10
                    words.append(UInt16(held >> bits & 1023))
                }
            }
        }
        words += ShareChecksum.words(for: words, isExtendable: set.isExtendable)
        return words.map { ShareWords.all[Int($0)] }.joined(separator: " ")
    }

    private static func numbers(_ typed: String) throws(ShareFault) -> [UInt16] {
        let typed = typed.lowercased()
        let words = typed.split { !$0.isLetter }
        guard !words.isEmpty else { throw .empty }
        guard typed.utf8.count <= longestText else { throw .length(found: words.count) }
        var numbers: [UInt16] = []
        numbers.reserveCapacity(words.count)
        for (place, word) in words.enumerated() {
            guard let number = ShareWords.number(of: word) else {
                numbers.overwrite()
                throw .unknownWord(position: place + 1)
            }
            numbers.append(number)
        }
        return numbers
    }

    /// The bytes held by the words between front and checksum, after `padding` zero bits; `nil` if those are not zero.
    private static func value(of words: [UInt16], padding: Int) -> Secret? {
        let words = words[frontCount..<words.count - ShareChecksum.count]
        guard words[frontCount] >> UInt16(10 - padding) == 0 else { return nil }
        return unsafe Secret(count: (words.count * 10 - padding) / 8) { target in
            var (held, bits, place) = (UInt32(0), UInt32(0), 0)
            for (index, word) in words.enumerated() {
                held = (held << 10 | UInt32(word)) & 0x3_FFFF
                bits += index == 0 ? UInt32(10 - padding) : 10
                while bits >= 8 {
                    bits -= 8
                    unsafe target[place] = UInt8(held >> bits & 255)
                    place += 1
                }
            }
        }
    }
}

extension [UInt16] {
    /// Overwrites a secret's numbers with zeros. Only for an array that nothing else shares.
    fileprivate mutating func overwrite() {
        unsafe withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { unsafe platform_wipe(start, bytes.count) }
        }
    }
}
