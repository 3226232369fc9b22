import Ledger
import SeededChance
import Testing

@Suite struct PayloadTests {
    private func read(_ text: String) throws(LedgerError) -> Payload { try Payload(reading: Array(text.utf8)) }

    private static let id = "000g40r40m30e209185gr38e1w"

    @Test func `what is written is read back as the same payload`() throws {
        for seed in 0..<400 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let payload = random.payload()
            #expect(try Payload(reading: payload.bytes) == payload, "seed \(seed)")
            #expect(try Payload(reading: payload.bytes).bytes == payload.bytes, "seed \(seed)")
        }
    }

    @Test func `the text is the one that is documented`() throws {
        let record = try #require(RecordID(text: Self.id))
        let device = try #require(DeviceID(Array(repeating: 0, count: 16)))
        let seen = WriteName(stamp: Stamp(rawValue: 5 << 16 | 6), device: device)
        let payload = Payload(
            stamp: Stamp(rawValue: 7 << 16 | 8),
            mutations: [
                Mutation(kind: "entry", record: record, fields: ["text": "a\n", "gone": false], replaced: ["text": seen]),
                Mutation(kind: "x", record: record, fields: [:]),
            ])
        let text = """
            {"m":[{"b":{"text":[5,6,"00000000000000000000000000"]},"f":{"gone":false,"text":"a\\n"},"i":"\(Self.id)","k":"entry"},\
            {"f":{},"i":"\(Self.id)","k":"x"}],"t":[7,8],"v":1}
            """
        #expect(String(decoding: payload.bytes, as: UTF8.self) == text)
        #expect(try read(text) == payload)
    }

    @Test func `fields and kinds of a newer version pass through`() throws {
        let text = """
            {"m":[{"f":{"weather":{"sky":["clear",1.5,null]},"😀":9223372036854775807},"i":"\(Self.id)","k":"dream"}],"t":[1,0],"v":1}
            """
        #expect(try read(text).bytes == Array(text.utf8))
    }

    @Test(arguments: [
        "", "null", "[]", "{}", "1", "\"\"", "{\"v\":1}", "{\"m\":[],\"t\":[1,0],\"v\":1}", "{\"t\":[1,0],\"v\":1}",
        "{\"m\":{},\"t\":[1,0],\"v\":1}", "{\"m\":[null],\"t\":[1,0],\"v\":1}", "{\"m\":[{}],\"t\":[1,0],\"v\":1}",
        "{\"m\":[MUTATION],\"v\":1}", "{\"m\":[MUTATION],\"t\":[1,0]}", "{\"m\":[MUTATION],\"t\":[1,0],\"v\":0}",
        "{\"m\":[MUTATION],\"t\":[1,0],\"v\":-1}", "{\"m\":[MUTATION],\"t\":[1,0],\"v\":1.0}",
        "{\"m\":[MUTATION],\"t\":[1,0],\"v\":\"1\"}",
        "{\"m\":[MUTATION],\"t\":[1,0],\"v\":1,\"x\":0}", "{\"m\":[MUTATION],\"t\":[1,0],\"v\":1}x",
        "{\"m\":[MUTATION,1],\"t\":[1,0],\"v\":1}",
        "{\"m\":[MUTATION],\"t\":[1],\"v\":1}", "{\"m\":[MUTATION],\"t\":[1,0,0],\"v\":1}",
        "{\"m\":[MUTATION],\"t\":[-1,0],\"v\":1}",
        "{\"m\":[MUTATION],\"t\":[281474976710656,0],\"v\":1}", "{\"m\":[MUTATION],\"t\":[1,65536],\"v\":1}",
        "{\"m\":[MUTATION],\"t\":[1,-1],\"v\":1}", "{\"m\":[MUTATION],\"t\":[1.0,0],\"v\":1}",
        "{\"m\":[MUTATION],\"t\":[\"1\",0],\"v\":1}",
        "{\"m\":[MUTATION],\"t\":1,\"v\":1}", "{\"m\":[MUTATION],\"t\":null,\"v\":1}",
    ])
    func `a payload of another shape is refused`(text: String) throws {
        let mutation = "{\"f\":{\"a\":1},\"i\":\"\(Self.id)\",\"k\":\"entry\"}"
        // The same frame with the right parts is taken, so that it is the change that is refused.
        _ = try read("{\"m\":[\(mutation)],\"t\":[1,0],\"v\":1}")
        #expect(throws: LedgerError.badPayload) { try read(text.replacing("MUTATION", with: mutation)) }
    }

    @Test(arguments: [
        "{\"f\":{},\"i\":\"ID\"}", "{\"f\":{},\"k\":\"entry\"}", "{\"i\":\"ID\",\"k\":\"entry\"}",
        "{\"f\":[],\"i\":\"ID\",\"k\":\"entry\"}",
        "{\"f\":null,\"i\":\"ID\",\"k\":\"entry\"}", "{\"f\":{},\"i\":\"ID\",\"k\":\"\"}", "{\"f\":{},\"i\":\"ID\",\"k\":1}",
        "{\"f\":{},\"i\":\"\",\"k\":\"entry\"}", "{\"f\":{},\"i\":\"ID0\",\"k\":\"entry\"}", "{\"f\":{},\"i\":5,\"k\":\"entry\"}",
        "{\"b\":[],\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}", "{\"b\":null,\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}",
        "{\"b\":{\"a\":1},\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}", "{\"b\":{\"a\":[1,0]},\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}",
        "{\"b\":{\"a\":[1,0,\"x\"]},\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}",
        "{\"b\":{\"a\":[1,0,\"ID\",0]},\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}",
        "{\"b\":{\"a\":[-1,0,\"ID\"]},\"f\":{},\"i\":\"ID\",\"k\":\"entry\"}", "{\"f\":{},\"i\":\"ID\",\"k\":\"entry\",\"x\":1}",
        "{\"f\":{\"a\":1,\"a\":2},\"i\":\"ID\",\"k\":\"entry\"}", "[\"entry\",\"ID\",{}]",
    ])
    func `a mutation of another shape is refused`(text: String) {
        let mutation = text.replacing("ID", with: Self.id)
        #expect(throws: LedgerError.badPayload) { try read("{\"m\":[\(mutation)],\"t\":[1,0],\"v\":1}") }
    }

    @Test(arguments: [(2, 2), (255, 255), (256, 255), (Int64.max, 255)] as [(Int64, UInt8)])
    func `a payload of a newer version says so`(version: Int64, told: UInt8) {
        #expect(throws: LedgerError.newerVersion(version: told, suite: 1)) { try read("{\"v\":\(version),\"new\":[]}") }
    }

    @Test func `a kind has at most 64 bytes`() throws {
        func payload(_ kind: String) -> String {
            "{\"m\":[{\"f\":{},\"i\":\"\(Self.id)\",\"k\":\"\(kind)\"}],\"t\":[1,0],\"v\":1}"
        }
        _ = try read(payload(String(repeating: "k", count: 64)))
        #expect(throws: LedgerError.badPayload) { try read(payload(String(repeating: "k", count: 65))) }
        #expect(throws: LedgerError.badPayload) { try read(payload(String(repeating: "é", count: 33))) }
    }

    @Test func `no bytes make the reader stop the program`() {
        var taken = 0
        for seed in 0..<5000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.mutated(random.payload().bytes)
            guard let payload = try? Payload(reading: bytes) else { continue }
            taken += 1
            #expect((try? Payload(reading: payload.bytes)) == payload, "seed \(seed)")
        }
        #expect(taken > 200, "most payloads were refused: the test has no bite")
    }
}
