import Foundation
import Journal
import Ledger
import Records
import SQLite
import Store
import Testing

/// Search in the writing of other languages: what is found is marked, and excluding it leaves it out.
@Suite struct SearchLanguageTests {
    private func scratch(_ texts: [String], in place: Place = .memory) throws -> ScratchStore {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        for (number, text) in texts.enumerated() {
            var fields = Given.entry(text, mood: "müde", tags: ["Café"]).fields
            fields["instant"] = .int(Given.noon.milliseconds - Int64(number))
            chronicle.set(Given.id(number), fields)
        }
        try scratch.take(chronicle.written)
        return scratch
    }

    private func finds(_ text: String, _ typed: String) throws -> Bool {
        let store = try scratch([text]).store
        let query = try SearchQuery.parse(typed, today: Given.today)
        let hits = try store.hits(Selection(query: query)).list
        #expect(try store.entryCount(Selection(query: query)) == hits.count, "\(typed) in \(text)")
        if let hit = hits.first {
            #expect(hit.snippet.contains { $0.isMatch }, "\(typed) is marked in \(text)")
            #expect(hit.snippet.map(\.text).joined() == text)
        }
        let others = try store.entries(Selection(query: .parse("-" + typed, today: Given.today))).list
        #expect(others.count == 1 - hits.count, "-\(typed) in \(text)")
        return !hits.isEmpty
    }

    @Test(arguments: [
        // Scripts without blanks, and other letters among them
        ("今日MRI検査を受けた", "MRI"), ("今日MRI検査を受けた", "mri"), ("今日MRI検査を受けた", "検査"), ("今日MRI検査を受けた", "今日MRI検査"),
        ("今日 MRI 検査", "MRI検査"), ("今日ＭＲＩ検査", "MRI"), ("头痛很厉害", "头痛"), ("头痛很厉害", "厉害"), ("ไปตรวจMRIที่โรงพยาบาล", "MRI"),
        ("ไปตรวจMRIที่โรงพยาบาล", "โรงพยาบาล"), ("ຂ້ອຍເຈັບຫົວ", "ເຈັບ"), ("ខ្ញុំឈឺក្បាល", "ឈឺ"), ("病院へ、行った", "\"病院へ、行った\""),
        ("서울병원에 갔다", "병원"), ("3月14日", "14"), ("頭痛7/10", "7"),
        // One letter in two forms
        ("\u{1112}\u{1161}\u{11AB}국", "한국"), ("한국", "\u{1112}\u{1161}\u{11AB}국"), ("カ\u{3099}ン", "ガン"), ("ガン", "カ\u{3099}ン"),
        ("ｶﾞﾝ検診", "ガン"), ("ガン検診", "ｶﾞﾝ"), ("ﬁeber", "fieber"), ("１２３", "123"), ("Å", "\u{212B}"), ("e\u{301}te\u{301}", "ÉTÉ"),
        // Letters that Unicode does not take apart, and capitals
        ("łódka", "lodka"), ("Łódź", "ŁODZ"), ("søvn", "sovn"), ("đau đầu", "dau dau"), ("ağrı", "agri"), ("AĞRI", "ağrı"),
        ("İlaç", "ilac"),
        ("Straße", "strasse"), ("Strasse", "straße"), ("STRASSE", "Straße"), ("STRAẞE", "straße"), ("Straße", "STRAẞE"),
        ("œuf", "oeuf"),
        ("oeuf", "Œuf"), ("Ærø", "aero"), ("aero", "ærø"), ("þing", "thing"), ("Việt Nam", "viet nam"), ("Ὀδυσσεύς", "ΟΔΥΣΣΕΥΣ"),
        ("ёлка", "елка"), ("שָׁלוֹם", "שלום"), ("سَلَام", "سلام"), ("سلـام", "سلام"), ("हिन्दी", "हिन्दी"),
        // Emoji with a tone or a colour, or without
        ("👍🏽", "👍"), ("👍", "👍🏿"), ("great👍🏽day", "👍"), ("great👍🏽day", "day"), ("I ❤\u{FE0F} tea", "❤"), ("I ❤ tea", "❤\u{FE0F}"),
        ("👩🏽\u{200D}⚕\u{FE0F}", "👩\u{200D}⚕"), ("😀😀", "😀"), ("🇩🇪🇫🇷", "🇫🇷"), ("1\u{FE0F}\u{20E3}", "1\u{20E3}"),
        ("a ↔\u{FE0F} b", "↔"),
        ("‼\u{FE0F}", "‼"), ("© 2026", "©\u{FE0F}"), ("good👍day", "\"good day\""), ("good👍day", "good👍day"), ("👍👍 ok", "👍👍"),
    ])
    func `a word is found however it is written`(text: String, typed: String) throws {
        #expect(try finds(text, typed), "\(typed) in \(text)")
    }

