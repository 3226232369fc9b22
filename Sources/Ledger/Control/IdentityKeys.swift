/// A person's public keys: all that others may know.
package struct IdentityKeys: Hashable, Sendable {
    /// Ed25519, 32 bytes: signs device certificates.
    package var sign: [UInt8]
    /// X25519, 32 bytes: journal keys are wrapped to it.
    package var agree: [UInt8]
    /// Ed25519, 32 bytes, derived from the recovery code: only it can replace the identity.
    package var recover: [UInt8]

    package init(sign: [UInt8], agree: [UInt8], recover: [UInt8]) {
        self.sign = sign
        self.agree = agree
        self.recover = recover
    }
}

extension IdentityKeys {
    /// The person's name among members: H(L("identity") ‖ sign ‖ kem ‖ recover), 32 bytes.
    package var name: [UInt8] { digest(.label("identity") + sign + agree + recover) }

    /// Whether the person certified a device: 32 bytes of its public key, 64 of the signature.
    package func certifies(_ device: [UInt8], by certificate: [UInt8]) -> Bool {
        Ed25519.isValid(certificate, of: Genesis.certificateMessage(device: device), by: sign)
    }

    /// Whether no key is a point of low order, with which anyone could sign for the person or unwrap their keys.
    package var isSound: Bool {
        hasLengths && !LowOrderPoint.isOne(sign) && !LowOrderPoint.isOne(recover) && !LowOrderPoint.isOne(agreement: agree)
    }

    var hasLengths: Bool { sign.count == 32 && agree.count == 32 && recover.count == 32 }

    /// `{"kem","recover","sign"}`, in hexadecimal.
    package var json: JSON {
        ["sign": .hexadecimal(sign), "kem": .hexadecimal(agree), "recover": .hexadecimal(recover)]
    }

    /// Reads what `json` wrote; `nil` for another shape.
    package init?(_ json: JSON?) {
        guard let sign = json?["sign"]?.hexBytes(count: 32), let agree = json?["kem"]?.hexBytes(count: 32),
            let recover = json?["recover"]?.hexBytes(count: 32)
        else { return nil }
        self.init(sign: sign, agree: agree, recover: recover)
    }
}

extension IdentityKeys {
    /// The safety code that two people compare: the first 100 bits of the name as five groups of four characters, `3F9K-…`.
    package var fingerprint: String {
        let text = Array(Base32.encode(Array(name.prefix(13))).uppercased().prefix(20))
        return stride(from: 0, to: 20, by: 4).map { String(text[$0..<$0 + 4]) }.joined(separator: "-")
    }
}
