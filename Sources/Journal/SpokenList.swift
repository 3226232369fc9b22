extension [String] {
    /// The elements as an English list: `a`, `a and b`, `a, b and c`; empty for none.
    package var spokenList: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
