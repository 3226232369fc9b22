import Foundation
import SeededChance
import Testing
import Vault

@Suite struct ShareTests {
    private func code(_ seed: UInt64) -> RecoveryCode {
        var generator = SplitMix64(seed: seed)
        return RecoveryCode(secret: Secret(copying: generator.bytes(32)))
    }

    private func collected(_ texts: [String]) throws(ShareError) -> ShareCollection {
        var shares = ShareCollection()
        for text in texts { try shares.add(typed: text) }
        return shares
    }

    /// What is wrong with a text that is given after others.
    private func fault(_ text: String, after others: [String] = []) throws -> ShareFault? {
        var shares = try collected(others)
        let error = #expect(throws: ShareError.self) { try shares.add(typed: text) }
        guard case .share(let number, let fault) = error else { return nil }
        #expect(number == others.count + 1 && shares.count == others.count)
        return fault
    }

    @Test(arguments: [(2, 2), (2, 3), (3, 3), (3, 5), (4, 6), (2, 16), (16, 16)])
    func `any shares that are enough give the code, in any order, and one fewer does not`(needed: Int, count: Int) throws {
        let seed = UInt64(needed * 100 + count)
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let shares = try code(seed).shares(needed: needed, of: count).map(\.text)
        #expect(Set(shares).count == count && shares.allSatisfy { $0.split(separator: " ").count == 33 })
        for _ in 0..<12 {
            let some = shares.shuffled(using: &generator)
            let enough = try collected(Array(some.prefix(needed)))
            #expect(enough.missing == 0)
            #expect(try enough.recoveryCode().text() == code(seed).text())
            let few = try collected(Array(some.prefix(needed - 1)))
            #expect(few.missing == 1)
            #expect(throws: ShareError.tooFew(missing: 1)) { _ = try few.recoveryCode() }
        }
        #expect(try collected(shares).recoveryCode().text() == code(seed).text(), "more than enough do no harm")
    }

    @Test func `two sets of one code have nothing in common`() throws {
        let code = code(1)
        let (one, other) = (try code.shares(needed: 2, of: 3), try code.shares(needed: 2, of: 3))
        #expect(Set(one.map(\.text)).isDisjoint(with: other.map(\.text)))
        // What tells the set and the share apart stands before the share itself, and its checksum behind it.
        func itself(_ share: String) -> String { share.split(separator: " ").dropFirst(4).dropLast(3).joined(separator: " ") }
        #expect(Set(one.map { itself($0.text) }).isDisjoint(with: other.map { itself($0.text) }))
        #expect(try fault(other[1].text, after: [one[0].text]) == .anotherSet)
        #expect(try collected([other[2].text, other[0].text]).recoveryCode().text() == code.text())
    }

    @Test func `numbers that make no set are refused`() {
        for (needed, count) in [(1, 1), (1, 3), (0, 2), (3, 2), (2, 17), (17, 17), (-1, 4), (2, -3), (2, Int.max)] {
            #expect(throws: ShareError.plan, "\(needed) of \(count)") { try code(1).shares(needed: needed, of: count) }
        }
    }

