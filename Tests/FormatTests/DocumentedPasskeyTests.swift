import Basics
import Crypto
import Engine
import Foundation
import Ledger
import SeededChance
import Testing
import Vault

/// The passkey slot of docs/formats/vault.md, in the archived vault of which that page speaks.
struct DocumentedPasskeyTests {
    private static let archive = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Archive/vault-1").path
    private static let id = (0..<16).map { UInt8($0 * 17) }
    private static let answer = [UInt8](repeating: 0x5a, count: 32)

    private func lengthPrefixed(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt32(text.utf8.count))
        return bytes + Array(text.utf8)
    }

    @Test func `the documented slot is what the format says, byte for byte`() throws {
        let page = try DocumentedPage("vault.md")
        let parameters = page["passkey-params"]
        let vault = try VaultOpening.read(VaultLocation(folder: Self.archive)).header.vault
        let slotKey = Secret(copying: Self.answer).derive("prf-slot")
        let slotKeyText = unsafe slotKey.withBytes { unsafe hex($0) }
        let context =
            Label.bytes("slot") + vault + Self.id + lengthPrefixed("prf") + lengthPrefixed(parameters)
        let sealed = Seal.seal(
            try #require(bytes(fromHex: page["vault-key"])), key: slotKey, context: context,
            testOnlySalt: [UInt8](repeating: 0x33, count: 24))
        if ProcessInfo.processInfo.environment["AURALYST_PRINT_EXAMPLES"] != nil {
            print("EXAMPLE passkey-slot-key\n\(slotKeyText)\nEXAMPLE passkey-sealed\n\(Data(sealed).base64EncodedString())")
        }
        #expect(PasskeyParameters(parameters)?.text == parameters)
        #expect(page["passkey-slot-key"] == slotKeyText)
        #expect(page["passkey-sealed"] == Data(sealed).base64EncodedString())
    }

    @Test func `a vault with the documented slot opens by the documented answer`() throws {
        let page = try DocumentedPage("vault.md")
        let scratch = FileManager.default.temporaryDirectory.path + "/auralyst-passkey-" + UUID().uuidString
        try Folder.copy(Self.archive, to: scratch)
        defer { Folder.remove(scratch) }
        let location = VaultLocation(folder: scratch)
        let slot = """
            {"id":"\(Data(Self.id).base64EncodedString())","type":"prf","params":"\(page["passkey-params"])",\
            "sealed":"\(page["passkey-sealed"])"},
            """
        let key = Secret(copying: try #require(bytes(fromHex: page["vault-key"])))
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: location.vaultFile)))
        let lines = file.dropLast(32).split(separator: 0x0a, maxSplits: 3, omittingEmptySubsequences: false)
        let header = String(decoding: lines[1], as: UTF8.self).replacing("\"slots\":[", with: "\"slots\":[" + slot)
        let front = Array(lines[0]) + [0x0a] + Array(header.utf8) + Array("\n---".utf8)
        let codeKey = unsafe key.derive("header-mac").withBytes { unsafe SymmetricKey(data: $0) }
        let code = Data(HMAC<SHA256>.authenticationCode(for: front, using: codeKey)).base64EncodedString()
        let content = front + Array(" \(code)\n".utf8) + lines[3]
        try Data(content + Array(SHA256.hash(data: content))).write(to: URL(fileURLWithPath: location.vaultFile))

        let locked = try VaultOpening.read(location)
        let passkey = try #require(locked.passkeys.first)
        #expect(passkey.id.bytes == Self.id && passkey.parameters.text == page["passkey-params"])
        let opened = try locked.unlock(passkey: passkey.id, output: Secret(copying: Self.answer))
        let isSame = opened.vaultKey().isEqual(to: key)
        #expect(isSame)
        #expect(throws: VaultError.wrongPasskey) {
            _ = try locked.unlock(passkey: passkey.id, output: Secret(copying: [UInt8](repeating: 0x5b, count: 32)))
        }
    }
}
