/// The differences between two texts: by lines, and inside changed lines by words.
///
/// Exact to the byte: unchanged and removed pieces joined are the old text; unchanged and added ones the new text. The work is
/// limited: if it would grow too large, whole lines or the whole changed part count as replaced.
package enum TextDifference {
    package enum Kind: Hashable, Sendable {
        case same
        case removed
        case added
    }

    /// A piece of one of the two texts, or of both.
    package struct Piece: Hashable, Sendable {
        /// In both texts, only in the old one, or only in the new one.
        package let kind: Kind
        /// Never empty.
        package let text: String
    }

    /// The pieces in reading order; neighbors differ in kind, and removed text precedes what replaced it.
    package static func pieces(from old: String, to new: String) -> [Piece] {
        var budget = Self.budget
        let lines = hunks(TextTokens.lines(of: old.utf8), TextTokens.lines(of: new.utf8), limit: lineLimit, budget: &budget)
        var pieces = PieceList()
        for hunk in lines {
            switch hunk {
            case .same(let tokens): pieces.append(.same, tokens)
            case .changed(let removed, let added): pieces.append(words(from: removed, to: added, budget: &budget))
            }
        }
        return pieces.finished
    }

    fileprivate enum Hunk {
        case same([[UInt8]])
        case changed(removed: [[UInt8]], added: [[UInt8]])
    }

    // Tokens of both sides that are compared one by one. Steps and memory grow with the square.
    private static let lineLimit = 3000
    private static let wordLimit = 1500
    /// Steps for all comparisons of one call.
    private static let budget = 24_000_000

    /// The words of changed lines. Lines with almost nothing in common are shown as replaced: a few common words do not help.
    private static func words(from old: [[UInt8]], to new: [[UInt8]], budget: inout Int) -> [Hunk] {
        let whole = [Hunk.changed(removed: old, added: new)]
        guard !old.isEmpty, !new.isEmpty else { return whole }
        let (oldWords, newWords) = (TextTokens.words(of: old.joined()), TextTokens.words(of: new.joined()))
        let found = hunks(oldWords, newWords, limit: wordLimit, budget: &budget)
        let common = found.reduce(0) { sum, hunk in
            guard case .same(let tokens) = hunk else { return sum }
            return sum + tokens.filter { !TextTokens.isBlank($0) }.joined().count
        }
        let larger = max(old.joined().count, new.joined().count)
        return common * 4 >= larger ? bridged(found) : whole
    }

    /// Blanks between two changes belong to them: two replaced words in a row read as one replacement.
    private static func bridged(_ hunks: [Hunk]) -> [Hunk] {
        hunks.indices.map { index in
            guard case .same(let tokens) = hunks[index], tokens.allSatisfy(TextTokens.isBlank), index > 0,
                index < hunks.count - 1
            else { return hunks[index] }
            return .changed(removed: tokens, added: tokens)
        }
    }

    /// Compares two lists of tokens. The common beginning and end are set aside first; beyond `limit` or `budget` the rest counts
    /// as replaced.
    private static func hunks(_ old: [[UInt8]], _ new: [[UInt8]], limit: Int, budget: inout Int) -> [Hunk] {
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
        let (oldMiddle, newMiddle) = (Array(old[start..<old.count - end]), Array(new[start..<new.count - end]))
        var list: [Hunk] = []
        if start > 0 { list.append(.same(Array(old[..<start]))) }
        if !oldMiddle.isEmpty || !newMiddle.isEmpty {
            let count = oldMiddle.count + newMiddle.count
            let (steps, overflow) = count.multipliedReportingOverflow(by: count)
            if count <= limit, !overflow, steps <= budget {
                budget -= steps
                list += compared(oldMiddle, newMiddle)
            } else {
                list.append(.changed(removed: oldMiddle, added: newMiddle))
            }
        }
        if end > 0 { list.append(.same(Array(old[(old.count - end)...]))) }
        return list
    }

    private static func compared(_ old: [[UInt8]], _ new: [[UInt8]]) -> [Hunk] {
        // Tokens as numbers: comparing them costs the same whatever their length.
        var numbers: [[UInt8]: Int] = [:]
        func number(_ token: [UInt8]) -> Int {
            if let known = numbers[token] { return known }
            numbers[token] = numbers.count
            return numbers.count - 1
        }
        let (oldNumbers, newNumbers) = (old.map(number), new.map(number))
        let (removed, added) = changes(from: oldNumbers, to: newNumbers)
        var list: [Hunk] = []
        var (oldIndex, newIndex) = (0, 0)
        while oldIndex < old.count || newIndex < new.count {
            var (same, gone, come): ([[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [])
            while oldIndex < old.count, newIndex < new.count, !removed.contains(oldIndex), !added.contains(newIndex) {
                same.append(old[oldIndex])
                (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
            }
            while oldIndex < old.count, removed.contains(oldIndex) {
                gone.append(old[oldIndex])
                oldIndex += 1
            }
            while newIndex < new.count, added.contains(newIndex) {
                come.append(new[newIndex])
                newIndex += 1
            }
            if !same.isEmpty { list.append(.same(same)) }
            if !gone.isEmpty || !come.isEmpty { list.append(.changed(removed: gone, added: come)) }
        }
        return list
    }

    /// The places of what is only in `old`, and only in `new`, by a shortest way from one to the other (Myers). Of ways of the same length
    /// it is the same everywhere; the one that the standard library takes is another in each version.
    private static func changes(from old: [Int], to new: [Int]) -> (removed: Set<Int>, added: Set<Int>) {
        // rows[d][i]: how far a way of d steps gets in `old`, if i of them remove.
        var rows: [[Int32]] = [[]]
        func isRemoval(_ i: Int, _ d: Int) -> Bool { i > 0 && (i == d || rows[d - 1][i - 1] >= rows[d - 1][i]) }
        func begin(_ i: Int, _ d: Int) -> Int {
            if d == 0 { return 0 }
            return isRemoval(i, d) ? Int(rows[d - 1][i - 1]) + 1 : Int(rows[d - 1][i])
        }
        var isThere = false
        while !isThere {
            let d = rows.count - 1
            for i in 0...d where !isThere {
                let ahead = 2 * i - d
                var end = begin(i, d)
                while end < old.count, end - ahead < new.count, old[end] == new[end - ahead] { end += 1 }
                rows[d].append(Int32(end))
                isThere = end == old.count && end - ahead == new.count
            }
            if !isThere { rows.append([]) }
        }
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        var i = rows[rows.count - 1].count - 1
        for d in stride(from: rows.count - 1, to: 0, by: -1) {
            let end = begin(i, d)
            if isRemoval(i, d) {
                removed.insert(end - 1)
                i -= 1
            } else {
                added.insert(end - (2 * i - d) - 1)
            }
        }
        return (removed, added)
    }
}

/// Joins neighbors of one kind.
private struct PieceList {
    private var pieces: [TextDifference.Piece] = []
    private var removed: [UInt8] = []
    private var added: [UInt8] = []
    private var same: [UInt8] = []

    mutating func append(_ kind: TextDifference.Kind, _ tokens: [[UInt8]]) {
        switch kind {
        case .same:
            if same.isEmpty { flush() }
            same += tokens.joined()
        case .removed:
            flushSame()
            removed += tokens.joined()
        case .added:
            flushSame()
            added += tokens.joined()
        }
    }

    mutating func append(_ hunks: [TextDifference.Hunk]) {
        for hunk in hunks {
            switch hunk {
            case .same(let tokens): append(.same, tokens)
            case .changed(let gone, let come):
                if !gone.isEmpty { append(.removed, gone) }
                if !come.isEmpty { append(.added, come) }
            }
        }
    }

    var finished: [TextDifference.Piece] {
        var list = self
        list.flushSame()
        list.flush()
        return list.pieces
    }

    private mutating func flushSame() {
        guard !same.isEmpty else { return }
        flush()
        pieces.append(.init(kind: .same, text: String(decoding: same, as: UTF8.self)))
        same = []
    }

    private mutating func flush() {
        if !removed.isEmpty { pieces.append(.init(kind: .removed, text: String(decoding: removed, as: UTF8.self))) }
        if !added.isEmpty { pieces.append(.init(kind: .added, text: String(decoding: added, as: UTF8.self))) }
        (removed, added) = ([], [])
    }
}
