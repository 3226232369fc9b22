import Crypto
import Ledger
import SeededChance
import Testing

@Suite struct GenesisTests {
    private func genesis(seed: UInt64) -> Genesis {
        var random = SplitMix64(seed: seed)
        return Genesis(
            nonce: random.bytes(16),
            owner: IdentityKeys(sign: random.bytes(32), agree: random.bytes(32), recover: random.bytes(32)),
            device: random.bytes(32), certificate: random.bytes(64))
    }

    @Test func `what is written is read back as the same genesis`() throws {
        for seed in 0..<200 as Range<UInt64> {
            let genesis = genesis(seed: seed)
            #expect(try Genesis(reading: genesis.body) == genesis, "seed \(seed)")
            #expect(try Genesis(reading: genesis.body).journal == genesis.journal, "seed \(seed)")
        }
    }

    @Test func `the body and the journal's name are those that are documented`() {
        func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }
        let genesis = Genesis(
            nonce: repeated(0xA1, 16),
            owner: IdentityKeys(sign: repeated(0xB2, 32), agree: repeated(0xC3, 32), recover: repeated(0xD4, 32)),
            device: repeated(0xE5, 32), certificate: repeated(0xF6, 64))
        func text(_ pair: String, _ count: Int) -> String { String(repeating: pair, count: count) }
        let body = """
            {"certificate":"\(text("f6", 64))","device":"\(text("e5", 32))","nonce":"\(text("a1", 16))","owner":{"kem":"\(text("c3", 32))",\
            "recover":"\(text("d4", 32))","sign":"\(text("b2", 32))"},"type":"genesis","v":1}
            """
        #expect(genesis.body == Array(body.utf8))
        let hash = SHA256.hash(data: Array("auralyst/v1/journal\0".utf8) + Array(body.utf8))
        #expect(genesis.journal.bytes == Array(hash.prefix(16)))
        #expect(Genesis.certificateMessage(device: [1, 2]) == Array("auralyst/v1/device-cert\0".utf8) + [1, 2])
    }

    @Test func `any single changed byte is refused or is another journal`() {
        let original = genesis(seed: 1)
        let body = original.body
        for place in body.indices {
            for bit in 0..<8 {
                var changed = body
                changed[place] ^= 1 << UInt8(bit)
                if let other = try? Genesis(reading: changed) {
                    #expect(other.journal != original.journal && other.body == changed, "byte \(place), bit \(bit)")
                }
            }
        }
    }

    @Test(arguments: ["", "{}", "null", "[]", "{\"type\":\"genesis\",\"v\":1}"])
    func `a body of another shape is refused`(text: String) {
        #expect(throws: LedgerError.badControl) { try Genesis(reading: Array(text.utf8)) }
    }

    @Test(arguments: [
        ("\"v\":1", "\"v\":2"), ("\"v\":1", "\"v\":1.0"), ("\"genesis\"", "\"Genesis\""), ("\"v\":1", "\"v\":1,\"x\":1"),
        ("{\"certificate\"", "{ \"certificate\""), ("\"type\"", "\"Type\""), ("\"nonce\":\"", "\"nonce\":\"00"),
        ("\"kem\":\"", "\"kem\":\"0"),
        ("\"device\":\"", "\"device\":\"zz"), ("\"owner\":{", "\"owner\":{\"a\":1,"), ("\"v\":1}", "\"v\":1}\n"),
        ("\"v\":1}", "\"v\":1"),
    ])
    func `a body that says the same or more in other bytes is refused`(part: String, change: String) throws {
        let body = String(decoding: genesis(seed: 2).body, as: UTF8.self)
        try #require(body.contains(part))
        #expect(throws: LedgerError.badControl) { try Genesis(reading: Array(body.replacing(part, with: change).utf8)) }
    }

    @Test func `upper-case hexadecimal is refused`() {
        let body = String(decoding: genesis(seed: 3).body, as: UTF8.self)
        let upper = body.replacing(/[0-9a-f]{32,}/) { String($0.output).uppercased() }
        #expect(throws: LedgerError.badControl) { try Genesis(reading: Array(upper.utf8)) }
    }
}
