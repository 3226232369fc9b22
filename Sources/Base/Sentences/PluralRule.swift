import CTexts

/// Which form of a word goes with a number in a language: the cardinal rules of Unicode's CLDR, for whole numbers
/// (Unicode Technical Standard 35, part 3, "Language Plural Rules"). Sources/Shims/CTexts/plurals.txt holds them.
package struct PluralRule: Sendable {
    /// The names of the forms in CLDR's order, `one`, `few`, `many`, `other`.
    package let forms: [String]
    /// For each form but the last: it is used where all relations of one of these rows hold.
    private let conditions: [[[Relation]]]

    /// The rules of a language by its tag, `pt_PT` or `pl`; of one that is not known, one form for all numbers.
    package init(language tag: String) {
        let base = String(tag.prefix { $0 != "_" && $0 != "-" })
        let line = PluralRule.lines[tag.replacing("-", with: "_")] ?? PluralRule.lines[base] ?? ""
        let rules = line.split(separator: ";").map { rule in
            rule.split(separator: " ", maxSplits: 1).map(String.init)
        }
        forms = rules.map { $0[0] } + ["other"]
        conditions = rules.map { rule in
            rule[1].split(separator: " or ").map { $0.split(separator: " and ").map { Relation(String($0)) } }
        }
    }

    /// The place of the form that goes with a number, in `forms`.
    package func form(of count: Int) -> Int {
        conditions.firstIndex { $0.contains { $0.allSatisfy { $0.holds(for: count.magnitude) } } } ?? conditions.count
    }

    /// `n % 10 = 2..4,9`.
    private struct Relation: Sendable {
        private let modulus: UInt?
        private let isEqual: Bool
        private let ranges: [ClosedRange<UInt>]

        init(_ text: String) {
            let words = text.split(separator: " ")
            modulus = words.count == 5 ? UInt(words[2]) : nil
            isEqual = words[words.count - 2] == "="
            ranges = words[words.count - 1].split(separator: ",").map { range in
                let ends = range.split(separator: ".").compactMap { UInt($0) }
                return ends[0]...ends[ends.count - 1]
            }
        }

        func holds(for count: UInt) -> Bool {
            let left = modulus.map { count % $0 } ?? count
            return ranges.contains { $0.contains(left) } == isEqual
        }
    }

    /// The rules of each language, as the file writes them.
    private static let lines: [String: String] = {
        var lines: [String: String] = [:]
        for line in unsafe String(cString: plurals_text()).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: ":", maxSplits: 1)
            for tag in parts[0].split(separator: " ") { lines[String(tag)] = String(parts[1]) }
        }
        return lines
    }()
}
