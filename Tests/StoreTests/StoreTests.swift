import Foundation
import Journal
import Ledger
import Records
import SQLite
import Store
import Testing

@Suite struct StoreTests {
    @Test(arguments: Place.allCases)
    func `what was written is there when it is opened again`(place: Place) throws {
        let scratch = try ScratchStore(place)
        #expect(try scratch.store.entryCount() == 0 && scratch.store.journals().isEmpty && scratch.store.days() == nil)
        var chronicle = Chronicle()
        chronicle.write([])
        chronicle.set(Given.id(1), Given.entry("Rain.", mood: "sad", tags: ["Walk"], starred: true).fields)
        try scratch.take(chronicle.written)
        try scratch.reopen()
        let stored = try #require(try scratch.store.entry(Given.id(1)))
        #expect(stored.entry == Given.entry("Rain.", mood: "sad", tags: ["Walk"], starred: true))
        #expect(stored.id == Given.id(1) && stored.journal == chronicle.journals[0] && stored.deleted == nil)
        #expect(stored.created == chronicle.wall && stored.modified == chronicle.wall && stored.attachments.isEmpty)
        #expect(try scratch.store.journals() == chronicle.journals)
        var bytes: [[UInt8]] = []
        try scratch.store.eachOperation { id, operation, _ in
            #expect(id == bytes.count + 1)
            bytes.append(operation)
            return true
        }
        #expect(bytes == chronicle.written.map(\.operation.bytes))
    }

    @Test func `a stored record has the one text of its JSON`() throws {
        let scratch = try ScratchStore(.memory)
        var chronicle = Chronicle()
        chronicle.set(
            Given.id(1),
            Given.entry("a \"quoted\"\nline \u{1}", tags: ["b"]).fields.merging(
                ["é": 1, "e\u{301}z": nil, "Z": [1, ["b": 2, "a": 1]], "\u{10000}": true, "\u{FFFD}": "x"]) { $1 })
        chronicle.set(Given.id(1), ["text": "changed", "Z": "later"])
        try scratch.take(chronicle.written)
        var count = 0
        try scratch.store.eachStoredRecord { _, _, _, state in
            count += 1
            #expect((try? JSON(reading: state))?.bytes == state, "\(String(decoding: state, as: UTF8.self))")
        }
        #expect(count == 1)
    }

