extension [String] {
    /// One sentence's list in English: `a`, `a and b`, `a, b and c`; empty where there is none.
    package var spokenList: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}
