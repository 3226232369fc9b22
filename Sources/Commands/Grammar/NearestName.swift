/// Finds the name that a mistyped word probably meant.
enum NearestName {
    /// The nearest one: at most one edit away for words of up to four letters, otherwise two. An edit is a letter added, removed
    /// or replaced, or two neighbors swapped. A name that begins with the word counts as one edit away.
    /// - Parameter strictly: the word may be right as it is: accept only one edit, and no prefix.
    static func to(_ word: String, in names: [String], strictly: Bool = false) -> String? {
        let typed = Array(word.lowercased().prefix(40))
        guard typed.count > 1 else { return nil }
        let most = typed.count > 4 && !strictly ? 2 : 1
        func edits(_ name: String) -> Int {
            let known = Array(name.lowercased())
            return !strictly && known.count > typed.count && known.starts(with: typed) ? 1 : distance(typed, known)
        }
        return names.map { (name: $0, edits: edits($0)) }.filter { (1...most).contains($0.edits) && $0.name.count > 2 }
            .min { $0.edits < $1.edits }?.name
    }

    /// The number of edits between two words (optimal string alignment).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var least = min(rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
