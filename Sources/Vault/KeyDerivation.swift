import Crypto
import Foundation

/// The labels of derived keys and contexts; each use of a key has its own.
package enum Label {
    /// `L(name)`: ASCII `auralyst/v1/`, the name, one zero byte. Because of the zero, no label is a prefix of another.
    package static func bytes(_ name: String) -> [UInt8] {
        precondition(name.utf8.allSatisfy { (0x21...0x7e).contains($0) }, "a label is visible ASCII")
        return Array("auralyst/v1/".utf8) + Array(name.utf8) + [0]
    }
}

extension Secret {
    /// A key for one use: HKDF-Expand(SHA-512, prk = this secret, info = `L(label)` ‖ ids), RFC 5869.
    ///
    /// The ids of one label have fixed lengths, or the caller length-prefixes them. `count` is 1 to 16,320 bytes. Only for
    /// uniformly random secrets (keys, never passphrases): the extract step is left out.
    package borrowing func derive(_ label: String, _ ids: [UInt8]..., count: Int = 32) -> Secret {
        precondition((1...255 * 64).contains(count), "HKDF gives 1 to 255 blocks")
        let info = ids.reduce(into: Label.bytes(label)) { $0 += $1 }
        return Secret(copying: expand(info: info, count: count))
    }

    /// The same for a whole `info`, as a key object that overwrites itself.
    ///
    /// Built from HMAC as in RFC 5869: swift-crypto's own `HKDF.expand` appends its blocks byte by byte, which took a quarter of
    /// the time of opening a log.
    borrowing func expand(info: [UInt8], count: Int) -> SymmetricKey {
        let blockCount = SHA512.byteCount
        let blocks = (count + blockCount - 1) / blockCount
        // Zero-padded to HMAC's block, which gives the same result (RFC 2104): swift-crypto would pad a shorter key itself, in
        // memory that it does not overwrite.
        return unsafe withScratch(byteCount: max(self.count, SHA512.blockByteCount)) { block in
            unsafe withBytes { unsafe block.copyMemory(from: $0) }
            let key = unsafe SymmetricKey(data: UnsafeRawBufferPointer(block))
            return unsafe withScratch(byteCount: blocks * blockCount) { output in
                // T(n) = HMAC(key, T(n − 1) ‖ info ‖ n); T(0) is empty.
                for number in 0..<blocks {
                    let (last, start) = (max(0, number - 1) * blockCount, number * blockCount)
                    var code = HMAC<SHA512>(key: key)
                    unsafe code.update(data: UnsafeRawBufferPointer(rebasing: output[last..<start]))
                    code.update(data: info)
                    code.update(data: [UInt8(number + 1)])
                    unsafe code.finalize().withUnsafeBytes { made in
                        unsafe UnsafeMutableRawBufferPointer(rebasing: output[start...]).copyMemory(from: made)
                    }
                }
                return unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: output[..<count]))
            }
        }
    }
}

/// Numbers and lists as encoded in a vault's contexts and formats.
enum Octets {
    /// Big-endian, all bytes of the type.
    static func of(_ number: some FixedWidthInteger) -> [UInt8] {
        let width = number.bitWidth / 8
        return (0..<width).map { UInt8(truncatingIfNeeded: number >> ((width - 1 - $0) * 8)) }
    }

    /// `LP(bytes)`: the length as u32, then the bytes.
    static func lengthPrefixed(_ bytes: [UInt8]) -> [UInt8] {
        of(UInt32(bytes.count)) + bytes
    }

    /// The big-endian number in these bytes (at most eight).
    static func number(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Two lower-case digits per byte.
    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// Whether both are equal, in a time that depends on the lengths only.
    static func areEqual(_ a: some Collection<UInt8>, _ b: some Collection<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        return zip(a, b).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}
