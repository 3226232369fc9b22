import Ledger
import SeededChance
import Testing

@Suite struct JSONTests {
    private func read(_ text: String) throws(JSONError) -> JSON { try JSON(reading: Array(text.utf8)) }

    @Test func `what is written is read back as the same value`() throws {
        for seed in 0..<600 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let value = random.json(depth: 6)
            #expect(try JSON(reading: value.bytes) == value, "seed \(seed)")
            #expect(try read(value.pretty) == value, "seed \(seed)")
        }
    }

    @Test func `a text that was written is written again byte for byte`() throws {
        for seed in 0..<600 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.json(depth: 6).bytes
            #expect(try JSON(reading: bytes).bytes == bytes, "seed \(seed)")
        }
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "0.1", "-0.5", "1e+22", "5e-324",
        "\"\"", "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0000\\u001f\u{7F}\u{2028}😀\"", "[]", "{}", "[[],{},[null]]",
        "{\"\":0,\"B\":1,\"a\":2,\"é\":3,\"\u{FFFD}\":4,\"😀\":5}",
    ])
    func `a canonical text stays as it is`(text: String) throws {
        #expect(try read(text).bytes == Array(text.utf8))
    }

    @Test(arguments: [
        (" \t\r\n[ 1 , 2 ]\n", "[1,2]"), ("{\"b\":1,\"a\":2}", "{\"a\":2,\"b\":1}"), ("\"\\/\"", "\"/\""),
        ("\"\\u0041\"", "\"A\""),
        ("\"\\uD83D\\uDE00\"", "\"😀\""), ("\"\\ud83d\\ude00\"", "\"😀\""), ("1E2", "100.0"), ("1e-2", "0.01"), ("-0", "0"),
        ("-0.0", "-0.0"), ("9223372036854775808", "9.223372036854776e+18"), ("\"\\u00e9\"", "\"é\""), ("1e-999", "0.0"),
        ("\"\\u007f\"", "\"\u{7F}\""), ("\"\\uffff\"", "\"\u{FFFF}\""), ("{\"\\u0061\":1}", "{\"a\":1}"),
    ])
    func `another text of a value becomes its one text`(text: String, canonical: String) throws {
        #expect(try read(text).bytes == Array(canonical.utf8))
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "NULL", "undefined", "NaN", "Infinity", "-Infinity", "inf", "nan", "-", "+1", "--1",
        "01",
        "-01", "00", "0x10", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1e1.5", "1_000", "1,000", "1 2", "1a", "٣", "１",
        "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1,,2]", "[1]]", "[1}", "[\"a\"", "[1],", "(1)",
        "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{,\"a\":1}", "{\"a\" 1}", "{\"a\"::1}",
        "{\"a\",1}",
        "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{\"a\":1 \"b\":2}", "{\"a\":1}}", "{\"a\":}", "{\"a\":1,,\"b\":2}", "{:1}",
        "\"", "\"a", "'a'", "\"\\\"", "\"\\", "\"\\x\"", "\"\\a\"", "\"\\'\"", "\"\\0\"", "\"\\u\"", "\"\\u12\"", "\"\\u123\"",
        "\"\\u123g\"",
        "\"\\u 123\"", "\"\\u+123\"", "\"\\U0041\"", "\"\\u12", "\"\n\"", "\"\t\"", "\"\0\"", "\"\u{1F}\"", "\"a\"b",
        "\"a\" \"b\"",
        "// comment\n1", "/* */1", "1//", "#1", "\u{FEFF}1", "\u{A0}1", "1\u{A0}", "\u{2028}1", "1\0", "\0", "\u{B}1", "\u{C}1",
        "[1;2]", "<a/>",
        "*", "e1", "E", "t", "f", "n", "tru", "fals", "truefalse", "[true,false", "{\"a\":tru}",
    ])
    func `a text that leaves the grammar is refused`(text: String) {
        #expect {
            _ = try read(text)
        } throws: {
            guard case JSONError.syntax = $0 else { return false }
            return true
        }
    }

    @Test(arguments: [
        "\"\\uD800\"", "\"\\uDBFF\"", "\"\\uDC00\"", "\"\\uDFFF\"", "\"\\uD800x\"", "\"\\uD800\\n\"", "\"\\uD800\\uD800\"",
        "\"\\uD800\\u0041\"", "\"\\uDC00\\uD800\"", "\"\\uD83D\\uDE0\\u0030\"", "{\"\\uD800\":1}",
    ])
    func `half of a surrogate pair is refused`(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xE0, 0x80, 0x80],
            [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func `a string that is not UTF-8 is refused`(content: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.notUnicode(at: 1)) { try JSON(reading: [quote] + content + [quote]) }
        // The same beside an escape, which is read by another path.
        #expect(throws: JSONError.notUnicode(at: 1)) { try JSON(reading: [quote, 0x5C, 0x6E] + content + [quote]) }
        #expect(throws: JSONError.self) { try JSON(reading: content) }
    }

    @Test(arguments: [("1e309", 0), ("-1e309", 0), ("[1e999]", 1), ("1" + String(repeating: "0", count: 400), 0)])
    func `a number beyond a double is refused`(text: String, place: Int) {
        #expect(throws: JSONError.numberOutOfRange(at: place)) { try read(text) }
    }

    @Test(arguments: [("{\"a\":1,\"a\":1}", 7), ("{\"a\":1,\"b\":2,\"\\u0061\":3}", 13), ("{\"\":1,\"\":2}", 6)])
    func `an object with a name twice is refused`(text: String, place: Int) {
        #expect(throws: JSONError.nameTwice(at: place)) { try read(text) }
    }

    @Test(arguments: [("[", "]"), ("{\"a\":", "}")])
    func `sixty-four levels are read and one more is not`(open: String, close: String) throws {
        func nested(_ depth: Int, _ core: String) -> String {
            String(repeating: open, count: depth) + core + String(repeating: close, count: depth)
        }
        _ = try read(nested(64, "1"))
        _ = try read(nested(63, "[]"))
        #expect(throws: JSONError.tooDeep) { try read(nested(65, "1")) }
        #expect(throws: JSONError.tooDeep) { try read(nested(64, "[]")) }
        #expect(throws: JSONError.tooDeep) { try read(String(repeating: open, count: 1_000_000)) }
    }

    @Test func `no bytes make the reader stop the program`() throws {
        var read = 0
        for seed in 0..<20_000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.once(in: 5) ? random.bytes(random.below(40)) : random.mutated(random.json().bytes)
            guard let value = try? JSON(reading: bytes) else { continue }
            read += 1
            // What is taken has one text, which is taken again.
            #expect(try JSON(reading: value.bytes) == value, "seed \(seed)")
        }
        #expect(read > 1000, "most texts were refused: the test has no bite")
    }

    @Test func `what can be read can be passed over, up to the same place`() throws {
        for seed in 0..<2000 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let bytes = random.mutated(random.json().bytes)
            guard (try? JSON(reading: bytes)) != nil else { continue }
            for isLoose in [false, true] {
                var reader = JSONReader(bytes: bytes, isLoose: isLoose)
                try reader.skip(depth: 0)
                reader.skipBlanks()
                #expect(reader.index == bytes.count, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [
        ("[tru, 01, \"\u{1}\"]", true), ("{\"a\" 1}", false), ("[1 2]", false), ("{\"a\":1,}", false), ("[\"a", false),
    ])
    func `passed over loosely, a text has its signs where they belong`(text: String, isSound: Bool) {
        var reader = JSONReader(bytes: Array(text.utf8), isLoose: true)
        let isPassed = (try? reader.skip(depth: 0)) != nil
        #expect(isPassed == isSound)
    }

    @Test func `texts are equal byte for byte only`() {
        #expect(JSON.string("caf\u{E9}") != JSON.string("cafe\u{301}"))
        #expect(JSON.string("caf\u{E9}") == JSON.string("caf\u{E9}"))
        #expect([JSON.string("\u{E9}")] as JSON != [JSON.string("e\u{301}")])
        #expect(["a": JSON.string("\u{E9}")] as JSON != ["a": JSON.string("e\u{301}")])
        #expect(JSON.int(1) != .double(1))
        #expect(JSON.null != .bool(false))
    }

    @Test func `a value gives what it is and nothing else`() {
        let value: JSON = ["s": "a", "i": 1, "b": true, "l": [1, "x"], "n": nil]
        #expect(value["s"]?.string == "a" && value["i"]?.int == 1 && value["b"]?.bool == true)
        #expect(value["l"]?.array == [1, "x"] && value["n"] == .null && value["none"] == nil)
        #expect(value["s"]?.int == nil && value["i"]?.string == nil && value["i"]?.bool == nil && value["s"]?.array == nil)
        #expect(value["l"]?["s"] == nil && value["l"]?.object == nil && JSON.double(1).int == nil)
        #expect(JSON.text(nil) == .null && JSON.text("") == "")
    }

    @Test func `the printed form is indented and ends where it ends`() {
        let value: JSON = ["b": [1, [], nil], "a": [:], "c": "x\ny"]
        #expect(value.pretty == "{\n  \"a\": {},\n  \"b\": [\n    1,\n    [],\n    null\n  ],\n  \"c\": \"x\\ny\"\n}")
    }

    @Test func `bytes are told in lower-case hexadecimal, as many as there must be`() {
        let value = JSON.string("00ff7f")
        #expect(value.hexBytes() == [0x00, 0xFF, 0x7F] && value.hexBytes(count: 3) == [0x00, 0xFF, 0x7F])
        #expect(value.hexBytes(count: 2) == nil && value.hexBytes(count: 0) == nil)
        #expect(JSON.string("").hexBytes(count: 0) == [])
        for other: JSON in ["00F", "FF", "0x00", 12, .null, ["00"]] { #expect(other.hexBytes() == nil, "\(other)") }
    }
}
