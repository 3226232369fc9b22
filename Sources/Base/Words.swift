package func grouped(_ number: some BinaryInteger) -> String {
    let digits = String(number)
    guard number >= 1000 else { return digits }
    return grouped(number / 1000) + "," + digits.suffix(3)
}

/// A sentence of the catalogue for a page: with a capital letter and a full stop.
package func sentence(_ words: String) -> String {
    guard let first = words.first else { return words }
    let end = words.last.map { ".!?…".contains($0) } == true ? "" : "."
    return first.uppercased() + words.dropFirst() + end
}
