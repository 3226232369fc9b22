/// Combines two changes of one text that were made in different places: three-way, on the text that both began with.
///
/// Which of the two is whose makes no difference. What both changed alike is taken once.
package enum TextMerge {
    /// The text with both changes, exact to the byte; `nil` if they are in one place, or next to each other with no unchanged word or
    /// line end between. If `mine` has only `\n` line ends, those of the other two texts count as such.
    package static func merged(base: String, mine: String, theirs: String) -> String? {
        let isPlain = !mine.utf8.contains(0x0D)
        let (base, theirs) = isPlain ? (plainLines(base), plainLines(theirs)) : (base, theirs)
        let bytes = Array(base.utf8)
        var (result, position): ([UInt8], Int) = ([], 0)
        var last: (edit: Edit, isMine: Bool)?
        let all = edits(from: base, to: mine).map { ($0, true) } + edits(from: base, to: theirs).map { ($0, false) }
        for (edit, isMine) in all.sorted(by: { $0.0.precedes($1.0) }) {
            if let last, last.isMine != isMine {
                if last.edit == edit { continue }
                guard last.edit.isApart(from: edit, in: bytes) else { return nil }
            }
            result += bytes[position..<edit.start] + edit.bytes
            position = edit.end
            last = (edit, isMine)
        }
        return String(decoding: result + bytes[position...], as: UTF8.self)
    }

    /// The text with `\n` line ends, as browsers show it.
    package static func plainLines(_ text: String) -> String {
        guard text.utf8.contains(0x0D) else { return text }
        var bytes: [UInt8] = []
        var last: UInt8 = 0
        for byte in text.utf8 {
            if byte == 0x0D { bytes.append(0x0A) } else if byte != 0x0A || last != 0x0D { bytes.append(byte) }
            last = byte
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The changes that turn one text into another, in order and apart from each other.
    private static func edits(from base: String, to text: String) -> [Edit] {
        let old = Array(base.utf8)
        var edits: [Edit] = []
        /// What is unchanged since the last edit.
        var between = ""
        var position = 0
        for piece in TextDifference.pieces(from: base, to: text) {
            let bytes = Array(piece.text.utf8)
            if piece.kind == .same {
                position += bytes.count
                between = piece.text
                continue
            }
            let isRemoved = piece.kind == .removed
            var edit = Edit(start: position, end: position + (isRemoved ? bytes.count : 0), bytes: isRemoved ? [] : bytes)
            if let last = edits.last, between.isEmpty || areByChance(between, last.size, bytes.count) {
                edits.removeLast()
                edit = Edit(start: last.start, end: edit.end, bytes: last.bytes + between.utf8 + edit.bytes)
            }
            edits.append(edit)
            position = edit.end
            between = ""
        }
        return edits.compactMap { $0.trimmed(in: old) }
    }

    /// A few words between two larger changes: they are in both texts by chance, as in a sentence that was written again.
    private static func areByChance(_ words: String, _ before: Int, _ after: Int) -> Bool {
        words.utf8.count < min(before, after) && !words.utf8.contains(0x0A)
            && TextTokens.words(of: words.utf8).count(where: { !TextTokens.isBlank($0) }) < 4
    }

    /// `bytes` in the place of the base's bytes from `start` up to `end`.
    private struct Edit: Equatable {
        let start: Int
        let end: Int
        let bytes: [UInt8]

        var size: Int { max(end - start, bytes.count) }

        /// Without the words that are the same at its beginning and end: a line that was only added to is not changed. `nil` if nothing
        /// is left.
        func trimmed(in base: [UInt8]) -> Edit? {
            let (old, new) = (TextTokens.words(of: base[start..<end]), TextTokens.words(of: bytes))
            let first = zip(old, new).prefix { $0 == $1 }.count
            let last = zip(old[first...].reversed(), new[first...].reversed()).prefix { $0 == $1 }.count
            let (before, after) = (old[..<first].joined().count, old[(old.count - last)...].joined().count)
            let edit = Edit(start: start + before, end: end - after, bytes: Array(new[first..<new.count - last].joined()))
            return edit.size == 0 ? nil : edit
        }

        func precedes(_ other: Edit) -> Bool { (start, end) < (other.start, other.end) }

        /// Whether something unchanged is between this and a later edit of the other side, or one of them adds whole lines.
        func isApart(from later: Edit, in base: [UInt8]) -> Bool {
            guard end <= later.start else { return false }
            let between = Array(base[end..<later.start])
            if between.contains(0x0A) || !TextTokens.isBlank(between) { return true }
            guard between.isEmpty, (start == end) != (later.start == later.end) else { return false }
            if start == end { return addsLinesAbove(base) }
            return later.addsLinesBelow(base) || later.addsLinesAbove(base) && bytes.last == 0x0A
        }

        /// Adds lines before the line that begins here.
        private func addsLinesAbove(_ base: [UInt8]) -> Bool {
            start == end && bytes.last == 0x0A && (start == 0 || base[start - 1] == 0x0A)
        }

        /// Adds lines after the line that ends here.
        private func addsLinesBelow(_ base: [UInt8]) -> Bool {
            start == end && bytes.first == 0x0A && (start == base.count || base[start] == 0x0A)
        }
    }
}
