/// Turns the items of a query into its conditions.
struct QueryReader {
    var items: ArraySlice<QueryItem>
    let today: LocalDay
    private(set) var query = SearchQuery()

    init(items: ArraySlice<QueryItem>, today: LocalDay) {
        self.items = items
        self.today = today
    }

    mutating func readAll() throws(SearchError) {
        while let item = items.first {
            if try takeDate() { continue }
            items.removeFirst()
            if let field = item.field {
                try add(item, to: field)
            } else {
                add(item)
            }
        }
    }

    /// Removes a leading date in bare words, with `in` or `on` before it; the longest one.
    private mutating func takeDate() throws(SearchError) -> Bool {
        let bare = items.prefix(8).prefix { $0.isBare }
        guard let first = bare.first else { return false }
        let lead = ["in", "on"].contains(first.text.lowercased()) ? 1 : 0
        for count in stride(from: bare.count, to: lead, by: -1) {
            let text = bare.prefix(count).dropFirst(lead).map { $0.text }.joined(separator: " ")
            guard let date = plainDate(text) else { continue }
            try narrow(to: date.days, otherReading: date.otherReading)
            items.removeFirst(count)
            return true
        }
        return false
    }

    private func plainDate(_ text: String) -> WrittenDate? {
        let words = SpokenWhen.split(text)
        guard let first = words.first, first != "of", words.last != "of" else { return nil }
        let date = try? WrittenDate.read(words.filter { $0 != "of" && $0 != "the" }, today: today)
        return date.flatMap { $0.isPlain ? $0 : nil }
    }

    private mutating func narrow(to days: ClosedRange<LocalDay>, otherReading: LocalDay?) throws(SearchError) {
        try query.narrow(from: days.lowerBound, to: days.upperBound)
        note(days.lowerBound, otherReading)
    }

    private mutating func note(_ taken: LocalDay, _ other: LocalDay?) {
        if let other { query.ambiguousDates.append(.init(taken: taken, other: other)) }
    }

    private mutating func add(_ item: QueryItem) {
        if !item.isQuoted, item.text.hasPrefix("#") || item.text.hasPrefix("@"), hasSubstance(item.text.dropFirst()),
            let tag = Tag(item.text)
        {
            if !item.isExcluded { query.tagSigns.append(tag) }
            return add(tag, isExcluded: item.isExcluded)
        }
        var text = item.text[...]
        while !item.isQuoted, text.last == "*" { text.removeLast() }
        guard hasSubstance(text) else { return }
        let isPrefix = text.endIndex < item.text.endIndex
        let form: SearchQuery.Term.Form = item.isQuoted ? .phrase : isPrefix ? .prefix : .word
        for piece in item.isQuoted ? [text] : QueryReader.split(text) where hasSubstance(piece) {
            let isLast = piece.endIndex == text.endIndex
            query.terms.append(.init(String(piece), isLast || item.isQuoted ? form : .word, isExcluded: item.isExcluded))
        }
    }

    /// A word with pictures in it: both have to occur, wherever.
    private static func split(_ text: Substring) -> [Substring] {
        func isPicture(_ character: Character) -> Bool {
            character.unicodeScalars.first.map { SearchSign($0) == .picture } ?? false
        }
        var pieces: [Substring] = []
        var start = text.startIndex
        for index in text.indices where index > start && isPicture(text[index]) != isPicture(text[text.index(before: index)]) {
            pieces.append(text[start..<index])
            start = index
        }
        return pieces + [text[start...]]
    }

    private mutating func add(_ tag: Tag, isExcluded: Bool) {
        if isExcluded { query.excludedTags.append(tag) } else { query.tags.append(tag) }
    }

    private mutating func add(_ item: QueryItem, to field: QueryItem.Field) throws(SearchError) {
        let bad = SearchError.badValue(field: field.rawValue, value: SpokenWhen.quotable(item.text))
        guard !item.text.isEmpty || field == .starred else { throw .noValue(field: field.rawValue) }
        switch field {
        case .tag:
            guard let tag = Tag(item.text) else { throw bad }
            add(tag, isExcluded: item.isExcluded)
        case .mood:
            guard let mood = Mood(item.text) else { throw bad }
            if item.isExcluded { query.excludedMoods.append(mood) } else { query.moods.append(mood) }
        case .kind:
            let kind = item.text.lowercased()
            if item.isExcluded { query.excludedKinds.append(kind) } else { query.kinds.append(kind) }
        case .is, .starred:
            guard let value = QueryReader.starred[field]?[item.text.lowercased()] else { throw bad }
            let wanted = value != item.isExcluded
            guard query.isStarred == nil || query.isStarred == wanted else { throw bad }
            query.isStarred = wanted
        case .from, .to, .on, .in:
            guard !item.isExcluded else { throw bad }
            try addDate(item.text, to: field)
        }
    }

    private mutating func addDate(_ text: String, to field: QueryItem.Field) throws(SearchError) {
        let phrase: WhenPhrase
        do throws(WhenError) {
            phrase = try WhenPhrase.parseDays(text, today: today)
        } catch {
            throw .badDate(field: field.rawValue, error)
        }
        let first = field == .to ? nil : phrase.days.lowerBound
        let last = field == .from ? nil : phrase.days.upperBound
        try query.narrow(from: first, to: last)
        note(phrase.days.lowerBound, phrase.otherReading)
    }

    private static let starred: [QueryItem.Field: [String: Bool]] = [
        .is: ["starred": true, "unstarred": false],
        .starred: ["": true, "yes": true, "true": true, "no": false, "false": false],
    ]
}