    @Test func `entering thousands leaves the words as they would be, and nothing in the index's settings`() throws {
        let scratch = try ScratchStore(.file)
        let settings = { try scratch.connection().all("SELECT k, v FROM words_config ORDER BY k") { [$0.text(0), $0.text(1)] } }
        let before = try settings()
        var chronicle = Chronicle()
        // More than is held back at once.
        let long = String(repeating: "drop ", count: 500)
        for number in 1...1_200 { chronicle.set(Given.id(number), Given.entry("Rain \(number). " + long).fields) }
        #expect(throws: CancellationError.self) {
            try scratch.store.write { writer in
                for each in chronicle.written { try writer.append(each.operation, payload: each.payload) }
                throw CancellationError()
            }
        }
        #expect(try settings() == before)
        try scratch.take(chronicle.written)
        #expect(try settings() == before)
        let found = try scratch.connection().first("SELECT count(*) FROM words('rain')") { $0.int(0) }
        #expect(found == 1_200)
    }

    @Test func `an entry is found by its words in the transaction that brings it, and not by those it has lost`() throws {
        let scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("Rain.").fields)
        chronicle.set(Given.id(2), Given.entry("Rain and snow.").fields)
        chronicle.set(Given.id(1), ["text": "Sun."])
        let written = chronicle.written
        let store = scratch.store
        func count(_ word: String) throws -> Int {
            var query = SearchQuery()
            query.terms = [.init(word)]
            let (counted, listed) = (try store.entryCount(Selection(query: query)), try store.entries(Selection(query: query)))
            #expect(counted == listed.list.count)
            return counted
        }
        try store.write { writer in
            for each in written.prefix(2) { try writer.append(each.operation, payload: each.payload) }
            #expect(try count("rain") == 2)
            for each in written.dropFirst(2) { try writer.append(each.operation, payload: each.payload) }
            #expect(try (count("rain"), count("sun")) == (1, 1))
        }
        #expect(try (count("rain"), count("sun"), count("snow")) == (1, 1, 1))
    }

    @Test(arguments: [2, 9999, -1]) func `a database of another version is refused and stays as it is`(version: Int) throws {
        let scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("a").fields)
        try scratch.take(chronicle.written)
        try scratch.connection().execute("PRAGMA user_version=\(version)")
        let before = try scratch.settledBytes()
        let locations: [Connection.Location] = [
            .file(scratch.path, mustExist: false), .file(scratch.path, mustExist: true), .still(scratch.path),
        ]
        for location in locations {
            #expect(throws: StoreError.newerVersion(version)) { try ScratchStore.open(location) }
        }
        #expect(try scratch.settledBytes() == before)
        try scratch.connection().execute("PRAGMA user_version=1")
        try scratch.reopen()
        #expect(try scratch.store.entryCount() == 1)
    }

    @Test func `the list of tables fits the first page, which a repair lends`() throws {
        let files = try ScratchStore(.file)
        let path = files.folder + "/bare.db"
        let bare = try unsafe ScratchStore.key.withUnsafeBytes {
            try unsafe Store(.file(path, mustExist: false), key: $0, isBare: true)
        }
        try bare.grow(toPages: 1)
        let connection = try unsafe ScratchStore.key.withUnsafeBytes {
            try unsafe Connection(.file(path, mustExist: true), key: $0)
        }
        // Each table and index of an empty database has one page, and the list of them has the first.
        let roots = try connection.first("SELECT count(*) FROM sqlite_schema WHERE rootpage > 0") { $0.int(0) }
        #expect(try connection.first("PRAGMA page_count") { $0.int(0) } == roots.map { $0 + 1 })
        // A database in use has them on the same pages.
        let places = "SELECT name || ' ' || rootpage FROM sqlite_schema WHERE rootpage > 0 AND name <> 'filler'"
        let used = try files.connection().all(places) { $0.text(0) }
        #expect(try connection.all(places) { $0.text(0) }.allSatisfy(used.contains))
    }

    @Test(arguments: [0, 1])
    func `a database that must be there and is empty is damage and is not made anew`(count: Int) throws {
        let scratch = try ScratchStore(.file)
        let path = try scratch.place([UInt8](repeating: 0, count: count), as: "emptied.db")
        #expect(throws: SQLiteError.self) { try ScratchStore.open(.file(path, mustExist: true)) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count == count)
        #expect(throws: SQLiteError.cannotOpen) { try ScratchStore.open(.file(scratch.folder + "/none.db", mustExist: true)) }
        #expect(!FileManager.default.fileExists(atPath: scratch.folder + "/none.db"))
    }

    @Test func `another key does not open it`() throws {
        let scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), Given.entry("a").fields)
        try scratch.take(chronicle.written)
        _ = try scratch.settledBytes()
        let error = #expect(throws: SQLiteError.self) {
            let key = [UInt8](repeating: 1, count: 48)
            _ = try unsafe key.withUnsafeBytes { try unsafe Store(.file(scratch.path, mustExist: true), key: $0) }
        }
        if case .damaged = error {} else { Issue.record("\(String(describing: error))") }
    }

    @Test(arguments: Place.allCases)
    func `a transaction that throws leaves nothing of log, records, words and clock`(place: Place) throws {
        struct Refusal: Error {}
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        let first = chronicle.set(Given.id(1), Given.entry("walk").fields)
        let second = chronicle.set(Given.id(2), Given.entry("walk", tags: ["x"]).fields)
        let third = chronicle.set(Given.id(1), ["text": "rain"])
        try scratch.take([first])
        let stamp = try scratch.store.write { try $0.tick(wallMilliseconds: chronicle.wall) }
        let answers = try scratch.answers(of: [Given.id(1), Given.id(2)])
        #expect(throws: Refusal.self) {
            try scratch.store.write { writer in
                try writer.append(second.operation, payload: second.payload)
                try writer.append(third.operation, payload: third.payload)
                _ = try writer.tick(wallMilliseconds: chronicle.wall + 1000)
                throw Refusal()
            }
        }
        #expect(try scratch.answers(of: [Given.id(1), Given.id(2)]) == answers)
        #expect(try scratch.store.write { try $0.tick(wallMilliseconds: chronicle.wall) }.rawValue == stamp.rawValue + 1)
        try scratch.take([second, third])
        #expect(try scratch.store.entry(Given.id(1))?.entry.text == "rain")
    }

    @Test(arguments: Place.allCases)
    func `a place on a chain is given once`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var (chronicle, other) = (Chronicle(), Chronicle())
        let first = chronicle.set(Given.id(1), Given.entry("first").fields)
        let fork = other.set(Given.id(1), Given.entry("fork").fields)
        try scratch.take([first])
        for again in [first, fork] {
            let error = #expect(throws: SQLiteError.self) { try scratch.take([again]) }
            if case .constraint = error {} else { Issue.record("\(String(describing: error))") }
        }
        #expect(try scratch.store.entry(Given.id(1))?.entry.text == "first")
        #expect(try scratch.store.operationCount() == 1)
    }

    @Test(arguments: Place.allCases)
    func `the next place follows the last operation of this device in this journal`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle(journals: 2, devices: 2)
        chronicle.set(Given.id(1), ["a": 1])
        let last = chronicle.set(Given.id(1), ["a": 2])
        let elsewhere = chronicle.set(Given.id(1), ["a": 3], journal: 1, device: 0)
        try scratch.take(chronicle.written)
        let (journals, devices) = (chronicle.journals, chronicle.devices)
        func next(_ journal: Int, _ device: Int) throws -> (UInt64, [UInt8]) {
            let place = try scratch.store.write { try $0.nextPlace(journal: journals[journal], device: devices[device]) }
            return (place.position, place.previous)
        }
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(try next(0, 0) == (3, last.operation.hash) && next(1, 0) == (2, elsewhere.operation.hash))
        #expect(try next(0, 1) == (1, zeros) && next(1, 1) == (1, zeros))
    }

    @Test(arguments: Place.allCases)
    func `stamps rise over openings though the clock goes back`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var last = Stamp.zero
        for wall in [1000, 1000, 5, -1, .min, 2000, 0, 1 << 48 - 1, 0] as [Int64] {
            let stamp = try scratch.store.write { try $0.tick(wallMilliseconds: wall) }
            #expect(last < stamp)
            last = stamp
            try scratch.reopen()
        }
    }

    @Test(arguments: Place.allCases)
    func `kinds and fields of a newer version survive`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        // As deep as a payload can be.
        let deep = (0..<59).reduce(JSON.int(1)) { inner, _ in [inner] }
        let strange: [String: JSON] = [
            "weather": ["sky": [nil, .double(1.5), "clear"]], "ünknown \"field\"": .int(.min), "deep": deep, "": "",
        ]
        chronicle.set(Given.id(1), Given.entry("a").fields.merging(strange) { $1 })
        chronicle.set(Given.id(2), strange, kind: "dream of 2031")
        chronicle.set(Given.id(1), ["text": "b"])
        chronicle.set(Given.id(1), ["weather": "rain", "deep": 0])
        chronicle.set(Given.id(1), ["deep": deep])
        try scratch.take(try chronicle.written.map { Written(operation: $0.operation, payload: try Given.open($0.operation)) })
        _ = try scratch.store.rebuild(open: Given.open)
        try scratch.reopen()
        let state = try #require(try scratch.store.state(of: Given.id(1), kind: "entry"))
        #expect(state["weather"] == "rain" && state["deep"] == deep && state["text"] == "b" && state[""] == "")
        #expect(state["ünknown \"field\""] == .int(.min))
        let dreams = try scratch.store.records(kind: "dream of 2031")
        #expect(dreams.map(\.id) == [Given.id(2)] && dreams.first?.state.values == strange)
        #expect(try scratch.store.writes(of: "deep", record: Given.id(1), kind: "entry").map(\.value).contains(deep))
        #expect(try scratch.store.entry(Given.id(1))?.entry.text == "b" && scratch.store.entryCount() == 1)
    }

    @Test(arguments: Place.allCases)
    func `records of one name in two journals and of two kinds are apart`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle(journals: 2)
        let id = Given.id(1)
        chronicle.set(id, Given.entry("mine", tags: ["a"]).fields, journal: 0)
        chronicle.set(id, Given.entry("ours", tags: ["b"]).fields, journal: 1)
        chronicle.set(id, ["name": "picture"], kind: "attachment", journal: 0)
        chronicle.set(id, ["text": "ours, changed"], journal: 1)
        try scratch.take(chronicle.written)
        let texts = try scratch.store.entries(Selection()).list.map(\.entry.text)
        #expect(Set(texts) == ["mine", "ours, changed"])
        #expect(try scratch.store.entries(Selection(journals: [chronicle.journals[0]])).list.map(\.entry.text) == ["mine"])
        #expect(
            try scratch.store.entries(Selection(journals: [chronicle.journals[1]])).list.map(\.entry.text) == ["ours, changed"])
        #expect(try scratch.store.entryCount(journal: chronicle.journals[1]) == 1)
        #expect(try scratch.store.entryCount(journal: JournalID(firstBytesOf: [UInt8](repeating: 0, count: 16))) == 0)
        // Where no journal is named, the first counts, in the history too.
        #expect(try scratch.store.entry(id)?.entry.text == "mine")
        #expect(try scratch.store.writes(of: "text", record: id, kind: "entry").map(\.value) == ["mine"])
        #expect(try scratch.store.entryIDs(in: id...id, limit: 5) == [id])
        func state(_ kind: String, _ journal: Int) throws -> RecordState {
            try scratch.store.write { try $0.state(of: id, kind: kind, journal: chronicle.journals[journal]) }
        }
        #expect(try state("entry", 1)["text"] == "ours, changed" && state("attachment", 0)["name"] == "picture")
        #expect(try state("attachment", 1).fields.isEmpty && state("none", 0).fields.isEmpty)
        chronicle.set(id, ["gone": true], journal: 0)
        try scratch.take(chronicle.written.suffix(1))
        #expect(try scratch.store.entries(Selection()).list.map(\.entry.text) == ["ours, changed"])
    }

    @Test(arguments: Place.allCases)
    func `other records come in the order of time`(place: Place) throws {
        let scratch = try ScratchStore(place)
        var chronicle = Chronicle()
        chronicle.set(Given.id(1), ["name": "late", "instant": 5000], kind: "dream")
        chronicle.set(Given.id(2), ["name": "early", "instant": -5000], kind: "dream")
        chronicle.set(Given.id(3), ["name": "now"], kind: "dream")
        chronicle.set(Given.id(4), ["name": "other"], kind: "attachment")
        chronicle.set(Given.id(5), ["name": "far", "instant": .int(.max)], kind: "dream")
        chronicle.set(Given.id(6), [:], kind: "dream")
        try scratch.take(chronicle.written)
        let names = try scratch.store.records(kind: "dream").map { $0.state["name"] }
        #expect(names == ["early", nil, "late", "now", "far"])
        #expect(try scratch.store.records(kind: "entry").isEmpty && scratch.store.records(kind: "none").isEmpty)
    }

    @Test func `nothing of an entry stands in clear in any file`() throws {
        let scratch = try ScratchStore(.file)
        var chronicle = Chronicle()
        for number in 0..<60 {
            chronicle.set(
                Given.id(number), Given.entry("Pepys saw the plague \(number)", mood: "melancholy", tags: ["theatre"]).fields,
                journal: 0)
        }
        // The log's bodies are sealed in earnest; here they are not, so that only the database hides them.
        try scratch.take(chronicle.written)
        _ = try scratch.store.hits(Selection(query: SearchQuery.parse("plague", today: Given.today)))
        let words = ["Pepys", "plague", "melancholy", "theatre", "2026-03-14", "Europe/Vienna", "starred", "entry"]
        for settled in [false, true] {
            if settled { try scratch.store.walCheckpoint() }
            for name in try FileManager.default.contentsOfDirectory(atPath: scratch.folder) {
                let content = try Data(contentsOf: URL(fileURLWithPath: scratch.folder + "/" + name))
                for word in words {
                    for encoding in [String.Encoding.utf8, .utf16LittleEndian] {
                        #expect(content.firstRange(of: try #require(word.data(using: encoding))) == nil, "\(word) in \(name)")
                    }
                }
            }
        }
    }
}
