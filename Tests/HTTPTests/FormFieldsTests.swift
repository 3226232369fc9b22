import HTTP
import SeededChance
import Testing

@Suite struct FormFieldsTests {
    @Test(arguments: [
        ("a=1&b=2", [("a", "1"), ("b", "2")]), ("a", [("a", "")]), ("=", [("", "")]), ("", []), ("&&&", []),
        ("a=b=c", [("a", "b=c")]),
        ("a+b=c+d", [("a b", "c d")]), ("%61=%C3%A4", [("a", "ä")]), ("t=%0D%0Ax", [("t", "\r\nx")]),
        (
            "p=%&q=%4&r=%zz&s=%%41",
            [
                ("p", "%"), ("q", "%4"), ("r", "%zz"), ("s", "%A"),
            ]
        ),
    ])
    func `a form is decoded as browsers encode it`(text: String, pairs: [(String, String)]) throws {
        let fields = try FormFields(urlencoded: Array(text.utf8))
        #expect(fields.pairs.map(\.name) == pairs.map(\.0))
        #expect(fields.pairs.map(\.value) == pairs.map(\.1))
    }

    @Test(
        arguments: [[0xff], Array("a=%ff".utf8), Array("%C3=1".utf8), Array("a=%ED%A0%80".utf8), [0x61, 0x3d, 0xc3]] as [[UInt8]])
    func `text that is not UTF-8 is refused, never changed`(bytes: [UInt8]) {
        #expect(throws: HTTPFault.malformed) { try FormFields(urlencoded: bytes) }
    }

    @Test func `a form has a most of bytes and of pairs`() throws {
        #expect(throws: HTTPFault.tooLarge(limit: 3)) { try FormFields(urlencoded: Array("a=bc".utf8), limit: 3) }
        #expect(try FormFields(urlencoded: Array("a=bc".utf8), limit: 4)["a"] == "bc")
        let thousand = Array(String(repeating: "a&", count: 1_000).utf8)
        #expect(try FormFields(urlencoded: thousand).pairs.count == 1_000)
        #expect(throws: HTTPFault.malformed) { try FormFields(urlencoded: thousand + Array("a".utf8)) }
    }

    @Test(arguments: UInt64(0)..<20)
    func `what is encoded is decoded to the same`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func text() -> String {
            let count = Int.random(in: 0..<12, using: &random)
            return String(
                String.UnicodeScalarView(
                    (0..<count).compactMap { _ in
                        Unicode.Scalar(
                            UInt32.random(in: 0...[0x7f, 0x7ff, 0x10ffff][Int.random(in: 0..<3, using: &random)], using: &random))
                    }))
        }
        for _ in 0..<100 {
            let fields = FormFields((0...3).map { _ in (name: text(), value: text()) })
            let again = try FormFields(urlencoded: Array(fields.encoded.utf8))
            #expect(again.pairs.map(\.name) == fields.pairs.map(\.name), "seed \(seed)")
            #expect(again.pairs.map(\.value) == fields.pairs.map(\.value), "seed \(seed)")
        }
    }

    @Test func `what is encoded is plain ASCII without marks`() {
        #expect((["a b&": "c=d+é\n"] as FormFields).encoded == "a+b%26=c%3Dd%2B%C3%A9%0A")
    }

    @Test func `a request gives its form`() async throws {
        var request = Request(
            method: "POST", path: "/", body: RequestBody(pieces: [Array("a=".utf8), Array("%4".utf8), Array("1".utf8)]))
        request.headers["content-type"] = "Application/X-WWW-Form-Urlencoded; charset=UTF-8"
        #expect(try await request.form()["a"] == "A")
    }

    @Test(arguments: [
        nil, "", "text/plain", "application/json", "multipart/form-data; boundary=a", "application/x-www-form-urlencodedx",
    ])
    func `a form of another type is refused before it is read`(type: String?) async {
        var request = Request(method: "POST", path: "/", body: RequestBody(length: nil) { throw HTTPFault.tooSlow })
        request.headers["content-type"] = type
        await #expect(throws: HTTPFault.unsupportedForm) { try await request.form() }
    }

    @Test(arguments: [nil, 9]) func `a form that is too large is refused`(length: Int?) async {
        let request = Request(
            method: "POST", path: "/", headers: ["content-type": "application/x-www-form-urlencoded"],
            body: RequestBody(pieces: [Array("a=234".utf8), Array("6789".utf8)], length: length))
        await #expect(throws: HTTPFault.tooLarge(limit: 8)) { try await request.form(limit: 8) }
    }
}
