import Engine
import SeededChance
import Testing

@Suite struct PassphraseAdviceTests {
    @Test(arguments: [
        // guessed at once
        ("", 0), ("a", 0), ("123", 0), ("123456", 0), ("password", 0), ("Password", 0), ("P@ssw0rd!", 0), ("qwertyuiop", 0),
        ("asdfghjkl", 0), ("1qaz2wsx", 0), ("letmein1", 0), ("iloveyou!!", 0), ("correct horse battery staple", 0),
        ("CorrectHorseBatteryStaple", 0), ("aaaaaaaaaaaaaaaa", 0), ("abcdefghijkl", 0), ("987654321", 0), ("1987", 0),
        ("horse", 0), ("horse horse horse", 0), ("----------", 0), ("Auralyst2026", 0),
        // easy
        ("strawberry", 1), ("Margaret1987", 1), ("horse battery", 1), ("sunflower12", 1), ("kx7pq", 1),
        // fair
        ("lantern copper violin", 2), ("blackbirdsinging", 2), ("tk4Rw9px", 2),
        // good
        ("lantern copper violin orbit", 3), ("gravel-teapot-maple-onion", 3), ("Xk9#mQ2$vL", 3),
        ("lanterncopperviolinorbit", 3), ("дом река стекло облако", 2),
        // strong
        ("lantern copper violin orbit thimble", 4), ("Xk9#mQ2$vL7!pZ", 4), ("дом река стекло облако гвоздь лиса", 4),
        ("the day the old tram broke down in Ghent", 4),
    ])
    func `a passphrase has its strength`(passphrase: String, strength: Int) {
        #expect(PassphraseAdvice(for: passphrase).strength == strength, "\(passphrase)")
    }

    @Test(arguments: [
        "", "password", "horse", "strawberry", "lantern copper violin", "lantern copper violin orbit",
        "lantern copper violin orbit thimble",
    ])
    func `the advice is one calm sentence`(passphrase: String) {
        let advice = PassphraseAdvice(for: passphrase)
        #expect(advice.sentence.last == "." && advice.sentence.filter { ".!?".contains($0) }.count == 1)
        #expect(advice.sentence.first?.isUppercase == true && advice.sentence.count <= 90)
        #expect(advice.sentence.contains("random words") == (advice.strength < 3))
        #expect(passphrase.isEmpty || !advice.sentence.contains(passphrase))
        #expect(advice.isPossible == !passphrase.isEmpty)
    }

    @Test func `more words are never weaker, and the strength stays within its bounds`() {
        var random = SplitMix64(seed: 3)
        let words = ["lantern", "copper", "violin", "orbit", "thimble", "gravel", "42", "Ü", "x", "!!", "qwerty", "teapot"]
        for seed in 0..<200 {
            var (passphrase, last) = ("", 0)
            for _ in 0..<8 {
                passphrase += (passphrase.isEmpty ? "" : " ") + words[Int.random(in: words.indices, using: &random)]
                let strength = PassphraseAdvice(for: passphrase).strength
                #expect((0...4).contains(strength) && strength >= last, "\(seed): \(passphrase)")
                last = strength
            }
        }
    }

    @Test func `an endless passphrase is looked at in its beginning only`() {
        #expect(PassphraseAdvice(for: String(repeating: "a", count: 1_000_000)).strength < 4)
        #expect(PassphraseAdvice(for: String(repeating: "lantern ", count: 100_000)).strength < 4)
    }

    @Test func `letters of another width are weighed as the vault takes them`() {
        #expect(PassphraseAdvice(for: "ｐａｓｓｗｏｒｄ") == PassphraseAdvice(for: "password"))
        #expect(PassphraseAdvice(for: "ｐａｓｓｗｏｒｄ").isWeak)
    }
}
