import Basics
import COpenSSL
import CPlatform
import Crypto
import Foundation

/// scrypt, RFC 7914, as age uses it: r = 8, p = 1, 32 bytes.
enum Scrypt {
    /// The key of a passphrase; `workFactor` is the logarithm of N, 1 to 20. Takes 2^`workFactor` KiB of memory.
    static func key(
        passphrase: borrowing Secret, salt: [UInt8], workFactor: Int
    ) throws(AgeError) -> SymmetricKey {
        precondition(
            (1...AgeStanza.highestWorkFactor).contains(workFactor), "a work factor beyond what is computed is refused before")
        let key = unsafe withScratch(byteCount: 32) { target -> SymmetricKey? in
            let code = unsafe passphrase.withBytes { passphrase in
                unsafe salt.withBytes { salt in
                    unsafe copenssl_scrypt(
                        passphrase.baseAddress, passphrase.count, salt.baseAddress, salt.count, UInt32(workFactor),
                        target.baseAddress, target.count)
                }
            }
            guard code == Int32(COPENSSL_OK) else { return nil }
            return unsafe SymmetricKey(data: UnsafeRawBufferPointer(target))
        }
        guard let key else { throw .outOfMemory }
        return key
    }
}

extension Data {
    /// Overwrites a secret's bytes with zeros. Only for data that nothing else shares.
    mutating func overwrite() {
        unsafe withUnsafeMutableBytes { bytes in
            if let start = bytes.baseAddress { unsafe platform_wipe(start, bytes.count) }
        }
    }
}

/// Base64 without padding, canonical, as in age headers.
enum UnpaddedBase64 {
    static func text(_ bytes: [UInt8]) -> String {
        Base64.text(bytes).replacing("=", with: "")
    }

    /// `nil` unless it is exactly what `text` writes.
    static func bytes(_ text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Base64.bytes(text + padding), Self.text(bytes) == text else { return nil }
        return bytes
    }
}
