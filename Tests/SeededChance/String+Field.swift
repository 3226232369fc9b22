extension String {
    /// What follows some markup of a page, up to the next quotation mark or tag.
    package func field(behind markup: String) -> String? {
        guard let start = firstRange(of: markup) else { return nil }
        return String(self[start.upperBound...].prefix { $0 != "\"" && $0 != "<" })
    }
}
