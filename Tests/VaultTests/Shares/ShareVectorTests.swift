import Foundation
import Testing
import Vault

@Suite struct ShareVectorTests {
    @Test func `shares open and refuse as SLIP-0039 says`() throws {
        try ShareVectors.standard.check { vector in
            switch Result(catching: { () throws(ShareError) in try opened(vector) }) {
            case .success(let found):
                let expected = try vector.bytes("secret")
                #expect(found == expected, "\(vector)")
                return true
            case .failure(let error):
                #expect(word(error) == vector["fault"], "\(vector)")
                return false
            }
        }
    }

    @Test func `a share that is written anew has the same words`() throws {
        for vector in ShareVectors.standard.tests where vector["fault"] == "" {
            for text in texts(vector) { #expect(try RecoveryShare(typed: text).text == text, "\(vector)") }
        }
    }

    private func texts(_ vector: Vector) -> [String] { (1...5).map { vector["share\($0)"] }.filter { !$0.isEmpty } }

    private func opened(_ vector: Vector) throws(ShareError) -> [UInt8] {
        var shares = ShareCollection()
        for text in texts(vector) { try shares.add(typed: text) }
        return bytes(try shares.secret(passphrase: secret("TREZOR")))
    }

    private func word(_ error: ShareError) -> String {
        switch error {
        case .share(_, .checksum): "checksum"
        case .share(_, .malformed): "malformed"
        case .share(_, .length): "length"
        case .share(_, .anotherSet): "anotherSet"
        case .tooFew: "tooFew"
        case .digest: "digest"
        default: "another"
        }
    }
}
