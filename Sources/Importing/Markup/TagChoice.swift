import Journal

extension InlineTags {
    /// At most `Limits.tags` of them, each once in its first spelling, sorted; what is left out is added to `changes`.
    func taken(_ changes: inout [ImportChange]) -> [Tag] { TagChoice(names).taken(&changes) }
}

struct TagChoice {
    private var tags: [Tag] = []
    private var seen: Set<Tag> = []
    private var refused: Set<String> = []
    private var respelled = 0

    init(_ words: some Sequence<some StringProtocol>) { add(words) }

    /// Adds further words; a word that is there in any case of letters counts once.
    mutating func add(_ words: some Sequence<some StringProtocol>) {
        for word in words {
            let name = trimmed(word)
            guard !name.isEmpty else { continue }
            // A list of tags, as in front matter, may have blanks inside a tag; here a blank would end it.
            let joined = name.split(whereSeparator: \.isWhitespace).joined(separator: "-")
            guard let tag = Tag(joined) else {
                refused.insert(joined)
                continue
            }
            guard seen.insert(tag).inserted else { continue }
            if joined != name { respelled += 1 }
            tags.append(tag)
        }
    }

    /// At most `Limits.tags`, the first ones, sorted; what is left out is added to `changes`.
    func taken(_ changes: inout [ImportChange]) -> [Tag] {
        if !refused.isEmpty { changes.append(.tagsRefused(refused.count)) }
        if respelled > 0 { changes.append(.tagsRespelled(respelled)) }
        if tags.count > Limits.tags { changes.append(.tagsOverLimit(tags.count - Limits.tags)) }
        return tags.prefix(Limits.tags).sorted()
    }
}
