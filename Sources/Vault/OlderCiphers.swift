import COpenSSL
import CPlatform
import Foundation

/// Key derivation and ciphers for other programs' files and standard recovery shares; never for Auralyst's own data.
///
/// None of them detects tampering; if the other format has a MAC over the bytes, check it first.
package enum OlderCiphers {
    /// PBKDF2 with HMAC-SHA256, RFC 8018, 5.2: `count` (1 to 1024) bytes after `rounds` rounds, 1 to 10,000,000.
    ///
    /// `nil` outside these bounds: both come from foreign files, and must not keep the machine busy without end.
    package static func pbkdf2SHA256(
        password: borrowing Secret, salt: [UInt8], rounds: Int, count: Int
    ) -> Secret? {
        var key: Secret?
        unsafe salt.withBytes { salt in
            key = unsafe pbkdf2SHA256(password: password, salt: salt, rounds: rounds, count: count)
        }
        return key
    }

    /// The same with a salt that is a secret itself.
    static func pbkdf2SHA256(
        password: borrowing Secret, salt: UnsafeRawBufferPointer, rounds: Int, count: Int
    ) -> Secret? {
        guard (1...1024).contains(count), (1...10_000_000).contains(rounds), salt.count <= 1 << 20 else { return nil }
        var isDone = false
        let key = unsafe Secret(count: count) { target in
            isDone = unsafe password.withBytes { password in
                unsafe copenssl_pbkdf2_sha256(
                    password.baseAddress, password.count, salt.baseAddress, salt.count, UInt32(rounds), target.baseAddress,
                    target.count) == Int32(COPENSSL_OK)
            }
        }
        guard isDone else { return nil }
        return key
    }

    /// AES-CBC with PKCS #7 padding, which is removed: key 16 or 32 bytes, `iv` 16, `sealed` whole blocks of 16.
    ///
    /// `nil` for an invalid length or padding; a wrong key nearly always gives invalid padding.
    package static func openAESCBC(_ sealed: [UInt8], key: borrowing Secret, iv: [UInt8]) -> Secret? {
        guard iv.count == 16, sealed.count <= Int(Int32.max) - 32 else { return nil }
        var opened: Secret?
        unsafe withScratch(byteCount: sealed.count) { plain in
            var count = 0
            let code = unsafe key.withBytes { key in
                unsafe sealed.withBytes { sealed in
                    unsafe iv.withBytes { iv in
                        unsafe copenssl_aes_cbc_decrypt(
                            key.baseAddress, key.count, iv.baseAddress, sealed.baseAddress, sealed.count,
                            plain.baseAddress, &count)
                    }
                }
            }
            guard code == Int32(COPENSSL_OK) else { return }
            opened = unsafe Secret(copying: UnsafeRawBufferPointer(rebasing: plain[..<count]))
        }
        return opened
    }
}
