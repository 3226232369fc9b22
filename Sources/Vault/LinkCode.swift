import Crypto
import Foundation

/// The code a new device shows, typed on a device that has the vault: 100 bits as 20 characters, `3F9K-…`.
///
/// 70 bits are a fingerprint of the new device's public key, so that the relay in between cannot substitute another key. 30 bits
/// are a secret that goes into the answer, so that the relay cannot forge a vault for the new device: it has one guess.
package struct LinkCode: Hashable, Sendable {
    /// The fingerprint: the first 70 bits of H(L("link") ‖ public key), in 9 bytes whose last two bits are zero.
    private let fingerprint: [UInt8]
    /// 30 random bits.
    private let secret: UInt32

    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let letters = 20

    init(publicKey: [UInt8]) {
        fingerprint = Self.fingerprint(of: publicKey)
        secret = UInt32.random(in: 0..<1 << 30)
    }

    /// Reads a typed code: any case, with or without dashes and spaces, O for 0, I and L for 1. `nil` for anything else.
    package init?(typed: String) {
        guard typed.utf8.count <= 200 else { return nil }
        var values: [UInt8] = []
        for character in typed.uppercased() where !character.isWhitespace && character != "-" {
            let plain: Character = character == "O" ? "0" : character == "I" || character == "L" ? "1" : character
            guard let byte = plain.asciiValue, let value = Self.alphabet.firstIndex(of: byte) else { return nil }
            values.append(UInt8(value))
        }
        guard values.count == Self.letters else { return nil }
        var bits: [UInt8] = []
        for value in values { for place in [4, 3, 2, 1, 0] { bits.append((value >> UInt8(place)) & 1) } }
        var fingerprint = [UInt8](repeating: 0, count: 9)
        for (place, bit) in bits.prefix(70).enumerated() { fingerprint[place / 8] |= bit << UInt8(7 - place % 8) }
        self.fingerprint = fingerprint
        secret = bits[70...].reduce(UInt32(0)) { number, bit in (number << 1) | UInt32(bit) }
    }

    /// Five groups of four.
    package var text: String {
        var bits: [UInt8] = []
        for place in 0..<70 { bits.append((fingerprint[place / 8] >> UInt8(7 - place % 8)) & 1) }
        for place in 0..<30 { bits.append(UInt8((secret >> UInt32(29 - place)) & 1)) }
        var characters: [UInt8] = []
        for start in stride(from: 0, to: 100, by: 5) {
            let value = bits[start..<start + 5].reduce(UInt8(0)) { number, bit in (number << 1) | bit }
            characters.append(Self.alphabet[Int(value)])
        }
        return stride(from: 0, to: Self.letters, by: 4).map { String(decoding: characters[$0..<$0 + 4], as: UTF8.self) }
            .joined(separator: "-")
    }

    func isFor(_ publicKey: [UInt8]) -> Bool { Self.fingerprint(of: publicKey) == fingerprint }

    /// The mailbox in which the new device leaves its public key, 16 bytes. It does not contain the secret.
    package var offerBox: [UInt8] { box("link-offer") }
    /// The mailbox for the answer, 16 bytes.
    package var answerBox: [UInt8] { box("link-answer") }

    /// The context that the answer's key is bound to.
    func context(_ publicKey: [UInt8]) -> [UInt8] { Label.bytes("link") + publicKey + Octets.of(secret) }

    private func box(_ label: String) -> [UInt8] { Array(SHA256.hash(data: Label.bytes(label) + fingerprint).prefix(16)) }

    private static func fingerprint(of publicKey: [UInt8]) -> [UInt8] {
        var bytes = Array(SHA256.hash(data: Label.bytes("link") + publicKey).prefix(9))
        bytes[8] &= 0b1111_1100
        return bytes
    }
}

/// A new device that waits for a vault: a key pair used once.
package struct LinkOffer: ~Copyable, Sendable {
    private let secret: Secret
    /// X25519, 32 bytes: what goes into the mailbox.
    package let publicKey: [UInt8]
    /// Shown to the owner.
    package let code: LinkCode

    package init() {
        secret = .random(count: 32)
        publicKey = X25519.publicKey(ofSecret: secret)
        code = LinkCode(publicKey: publicKey)
    }

    /// Opens an approving device's answer. Throws `.wrongVaultKey` if its sender did not see the code.
    package borrowing func open(_ answer: [UInt8]) throws(VaultError) -> LinkedVault {
        let front = LinkAnswer.frontCount
        guard answer.count > front,
            let wrap = KeyWrap(encapsulated: Array(answer[..<32]), sealed: Array(answer[32..<front])),
            let key = wrap.open(secret: secret, context: code.context(publicKey))
        else { throw .wrongVaultKey }
        let opened: Secret
        do throws(SealError) {
            opened = try Seal.openSecret(Array(answer[front...]), key: key, context: Label.bytes("link"))
        } catch {
            throw .wrongVaultKey
        }
        guard opened.count > 32 else { throw .damaged(.length) }
        let vaultKey = unsafe opened.withBytes { unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: $0[..<32])) }
        let file = unsafe opened.withBytes { unsafe Array($0[32...]) }
        return LinkedVault(vaultKey: vaultKey, passage: try VaultPassage(bytes: file))
    }
}

/// What a new device received.
package struct LinkedVault: ~Copyable, Sendable {
    /// The key of the vault, 32 bytes.
    package let vaultKey: Secret
    /// The vault without any passphrase slot.
    package let passage: VaultPassage

    package init(vaultKey: consuming Secret, passage: VaultPassage) {
        self.vaultKey = vaultKey
        self.passage = passage
    }
}

/// What an approving device sends to a new one: a key wrapped to it, and the vault encrypted under that key.
package enum LinkAnswer {
    static let frontCount = 80

    /// encapsulated 32 ‖ sealed 48 ‖ SEAL(key, L("link"), vault key 32 ‖ passage). `nil` if the public key does not fit the code.
    package static func bytes(
        to publicKey: [UInt8], code: LinkCode, vaultKey: borrowing Secret, passage: VaultPassage
    ) -> [UInt8]? {
        let key = Secret.random(count: 32)
        guard code.isFor(publicKey), let wrap = KeyWrap(key, to: publicKey, context: code.context(publicKey)) else { return nil }
        let content = unsafe vaultKey.withBytes { vaultKey in
            unsafe Secret(count: vaultKey.count + passage.bytes.count) { target in
                unsafe target.copyMemory(from: vaultKey)
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[vaultKey.count...]).copyBytes(from: passage.bytes)
            }
        }
        return wrap.encapsulated + wrap.sealed + Seal.seal(content, key: key, context: Label.bytes("link"))
    }
}
