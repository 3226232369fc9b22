import Foundation
import Journal
import Ledger
import Records
import SQLite
import SeededChance
import Store

/// Where a store of a test lives: both kinds must behave alike.
enum Place: CaseIterable {
    case memory, file
}

/// A store of its own for one test; its folder is gone with it.
final class ScratchStore {
    private let files = PassingFolder("store")
    let place: Place
    private(set) var store: Store

    /// 32 bytes of key and 16 of salt.
    static let key: [UInt8] = Array(101...148)

    init(_ place: Place) throws {
        self.place = place
        store =
            switch place {
            case .memory: try Store.inMemory()
            case .file: try ScratchStore.open(.file(files.path + "/journal.db", mustExist: false))
            }
    }

    init(copyOf other: ScratchStore) throws {
        place = .file
        let path = files.path + "/journal.db"
        try Data().write(to: URL(fileURLWithPath: path))
        try unsafe ScratchStore.key.withUnsafeBytes { try unsafe other.store.copy(to: path, key: $0) }
        store = try ScratchStore.open(.file(path, mustExist: true))
    }

    var folder: String { files.path }

    static func open(_ location: Connection.Location) throws -> Store {
        try unsafe key.withUnsafeBytes { try unsafe Store(location, key: $0) }
    }

    var path: String { folder + "/journal.db" }

    /// Closes the store and opens it again; one in memory stays as it is.
    func reopen() throws {
        guard place == .file else { return }
        store = try Store.inMemory()
        store = try ScratchStore.open(.file(path, mustExist: true))
    }

    /// Looks at the tables from outside; only for a file.
    func connection() throws -> Connection {
        try unsafe ScratchStore.key.withUnsafeBytes { try unsafe Connection(.file(path, mustExist: true), key: $0) }
    }

    /// The bytes of the file, with everything in it.
    func settledBytes() throws -> [UInt8] {
        try store.walCheckpoint()
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Puts these bytes into another file of the folder.
    func place(_ bytes: [UInt8], as name: String) throws -> String {
        for side in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder + "/" + name + side) }
        try Data(bytes).write(to: URL(fileURLWithPath: folder + "/" + name))
        return folder + "/" + name
    }

    /// Changes one byte of a file of the folder for as long as the closure runs.
    func flipping<T>(_ bit: UInt8 = 1, at offset: Int, of path: String, _ body: () throws -> T) throws -> T {
        func flip() throws {
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(offset))
            let byte = try file.read(upToCount: 1)?.first ?? 0
            try file.seek(toOffset: UInt64(offset))
            try file.write(contentsOf: [byte ^ bit])
        }
        try flip()
        let result = Result { try body() }
        try flip()
        return try result.get()
    }

    func take(_ list: some Sequence<Written>) throws {
        try store.write { writer in
            for written in list { try writer.append(written.operation, payload: written.payload) }
        }
    }

    /// Every projection as lines, without positions and row ids, which depend on the order of arrival.
    func dump() throws -> [String: [String]] {
        let database = try connection()
        let owner = "hex(j.name) || ' ' || r.kind || ' ' || hex(r.id)"
        let join = "JOIN record r USING(position) JOIN journal j ON j.id = r.journal"
        let queries = [
            "record": "SELECT \(owner) || ' ' || CAST(r.state AS TEXT) FROM record r JOIN journal j ON j.id = r.journal",
            "revision": """
            SELECT hex(j.name) || ' ' || v.kind || ' ' || hex(v.id) || ' ' || field || ' ' || stamp || ' ' || hex(device) || ' ' ||
            CAST(content AS TEXT) FROM revision v JOIN journal j ON j.id = v.journal
            """,
            "entry":
                "SELECT \(owner) || ' ' || day || ' ' || month_day || ' ' || coalesce(mood, '-') || ' ' || starred FROM entry e \(join)",
            "tag": "SELECT \(owner) || ' ' || t.name FROM tag t \(join)",
            "deleted": "SELECT \(owner) || ' ' || since FROM deleted d \(join)",
            "journal": "SELECT hex(name) FROM journal",
            "strays": """
            SELECT 'entry' FROM entry WHERE position NOT IN (SELECT position FROM record) UNION ALL
            SELECT 'tag' FROM tag WHERE position NOT IN (SELECT position FROM entry) UNION ALL
            SELECT 'deleted' FROM deleted WHERE position NOT IN (SELECT position FROM record) OR position IN (SELECT position FROM entry)
            UNION ALL SELECT 'journal' FROM entry e JOIN record r USING(position) WHERE e.journal <> r.journal
            """,
        ]
        var dump = try queries.mapValues { try database.all($0) { $0.text(0) }.sorted() }
        try database.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'words', 'instance')")
        dump["words"] = try database.all(
            """
            SELECT v.term || ' ' || v.offset || ' ' || coalesce(hex(j.name) || ' ' || hex(r.id), 'stray') FROM temp.vocabulary v
            LEFT JOIN entry e ON e.position = v.doc LEFT JOIN record r ON r.position = e.position LEFT JOIN journal j ON j.id = r.journal
            """
        ) { $0.text(0) }.sorted()
        return dump
    }

    /// What the reading functions say of everything, whatever the order among equals.
    func answers(of ids: [RecordID]) throws -> [String] {
        let listed = try store.entries(Selection())
        var lines = listed.list.map { "entry \($0.entry.instant.milliseconds) \($0)" }.sorted()
        lines.append("unreadable \(listed.unreadable)")
        for word in ["rain*", "walk", "\"long walk\"", "-walk", "tag:dog", "mood:sad", "is:starred", "café -rain"] {
            let query = try SearchQuery.parse(word, today: Given.today)
            lines += try store.entries(Selection(query: query)).list.map { "\(word): \($0.id)" }.sorted()
            lines.append("\(word): \(try store.entryCount(Selection(query: query)))")
        }
        lines += try store.deletedEntries(since: .min).map { "deleted \($0)" }
        lines += try store.tags().map { "tag \($0)" }
        lines += try ["attachment", "dream", "entry"].flatMap { try store.records(kind: $0) }.map {
            "\($0.id) \($0.journal) \($0.state.values.sorted { $0.key < $1.key })"
        }.sorted()
        for id in ids {
            let entry = try? store.entry(id)
            lines.append("\(id) \(String(describing: entry))")
            for field in ["text", "mood", "gone", "weather"] {
                let versions = FieldHistory.versions(of: try store.writes(of: field, record: id, kind: "entry"))
                lines += versions.map { "\(id) \(field) \($0.write.name) \($0.write.value) \($0.isCurrent) \($0.isConcurrent)" }
            }
        }
        lines.append("days \(String(describing: try store.days()))")
        lines.append("counts \(try store.entryCount()) \(try store.operationCount())")
        return lines
    }
}
