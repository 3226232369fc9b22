/// A word in the form that goes with a number: `1 file`, `2,400 entries`, or without the number `was`, `were`.
package struct Counted: Sendable, CustomStringConvertible {
    package let count: Int
    /// The English forms for 1 and for all other numbers, with `#` for the number.
    package let one, many: String

    package var description: String { Counted.words(count, count == 1 ? one : many) }

    static func words(_ count: Int, _ form: String) -> String {
        form.split(separator: "#", omittingEmptySubsequences: false).joined(separator: grouped(count))
    }
}

/// `1 file`, `3 files`, `2,400 entries`.
package func counted(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> Counted {
    Counted(count: Int(clamping: count), one: "# " + one, many: "# " + (many ?? one + "s"))
}

/// A word that agrees with a number that is named elsewhere, or that has a form of its own for one: `was` or `were`. `#` is the number.
package func plural(_ count: some BinaryInteger, _ one: String, _ many: String) -> Counted {
    Counted(count: Int(clamping: count), one: one, many: many)
}
