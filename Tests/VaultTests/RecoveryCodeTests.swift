import Foundation
import Testing
import Vault

@Suite struct RecoveryCodeTests {
    private func code() -> RecoveryCode { RecoveryCode(secret: Secret(copying: (0..<32).map { UInt8($0 * 7) })) }

    private func read(_ text: String) throws(VaultError) -> String { try RecoveryCode(typed: text).text() }

    @Test func `a code is an age identity`() {
        let code = code()
        #expect(code.text().hasPrefix("AGE-SECRET-KEY-1"))
        #expect(code.text().count == 74)
        #expect(code.recipientKey().count == 32)
        #expect(code.recoverPublicKey().count == 32)
        #expect(code.recoverPublicKey() != code.recipientKey())
    }

    @Test func `a code is read however it is written`() throws {
        let text = code().text()
        let data = String(text.dropFirst(16))
        let groups = stride(from: 0, to: data.count, by: 4).map { String(data.dropFirst($0).prefix(4)) }
        let writings = [
            text, text.lowercased(), " \n\(text)\t", "AGE-SECRET-KEY-1 " + groups.joined(separator: " "),
            "age secret key 1 " + groups.joined(separator: "-").lowercased(), groups.joined(separator: "\u{2013}"),
            groups.joined(separator: "\u{a0}"), data.lowercased(),
            String(text.enumerated().map { $0.offset % 2 == 0 ? Character($0.element.lowercased()) : $0.element }),
        ]
        for writing in writings { #expect(try read(writing) == text) }
    }

    @Test func `every single mistyped character is noticed`() {
        let text = Array(code().text())
        for place in 16..<text.count {
            for letter in "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L" where letter != text[place] {
                var typed = text
                typed[place] = letter
                #expect(throws: VaultError.malformedRecoveryCode(.checksum)) { try read(String(typed)) }
            }
        }
    }

    @Test func `every pair of neighbours that changed places is noticed`() {
        let text = Array(code().text())
        for place in 16..<(text.count - 1) where text[place] != text[place + 1] {
            var typed = text
            typed.swapAt(place, place + 1)
            #expect(throws: VaultError.malformedRecoveryCode(.checksum)) { try read(String(typed)) }
        }
    }

    @Test func `the kind of slip is named`() {
        let text = code().text()
        var letterB = Array(text)
        letterB[16 + 4] = "B"
        let cases: [(String, RecoveryCodeFault)] = [
            ("", .empty), (" - \n", .empty), ("age1" + String(repeating: "q", count: 58), .otherKind),
            (String(text.dropLast()), .length(found: 57)), (text + "Q", .length(found: 59)),
            ("AGE-SECRET-KEY-1", .length(found: 0)), (String(letterB), .character(position: 5)),
            (text + "!", .character(position: 59)), ("héllo", .character(position: 2)), ("qqqq", .length(found: 4)),
            ("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", .otherKind),
        ]
        for (typed, fault) in cases {
            #expect(throws: VaultError.malformedRecoveryCode(fault)) { try read(typed) }
        }
    }

    @Test func `two new codes differ`() {
        #expect(RecoveryCode.random().text() != RecoveryCode.random().text())
    }
}
