/// A text that nobody writes, of any length: what makes work grow with the square of a length, if something does.
package struct HostileShape: Sendable, CustomStringConvertible {
    /// Its name in messages.
    package let description: String
    private let make: @Sendable (Int) -> String

    /// The text, of about so many bytes.
    package func text(_ bytes: Int) -> String { make(bytes) }

    private init(_ name: String, _ make: @escaping @Sendable (Int) -> String) { (description, self.make) = (name, make) }

    private static func repeated(_ piece: String) -> HostileShape {
        HostileShape("\(piece.debugDescription) repeated") { String(repeating: piece, count: $0 / piece.utf8.count) }
    }

    private static func nested(_ opening: String, _ closing: String) -> HostileShape {
        HostileShape("\(opening.debugDescription) and \(closing.debugDescription) nested") { bytes in
            let count = bytes / (opening.utf8.count + closing.utf8.count)
            return String(repeating: opening, count: count) + String(repeating: closing, count: count)
        }
    }

    private static let pieces = [
        // One character.
        "a", "7", " ", "\n", "\t", ",", ";", ".", ":", "!", "?", "\"", "'", "`", "[", "]", "(", ")", "{", "}", "<", ">", "|", "-",
        "+", "\\", "/", "#", "@", "*", "_", "~", "=", "&", "%", "$", "^", "é", "日", "\0", "\r\n", "\u{2028}", "\u{FEFF}",
        // Characters of many scalars: marks in two orders, joined emoji, flags, jamo, conjuncts, prepended signs.
        "\u{301}", "e\u{301}", "\u{301}\u{316}", "\u{316}\u{301}", "\u{0F71}\u{0F72}", "👩\u{200D}", "👩‍👩‍👧‍👦", "\u{200D}", "🇦",
        "\u{1100}",
        "\u{1100}\u{1161}\u{11A8}", "\u{0915}\u{094D}", "\u{0600}", "\u{FE0F}",
        // Words, lines and the pieces of formats.
        "a ", "a b\n", "a\n\n", "a. ", "A. b? ", "\"a\" ", "\"\"", "\"\n", "a,", "a\t", "\",\"", "\\\"", "\\n", "\\u0041", "#a ",
        "#a/", "@a ",
        "# a\n", "- a\n", "- [ ] a\n", "1. a\n", "> ", "---\n", "```\n", "a: b\n", "a: [", "- - ", "a: &a ", "*a ", "<<: *a\n",
        "%41",
        "a=b&", "a=b; ", "&amp;", "&#1;", "&", "<b>", "</b>", "<p>", "<li>", "<a href=\"", "<!--", "-->", "<![CDATA[", "<?",
        "[](", "![](",
        "[[a]]", "[a](b)", "|a", "a|b\n:-\n", ":-\n", "http://", "www.a.b ", "https://a.b/(", "{\"a\":", "[1,", "[{", "==", "**a",
        "//a",
        "2026-03-14 ", "2026-03-14 09:00 a\n", "[2026-03-14 09:00] a\n", "9pm ", "yesterday ", "at ", "every ", "1/2/", "not ",
        "i am not happy, ",
        "NOT ", "a* ", "tag:", "\"tag: ",
    ]

    package static let all =
        pieces.map(repeated) + [
            nested("(", ")"), nested("[", "]"), nested("{", "}"), nested("<b>", "</b>"), nested("<ul><li>", "</li></ul>"),
            nested("{\"a\":", "}"), nested("**", "__"), nested("[", "](a)"),
            HostileShape("one letter with marks") { "a" + String(repeating: "\u{301}", count: $0 / 2) },
            HostileShape("marks, then letters") {
                String(repeating: "\u{316}\u{301}", count: $0 / 8) + String(repeating: "a ", count: $0 / 4)
            },
            HostileShape("letters, then blanks") {
                String(repeating: "a", count: $0 / 2) + String(repeating: " ", count: $0 / 2)
            },
            HostileShape("blanks, then a letter") { String(repeating: " ", count: $0) + "a" },
            HostileShape("different words") { bytes in (0..<bytes / 8).map { String($0, radix: 36) }.joined(separator: " ") },
            HostileShape("different tags") { bytes in (0..<bytes / 8).map { "#" + String($0, radix: 36) }.joined(separator: " ")
            },
            HostileShape("different keys") { bytes in (0..<bytes / 10).map { "k\($0): v\n" }.joined() },
            HostileShape("growing runs of backquotes") { bytes in
                var (text, count) = ("", 1)
                while text.utf8.count < bytes {
                    text += String(repeating: "`", count: count) + "a"
                    count += 1
                }
                return text
            },
        ]
}
