import Basics

/// The first operation of a journal: its owner. The hash of this body names the journal: no other one can have the name.
package struct Genesis: Hashable, Sendable {
    /// 16 random bytes, so that two journals of one owner differ.
    package var nonce: [UInt8]
    package var owner: IdentityKeys
    /// Ed25519 public key of the device that creates the journal.
    package var device: [UInt8]
    /// Ed25519 by the owner's signing key over L("device-cert") ‖ device: certifies that the device is the owner's.
    package var certificate: [UInt8]

    package init(nonce: [UInt8], owner: IdentityKeys, device: [UInt8], certificate: [UInt8]) {
        self.nonce = nonce
        self.owner = owner
        self.device = device
        self.certificate = certificate
    }

    package static func certificateMessage(device: [UInt8]) -> [UInt8] { .label("device-cert") + device }

    /// The plaintext body of the operation: JSON with sorted keys, bytes in hexadecimal.
    package var body: [UInt8] {
        JSON.object([
            "v": 1, "type": "genesis", "nonce": .string(hex(nonce)),
            "owner": owner.json,
            "device": .string(hex(device)), "certificate": .string(hex(certificate)),
        ]).bytes
    }

    /// Reads a body; refuses a wrong shape.
    package init(reading body: [UInt8]) throws(LedgerError) {
        guard let json = try? JSON(reading: body), json["v"] == 1, json["type"] == "genesis",
            let nonce = json["nonce"]?.hexBytes(count: 16),
            let owner = IdentityKeys(json["owner"]),
            let device = json["device"]?.hexBytes(count: 32),
            let certificate = json["certificate"]?.hexBytes(count: 64)
        else { throw .badControl }
        self.init(
            nonce: nonce, owner: owner, device: device, certificate: certificate)
        guard self.body == body else { throw .badControl }
    }

    package var isCertified: Bool { certifies(device, by: certificate) }

    /// Whether the owner certified a device: 32 bytes of its public key, 64 of the signature.
    package func certifies(_ device: [UInt8], by certificate: [UInt8]) -> Bool { owner.certifies(device, by: certificate) }

    /// H(L("journal") ‖ body), cut to 16 bytes.
    package var journal: JournalID { JournalID(firstBytesOf: digest(.label("journal") + body)) }
}

/// Two lower-case digits per byte.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * 2)
    for byte in bytes {
        text.append(digit(byte >> 4))
        text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
}

/// Reads lower-case hexadecimal; `nil` for anything else.
package func bytes(fromHex text: some StringProtocol) -> [UInt8]? {
    let digits = text.utf8.compactMap { (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) ? nil : hexDigit($0) }
    guard digits.count == text.utf8.count, digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