    @Test func `a share is read however it is written`() throws {
        let text = try code(2).shares(needed: 2, of: 2)[0].text
        let words = text.split(separator: " ")
        let writings = [
            text.uppercased(), " \n\t\(text)\n", words.map { $0.prefix(4) }.joined(separator: " "),
            words.map { String($0.prefix(5)) }.joined(separator: "\n"),
            words.enumerated().map { "\($0.offset + 1). \($0.element)" }.joined(separator: "  "), words.joined(separator: "-"),
            words.joined(separator: "\u{a0}"),
        ]
        for writing in writings { #expect(try RecoveryShare(typed: writing).text == text) }
    }

    @Test func `every wrong word, every two and three of them, and neighbours that changed places are noticed`() throws {
        let seed: UInt64 = 3
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let words = try code(seed).shares(needed: 2, of: 2)[0].text.split(separator: " ").map(String.init)
        // Words that are in the list for sure.
        let list = Array(Set(ShareVectors.standard.tests.flatMap { $0["share1"].split(separator: " ").map(String.init) }))
            .sorted()
        func checksumFails(_ words: [String]) throws { #expect(try fault(words.joined(separator: " ")) == .checksum) }
        for place in words.indices {
            for other in list.shuffled(using: &generator).prefix(20) where other != words[place] {
                var typed = words
                typed[place] = other
                try checksumFails(typed)
            }
        }
        for _ in 0..<500 {
            var typed = words
            for place in words.indices.shuffled(using: &generator).prefix(Int.random(in: 2...3, using: &generator)) {
                typed[place] = list.filter { $0 != words[place] }.randomElement(using: &generator) ?? ""
            }
            try checksumFails(typed)
        }
        for place in 1..<words.count where words[place] != words[place - 1] {
            var typed = words
            typed.swapAt(place, place - 1)
            try checksumFails(typed)
        }
    }

    @Test func `what is wrong with a share is named, never its words`() throws {
        let shares = try code(4).shares(needed: 2, of: 3).map(\.text)
        let words = shares[0].split(separator: " ").map(String.init)
        #expect(try fault("") == .empty && fault(" 1. 2. \n") == .empty)
        #expect(try fault("AGE-SECRET-KEY-1QQQQ") == .unknownWord(position: 1))
        #expect(try fault((words[..<6] + ["wrongly"] + words[7...]).joined(separator: " ")) == .unknownWord(position: 7))
        #expect(try fault((words[..<6] + ["aca"] + words[7...]).joined(separator: " ")) == .unknownWord(position: 7))
        #expect(try fault(words.dropLast().joined(separator: " ")) == .length(found: 32))
        #expect(try fault(words[0]) == .length(found: 1))
        #expect(try fault((words + words[..<3]).joined(separator: " ")) == .checksum)
        #expect(try fault(String(repeating: words[0] + " ", count: 5000)) == .length(found: 5000))
        #expect(try fault(shares[0].uppercased(), after: [shares[1], shares[0]]) == .twice)
        #expect(throws: ShareError.tooFew(missing: 1)) { _ = try ShareCollection().recoveryCode() }
        #expect(ShareCollection().missing == nil)
        // Another program's share of 16 bytes opens something, which is no code.
        let foreign = ShareVectors.standard.tests[0]["share1"]
        #expect(try fault(foreign, after: [shares[0]]) == .anotherSet)
        let collection = try collected([foreign])
        #expect(throws: ShareError.otherSecret) { _ = try collection.recoveryCode() }
    }

    @Test func `a share that asks for too much work is refused before any is done`() throws {
        // Of the bytes 0 to 31, one share of one, under the exponents 10 and 11; made by the standard's own program.
        let (most, more) = (
            """
            academic duration academic academic academic acid adequate apart echo educate alive category method liberty apart
            describe teammate scandal beard entrance declare airline blue frequent legend endorse bumpy hush soldier lunar system
            fangs scroll
            """,
            """
            academic dwarf academic academic academic acid adequate apart echo educate alive category method liberty apart
            describe teammate scandal beard entrance declare airline blue frequent legend endorse bumpy hush soldier lunar inform
            evoke hush
            """
        )
        #expect(throws: Never.self) { try RecoveryShare(typed: most) }
        #expect(try fault(more) == .tooCostly)
    }

    @Test func `no text at all stops the program`() {
        let seed: UInt64 = 5
        print("seed \(seed)")
        var generator = SplitMix64(seed: seed)
        let list = ShareVectors.standard.tests.flatMap { $0["share1"].split(separator: " ").map(String.init) }
        for _ in 0..<3000 {
            let count = Int.random(in: 0...70, using: &generator)
            let text = (0..<count).map { _ in list.randomElement(using: &generator) ?? "" }.joined(separator: " ")
            var shares = ShareCollection()
            #expect(throws: ShareError.self) { try shares.add(typed: text) }
        }
    }
}
