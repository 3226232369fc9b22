import HTTP
import SeededChance
import Testing

@Suite struct TargetTests {
    @Test(arguments: [
        ("/", "/"), ("/a", "/a"), ("/a/", "/a/"), ("/a/b.c", "/a/b.c"), ("/a%20b", "/a b"), ("/%C3%A4", "/ä"), ("/a+b", "/a+b"),
        ("/...", "/..."), ("/.a/..b", "/.a/..b"), ("/a?b", "/a"), ("/a?..", "/a"), ("/%41%7e", "/A~"),
        ("/a:b;c=d,e", "/a:b;c=d,e"),
        ("/a%5Cb", "/a\\b"),
    ])
    func `a path is decoded`(text: String, path: String) throws {
        #expect(try Target(text).path == path)
    }

    @Test(arguments: [
        "", "a", "*", "?", "http://localhost/", "//", "//a", "/a//b", "/a//", "/.", "/..", "/../", "/a/../b", "/a/./b", "/./",
        "/a/..",
        "/%2e", "/%2E%2e", "/.%2e/etc/passwd", "/a/%2e%2e/b", "/a%2fb", "/a%2Fb", "/..%2f", "/%", "/%4", "/%zz", "/%00", "/%0a",
        "/%7f",
        "/a%1Fb", "/%C2%85", "/%ff", "/%C3", "/%C0%AF", "/%C0%AE%C0%AE/", "/%ED%A0%80", "/a b", "/ä", "/a\u{0}", "/a\r\nb",
        "/a#b", "/#",
        "/?a#b", "/?%ff", "/?ä", "/? ",
    ])
    func `what could lead elsewhere or be read in two ways is refused`(text: String) {
        #expect(throws: HTTPFault.malformed) { try Target(text) }
    }

    @Test func `the query is decoded as a form`() throws {
        let query = try Target("/search?q=a+b%26c&q=2&empty=&bare&=x&&p=100%").query
        #expect(query.all("q") == ["a b&c", "2"])
        #expect(query["empty"] == "")
        #expect(query["bare"] == "")
        #expect(query[""] == "x")
        #expect(query["p"] == "100%")
        #expect(query["absent"] == nil)
        #expect(try Target("/?").query.pairs.isEmpty)
        #expect(try Target("/?a=b?c=d").query["a"] == "b?c=d")
    }

    @Test(arguments: UInt64(0)..<20)
    func `no target whatever traps or gives a path that leads out`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("/.%25eEfF02?&=+a#\\ \u{0}ä".unicodeScalars)
        for _ in 0..<2_000 {
            let count = Int.random(in: 0..<24, using: &random)
            var text = "/"
            for _ in 0..<count { text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)]) }
            guard let target = try? Target(text) else { continue }
            let parts = target.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
            #expect(target.path.hasPrefix("/") && !parts.dropLast().contains(""), "seed \(seed): \(text)")
            #expect(!parts.contains(".") && !parts.contains(".."), "seed \(seed): \(text)")
        }
    }
}
