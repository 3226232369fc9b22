import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

@Suite struct SpellingTests {
    private func store(_ texts: [String]) throws -> Store {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        for (number, text) in texts.enumerated() { chronicle.set(Given.id(number), Given.entry(text).fields) }
        try scratch.take(chronicle.written)
        return scratch.store
    }

    @Test(arguments: [
        ("rivr", ["river"]), ("rriver", ["river"]), ("rivar", ["river"]), ("rievr", ["river"]), ("iver", ["river"]),
        ("rivers", ["river"]), ("RIVR", ["river"]), ("cafee", ["cafe"]), ("стенаа", ["стена"]), ("снена", ["стена"]),
        // The word is there, is two slips away, or is none.
        ("river", []), ("rvr", []), ("rixyr", []), ("ri", []), ("rivr bank", []), ("日記", []), ("👍", []), ("", []),
        // Those with the same first letter first, then those in the most entries.
        ("baat", ["beat", "boat", "bat"]), ("oat", ["boat", "at", "bat"]),
    ])
    func `a word is near if one slip lies between the two`(typed: String, near: [String]) throws {
        let store = try store(["The river at the café", "A boat, a boat", "boat", "bat beat", "beat", "Стена"])
        #expect(try store.wordsNear(typed) == near)
    }

    @Test func `what is found is what a comparison with every word finds`() throws {
        var chance = Seed.generator("words with one slip")
        func word() -> String {
            String((0..<Int.random(in: 3...6, using: &chance)).map { _ in "abcdé".randomElement(using: &chance) ?? "a" })
        }
        let words = (0..<300).map { _ in word() }
        let store = try store(words)
        let forms = Set(words.map { $0.replacing("é", with: "e") })
        for _ in 0..<200 {
            let typed = word().replacing("é", with: "e")
            let near = forms.contains(typed) ? [] : forms.filter { isOneSlip(Array($0), Array(typed)) }
            let found = try store.wordsNear(typed)
            #expect(Set(found).isSubset(of: near) && found.count == min(8, near.count), "\(typed)")
        }
    }

    private func isOneSlip(_ a: [Character], _ b: [Character]) -> Bool {
        let start = zip(a, b).prefix { $0 == $1 }.count
        let (x, y) = (a[start...], b[start...])
        if x.dropFirst() == y.dropFirst() || x.dropFirst() == y || x == y.dropFirst() { return true }
        return x.count > 1 && y.count > 1 && Array(x.prefix(2)) == y.prefix(2).reversed() && x.dropFirst(2) == y.dropFirst(2)
    }

    @Test func `words of deleted entries are not offered`() throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("secret").fields)
        chronicle.set(Given.id(1), ["gone": true])
        try scratch.take(chronicle.written)
        #expect(try scratch.store.wordsNear("secrat").isEmpty)
    }

    @Test func `a long journal costs no more`() throws {
        func steps(_ count: Int) throws -> Int {
            let store = try store((0..<count).map { "river bank word\($0 % 40)" })
            let before = store.work.steps
            #expect(try store.wordsNear("rivre") == ["river"])
            return store.work.steps - before
        }
        #expect(try Double(steps(2_000)) < Double(steps(100)) * 1.3)
    }
}
