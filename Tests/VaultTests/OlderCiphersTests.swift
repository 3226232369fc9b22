import Foundation
import Testing
import Vault

@Suite struct OlderCiphersTests {
    @Test func `PBKDF2 gives the answer of RFC 7914, section 11`() {
        #expect(
            Self.derived(rounds: 1, count: 64)
                == [UInt8](
                    hexadecimal: "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                        + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"))
    }

    @Test(arguments: [(0, 32), (-1, 32), (10_000_001, 32), (1, 0), (1, -1), (1, 1025)])
    func `PBKDF2 refuses counts out of bounds`(rounds: Int, count: Int) {
        #expect(Self.derived(rounds: rounds, count: count) == nil)
    }

    // Made with another implementation: the text "a dear diary", an iv of zeros, the key 00 01 02 ….
    @Test(arguments: [(16, "68c7aed8c9e6c5f46f3e3d83f5a0b5ec"), (32, "56b36dc18721e60eeebd7995ad27cdf2")])
    func `AES-CBC opens what others sealed`(keyCount: Int, sealed: String) throws {
        let sealed = try #require([UInt8](hexadecimal: sealed))
        #expect(Self.opened(sealed, keyCount: keyCount) == Array("a dear diary".utf8))
    }

    @Test(arguments: [
        (0, 16, 16), (15, 16, 16), (17, 32, 16), (16, 15, 16), (16, 24, 16), (16, 0, 16), (16, 16, 12), (16, 16, 0),
    ])
    func `AES-CBC refuses lengths that cannot be`(count: Int, keyCount: Int, ivCount: Int) {
        #expect(Self.opened([UInt8](repeating: 1, count: count), keyCount: keyCount, ivCount: ivCount) == nil)
    }

    @Test func `AES-CBC refuses padding that is none`() throws {
        let sealed = try #require([UInt8](hexadecimal: "68c7aed8c9e6c5f46f3e3d83f5a0b5ec"))
        #expect(Self.opened(sealed + sealed, keyCount: 16) == nil)
    }

    private static func derived(rounds: Int, count: Int) -> [UInt8]? {
        let key = OlderCiphers.pbkdf2SHA256(
            password: secret("passwd"), salt: Array("salt".utf8), rounds: rounds, count: count)
        guard let key else { return nil }
        return bytes(key)
    }

    private static func opened(_ sealed: [UInt8], keyCount: Int, ivCount: Int = 16) -> [UInt8]? {
        let key = Secret(copying: (0..<keyCount).map { UInt8($0) })
        let opened = OlderCiphers.openAESCBC(sealed, key: key, iv: [UInt8](repeating: 0, count: ivCount))
        guard let opened else { return nil }
        return bytes(opened)
    }
}
