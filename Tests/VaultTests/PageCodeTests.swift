import Foundation
import Testing
import Vault

@Suite struct PageCodeTests {
    @Test func `a code is five groups of four, and is read as people type it`() throws {
        let code = PageCode()
        let text = code.text()
        #expect(text.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4])
        let sealed = code.seal(Array("page".utf8))
        for typed in [
            text, text.lowercased(), text.replacing("-", with: " "), text.replacing("0", with: "o").replacing("1", with: "l"),
        ] {
            guard let read = PageCode(typed: typed) else {
                Issue.record("\(typed) is not read")
                continue
            }
            #expect(try read.open(sealed) == Array("page".utf8))
        }
    }

    @Test func `what is no code is none`() {
        for typed in ["", "3F9K", "3F9K-7QXT-0M2A-W5EZ-1HC", "3F9K-7QXT-0M2A-W5EZ-1HCVV", "3F9K-7QXT-0M2A-W5EZ-1HCU", "ä"] {
            let isRead = if PageCode(typed: typed) == nil { false } else { true }
            #expect(!isRead, "\(typed)")
        }
    }

    @Test func `two codes are not the same, and another one is a clean miss`() throws {
        #expect(PageCode().text() != PageCode().text())
        let sealed = PageCode().seal([1, 2, 3])
        #expect(throws: SealError.commitmentMismatch) { try PageCode().open(sealed) }
    }

    #if !os(WASI)
        @Test(
            .enabled(
                if: CobblestoneProgram.python != nil, "no python3 with cryptography 50 or later; scripts/vectors fetches it"),
            arguments: [0, 300, 16_384, 100_000])
        func `another program opens a page by what the format says`(count: Int) throws {
            let code = PageCode()
            let plaintext = [UInt8](repeating: 0x61, count: count)
            let script = """
                import hmac, hashlib
                from cryptography.cobblestone import Cobblestone256Decryptor
                code, sealed = sys.stdin.read().split()
                label = b"auralyst/v1/page\\0"
                key = hmac.new(code.replace("-", "").encode(), label + b"\\x01", hashlib.sha512).digest()[:32]
                opener = Cobblestone256Decryptor(key, label)
                padded = opener.update(bytes.fromhex(sealed)) + opener.finalize()
                length = int.from_bytes(padded[:4], "big")
                print(length, padded[4:4 + length] == b"a" * length)
                """
            let sealed = code.seal(plaintext).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(try CobblestoneProgram.run(script, input: code.text() + "\n" + sealed) == "\(count) True")
        }

        /// The other side: PyPI's `cryptography`, from version 50 on.
        private enum CobblestoneProgram {
            static let python = ShareProgram.python(with: "cryptography.cobblestone")

            static func run(_ script: String, input: String) throws -> String {
                try ShareProgram.run(script, input: input, by: python)
            }
        }
    #endif
}