    @Test(arguments: [
        ("東京、都内", "京都"), ("東京\n都内", "京都"), ("検査", "査検"), ("かき", "がき"), ("мой", "мои"), ("นม", "นา"), ("walking", "walk"),
        ("strasse", "stra"), ("👎", "👍"), ("👍 ok 👍", "👍👍"), ("日👍本", "日本"), ("🇩🇪", "🇪🇩"), ("한", "하"),
        ("1", "1\u{20E3}"), ("1\u{20E3}", "1"), ("1\u{FE0F}\u{20E3}", "1*"),
    ])
    func `another word is not found`(text: String, typed: String) throws {
        #expect(try !finds(text, typed), "\(typed) in \(text)")
    }

    @Test func `tags and moods are found in any case and with or without accents`() throws {
        let store = try scratch(["one"]).store
        for typed in ["tag:cafe", "#CAFÉ", "tag:cafe\u{301}", "mood:mude", "mood:MÜDE", "tag:café mood:mu\u{308}de"] {
            let query = try SearchQuery.parse(typed, today: Given.today)
            #expect(try store.entryCount(Selection(query: query)) == 1, "\(typed)")
            let excluded = typed.split(separator: " ").map { "-" + $0 }.joined(separator: " ")
            #expect(try store.entryCount(Selection(query: .parse(excluded, today: Given.today))) == 0, "\(excluded)")
        }
    }

    @Test func `tags that differ in an accent alone are found together, each entry once and the newest first`() throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        for (number, tags) in [["café"], ["cafe"], ["café", "cafe"], ["other"]].enumerated() {
            var fields = Given.entry("n\(number)", tags: tags).fields
            fields["instant"] = .int(Given.noon.milliseconds - Int64(number))
            chronicle.set(Given.id(number), fields)
        }
        try scratch.take(chronicle.written)
        let query = try SearchQuery.parse("tag:Cafe", today: Given.today)
        #expect(try scratch.store.entries(Selection(query: query)).list.map(\.entry.text) == ["n0", "n1", "n2"])
        #expect(try scratch.store.entries(Selection(query: query, limit: 2)).list.map(\.entry.text) == ["n0", "n1"])
    }

    @Test func `a tag in two forms of its letters is one tag`() throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("one", tags: ["café"]).fields)
        chronicle.set(Given.id(2), Given.entry("two", tags: ["cafe\u{301}"]).fields)
        try scratch.take(chronicle.written)
        #expect(try scratch.store.tags().map(\.count) == [2])
    }

    /// Leaves the index as another version of the program would have written it.
    private func age(_ scratch: ScratchStore) throws {
        let database = try unsafe ScratchStore.key.withUnsafeBytes {
            try unsafe Connection(.file(scratch.path, mustExist: true), key: $0)
        }
        try database.execute(
            """
            DROP TABLE words; CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='unicode61');
            INSERT OR REPLACE INTO device VALUES('words', 0);
            """)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    @Test func `an index of another version is rebuilt when the vault is opened`() throws {
        let scratch = try scratch(["今日MRI検査", "Łódź"], in: .file)
        let query = try SearchQuery.parse("lodz", today: Given.today)
        try scratch.reopen()
        try age(scratch)
        #expect(try scratch.store.entryCount(Selection(query: query)) == 0, "the older index does not have it")
        try scratch.reopen()
        #expect(try scratch.store.entryCount(Selection(query: query)) == 1)
        var chronicle = Chronicle(seed: 2)
        chronicle.set(Given.id(9), Given.entry("Łódka").fields)
        try scratch.take(chronicle.written)
        try scratch.reopen()
        #expect(try scratch.store.entryCount(Selection(query: .parse("lod*", today: Given.today))) == 2)
    }

    @Test func `on a disk that takes no writes an older index is rebuilt in memory`() throws {
        let scratch = try scratch(["今日MRI検査", "Łódź"], in: .file)
        try scratch.reopen()
        try age(scratch)
        let before = try Data(contentsOf: URL(fileURLWithPath: scratch.path))
        let still = try ScratchStore.open(.still(scratch.path))
        #expect(try still.entryCount(Selection(query: .parse("mri", today: Given.today))) == 1)
        #expect(try still.hits(Selection(query: .parse("lodz", today: Given.today))).list.count == 1)
        #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path)) == before)
    }
}
