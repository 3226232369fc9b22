import Journal
import Ledger
import Records
import SeededChance
import Store
import Testing

/// A list that is read page by page, each page from behind the last entry of the one before.
@Suite struct PagingTests {
    private static let texts = ["rain", "long walk", "🌧 rain", "walk in the rain", "散歩", "quiet"]
    private static let searches = [
        nil, "rain", "rain -walk", "-rain", "wal*", "\"long walk\"", "tag:t1", "-tag:t1 rain", "mood:sad", "is:starred", "🌧",
        "散歩", "from:2026-01-20", "rain mood:sad from:2026-01-01 to:2026-03-01", "quokka",
    ]

    private func selection(_ text: String?) throws -> Selection {
        Selection(query: try text.map { try SearchQuery.parse($0, today: Given.today) } ?? SearchQuery())
    }

    private func entry(_ number: Int, _ random: inout SplitMix64) -> Entry {
        // Several share one instant, so that a page can end between them.
        let back = Int.random(in: 0..<70, using: &random)
        let day = Given.today.adding(days: -back) ?? Given.today
        return Given.entry(
            PagingTests.texts[number % PagingTests.texts.count] + " \(number)",
            instant: Given.noon.adding(milliseconds: Int64(-back) * 86_400_000), day: day,
            mood: Bool.random(using: &random) ? "sad" : nil, tags: ["t\(number % 3)"], starred: number % 5 == 0)
    }

    /// All pages of a selection; `between` runs after each.
    private func pages(
        _ selection: Selection, of size: Int, in store: Store, between: ([StoredEntry]) throws -> Void = { _ in }
    ) throws -> [[StoredEntry]] {
        var selection = selection
        selection.limit = size
        var pages: [[StoredEntry]] = []
        repeat {
            let page = try store.entries(selection).list
            pages.append(page)
            selection.after = page.last?.id
            try between(page)
        } while pages.last?.isEmpty == false
        return pages
    }

    @Test(arguments: Place.allCases)
    func `the pages of a list and of every search joined are the whole`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle(journals: 2)
        var random = SplitMix64(seed: 11)
        for number in 0..<160 { chronicle.set(Given.id(number), entry(number, &random).fields, journal: number % 2) }
        for number in stride(from: 0, to: 160, by: 9) { chronicle.set(Given.id(number), ["gone": true], journal: number % 2) }
        try scratch.take(chronicle.written)
        for search in PagingTests.searches {
            let all = try scratch.store.entries(selection(search)).list
            #expect(all.isEmpty == (search == "quokka"), "\(search ?? "")")
            for size in [1, 2, 7, 50, 500] {
                let pages = try pages(selection(search), of: size, in: scratch.store)
                #expect(pages.flatMap { $0 } == all, "\(search ?? "") by \(size)")
                #expect(pages.dropLast(2).allSatisfy { $0.count == size })
            }
            var hits = try selection(search)
            hits.after = all.dropLast().last?.id
            if hits.after != nil { #expect(try scratch.store.hits(hits).list.map(\.entry) == all.suffix(1)) }
            hits.limit = 3
            hits.after = all.first?.id
            if !all.isEmpty { #expect(try scratch.store.entries(hits).list == Array(all.dropFirst().prefix(3))) }
        }
        var ofOne = Selection(journals: [chronicle.journals[1]])
        let whole = try scratch.store.entries(ofOne).list
        ofOne.after = whole[10].id
        #expect(try scratch.store.entries(ofOne).list == Array(whole.dropFirst(11)))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `what stays is read once while entries come, go and change between the pages`(seed: UInt64) throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        var random = SplitMix64(seed: seed)
        for number in 0..<120 { chronicle.set(Given.id(number), entry(number, &random).fields) }
        try scratch.take(chronicle.written)
        for search in [nil, "rain", "tag:t1", "🌧"] {
            let before = try scratch.store.entries(selection(search)).list
            var touched: Set<RecordID> = []
            let pages = try pages(selection(search), of: 10, in: scratch.store) { page in
                let start = chronicle.written.count
                // The entry from behind which the next page is read is deleted, too.
                for gone in page.suffix(1).map(\.id) + before.shuffled(using: &random).prefix(2).map(\.id) {
                    chronicle.set(gone, ["gone": true])
                    touched.insert(gone)
                }
                for _ in 0..<3 {
                    let id = RecordID.random(using: &random)
                    chronicle.set(id, entry(1 + Int.random(in: 0..<3, using: &random) * 6, &random).fields)
                    touched.insert(id)
                }
                if let changed = before.randomElement(using: &random) {
                    chronicle.set(changed.id, ["starred": .bool(!changed.entry.starred)])
                }
                try scratch.take(chronicle.written[start...])
            }
            let read = pages.flatMap { $0 }.map(\.id)
            #expect(Set(read).count == read.count, "seed \(seed): an entry was read twice")
            let stayed = before.map(\.id).filter { !touched.contains($0) }
            #expect(read.filter { stayed.contains($0) } == stayed, "seed \(seed): an entry that stayed was passed over")
        }
    }

    @Test func `behind a name that no entry has, or that another kind has, stands nothing`() throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("a").fields)
        chronicle.set(Given.id(2), ["a": 1], kind: "dream")
        try scratch.take(chronicle.written)
        for name in [2, 3] {
            #expect(try scratch.store.entries(Selection(after: Given.id(name))).list.isEmpty)
            #expect(try scratch.store.entryCount(Selection(after: Given.id(name))) == 0)
        }
    }
}
