import COpenSSL
import CPlatform
import Crypto
import Foundation

/// Decrypts journals encrypted by jrnl versions 1, 2, 3 and 4. Auralyst never encrypts this way.
///
/// Formats: jrnl/encryption in jrnl 4.6; Fernet: https://github.com/fernet/spec.
package enum JrnlCipher {
    package enum Failure: Error, Hashable {
        /// Not encrypted by a known version.
        case unknownVersion
        /// The password is wrong or the file is damaged; the two cannot be told apart.
        case wrongPassword
    }

    package enum Version: Hashable, Sendable {
        /// AES-256-CBC under the hash of the password: 16 bytes and whole blocks, without any marker.
        case first
        /// A Fernet token under PBKDF2 with the same salt for everyone.
        case second
        /// A header with its own salt before the token.
        case third
    }

    /// The version by how the bytes begin; `first` for any whole blocks, so ask only if they are nothing else.
    package static func version(of bytes: [UInt8]) -> Version? {
        if bytes.starts(with: Array("JRNLv3".utf8)) { return .third }
        if bytes.starts(with: Array("JRNLv".utf8)) { return nil }
        if bytes.starts(with: Array("gAAAAA".utf8)) { return .second }
        return bytes.count >= 32 && bytes.count % 16 == 0 ? .first : nil
    }

    package static func open(_ bytes: [UInt8], password: borrowing Secret) throws(Failure) -> [UInt8] {
        switch version(of: bytes) {
        case nil: throw .unknownVersion
        case .first: return try openFirst(bytes, password)
        case .second: return try openToken(bytes[...], password, salt: commonSalt)
        case .third:
            let (salt, token) = try header(of: bytes)
            return try openToken(token, password, salt: salt)
        }
    }

    private static let commonSalt: [UInt8] = [
        0xF2, 0xD5, 0x71, 0x0E, 0xC1, 0x8D, 0x2E, 0xDE, 0xDC, 0x8E, 0x36, 0x74, 0x89, 0x04, 0xCE, 0xF8,
    ]
    private static let rounds = 100_000

    /// `JRNLv3`, the length of the header in two bytes, the header: `{"salt": "…"}`, in Base64 or, for a while, plain.
    private static func header(of bytes: [UInt8]) throws(Failure) -> (salt: [UInt8], token: ArraySlice<UInt8>) {
        guard bytes.count > 8 else { throw .wrongPassword }
        let count = Int(bytes[6]) << 8 | Int(bytes[7])
        guard bytes.count >= 8 + count else { throw .wrongPassword }
        let field = Data(bytes[8..<(8 + count)])
        // Not by JSONDecoder: nothing else needs it, and it is a thirtieth of the phone's program (decision 0081).
        let words = Array(Data(base64Encoded: field) ?? field).split(separator: UInt8(ascii: "\""))
        guard let salt = words.drop(while: { !$0.elementsEqual("salt".utf8) }).dropFirst(2).first.flatMap(base64)
        else { throw .wrongPassword }
        return (salt, bytes[(8 + count)...])
    }

    private static func base64(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
        var plain = letters.filter { $0 != UInt8(ascii: "=") && $0 != 0x0A && $0 != 0x0D && $0 != 0x20 }
        for (index, letter) in plain.enumerated() {
            if letter == UInt8(ascii: "-") { plain[index] = UInt8(ascii: "+") }
            if letter == UInt8(ascii: "_") { plain[index] = UInt8(ascii: "/") }
        }
        plain += Array(repeating: UInt8(ascii: "="), count: (4 - plain.count % 4) % 4)
        return Data(base64Encoded: Data(plain)).map { Array($0) }
    }

    /// A Fernet token: version, time, iv, ciphertext, and a MAC over all of it, which is checked first.
    private static func openToken(
        _ token: ArraySlice<UInt8>, _ password: borrowing Secret, salt: [UInt8]
    ) throws(Failure) -> [UInt8] {
        guard let bytes = base64(token), bytes.count >= 73, bytes[0] == 0x80,
            let keys = OlderCiphers.pbkdf2SHA256(password: password, salt: salt, rounds: rounds, count: 32)
        else { throw .wrongPassword }
        let (signed, code) = (bytes.dropLast(32), bytes.suffix(32))
        let isSound = unsafe keys.withBytes { keys in
            let key = unsafe SymmetricKey(data: UnsafeRawBufferPointer(rebasing: keys[..<16]))
            return HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: signed, using: key)
        }
        guard isSound else { throw .wrongPassword }
        let key = unsafe keys.withBytes { keys in unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: keys[16...])) }
        guard let plain = OlderCiphers.openAESCBC(Array(signed.dropFirst(25)), key: key, iv: Array(signed[9..<25])) else {
            throw .wrongPassword
        }
        return unsafe plain.withBytes { unsafe Array($0) }
    }

    /// Only the plaintext reveals a wrong password: padding by spaces or PKCS #7, and UTF-8 text.
    private static func openFirst(_ bytes: [UInt8], _ password: borrowing Secret) throws(Failure) -> [UInt8] {
        let hash = unsafe password.withBytes { password in unsafe SHA256.hash(data: password) }
        let key = unsafe Secret(count: SHA256.byteCount) { target in
            unsafe hash.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
        var plain = [UInt8](repeating: 0, count: bytes.count - 16)
        let code = unsafe plain.withUnsafeMutableBytes { plain in
            unsafe key.withBytes { key in
                unsafe bytes.withUnsafeBytes { bytes in
                    unsafe copenssl_aes_cbc_decrypt_blocks(
                        key.baseAddress, key.count, bytes.baseAddress, UnsafeRawBufferPointer(rebasing: bytes[16...]).baseAddress,
                        bytes.count - 16, plain.baseAddress)
                }
            }
        }
        guard code == Int32(COPENSSL_OK), let last = plain.last else { throw .wrongPassword }
        if last == 0x20 {
            while plain.last == 0x20 { plain.removeLast() }
        } else {
            guard (1...16).contains(last), plain.suffix(Int(last)).allSatisfy({ $0 == last }) else { throw .wrongPassword }
            plain.removeLast(Int(last))
        }
        guard String(validating: plain, as: UTF8.self) != nil else { throw .wrongPassword }
        return plain
    }
}
