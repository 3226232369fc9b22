import Foundation
import SQLite

/// A table of another program's SQLite database, including Core Data or SwiftData: a row for each entry. `ColumnMap` selects
/// table and columns if their names do not.
///
/// The database is only read, and nothing in it is trusted: none of its views, triggers or functions are run; more work, rows or
/// bytes than its file can need mean that it is forged.
enum SQLiteTableReader: ImportReader {
    static let format = ImportFormat.sqlite

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard tree.shape == .file, let file = tree.files.first else { return false }
        return ImportError.Kind(startOf: try tree.head(of: file.path, count: 16)) == .sqlite
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        try withTable(of: tree, options) { table, size in try table.read(roomFor: size, options, take) }
    }

    static func leftovers(_ tree: SourceTree, _ options: ImportOptions) throws -> [String] {
        try withTable(of: tree, options) { table, _ in try table.leftovers() }
    }

    /// Lends the table, and the bytes of its file and log.
    private static func withTable<Value>(
        of tree: SourceTree, _ options: ImportOptions, _ body: (ForeignTable, _ size: Int64) throws -> Value
    ) throws -> Value {
        guard try recognises(tree), let path = tree.files.first.flatMap({ tree.place(of: $0.path) }) else {
            throw ImportError.notThisFormat
        }
        do {
            let log = size(path + "-wal")
            let database = try unsafe Connection(.foreign(path, isStill: log == 0 && size(path + "-journal") == 0))
            database.stopForeignWork(when: ReadingStop.isAsked)
            return try body(ForeignTable(database, options.columns), size(path) + log)
        } catch let error as SQLiteError {
            switch error {
            case .stopped:
                try ReadingStop.check()
                throw ImportError.endlessDatabase
            case .damaged, .failed, .constraint: throw ImportError.damagedDatabase
            default: throw error
            }
        }
    }

    private static func size(_ path: String) -> Int64 {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
    }
}

struct ForeignTable {
    private let database: Connection
    private let name: String
    private let names: [String]
    private let columns: TableColumns
    private let isCoreData: Bool
    /// Further tables of facts.
    private let left: [String]

    /// The named table; otherwise the only one with a text and a date, or the only one with facts and a date.
    init(_ database: Connection, _ map: ColumnMap) throws {
        self.database = database
        let tables = try ForeignTable.tables(of: database)
        if let wanted = map.table, !tables.contains(where: { $0.lowercased() == wanted.lowercased() }) {
            throw ImportError.noSuchTable(wanted, tables)
        }
        var fitting: [(name: String, names: [String], columns: TableColumns)] = []
        for table in tables where map.table.map({ $0.lowercased() == table.lowercased() }) ?? true {
            let names = try ForeignTable.columns(of: table, in: database)
            do throws(ImportError) {
                let columns = try TableColumns(names, map, isCoreData: ForeignTable.isCoreData(names))
                guard columns.isTable else { throw .noColumn(ColumnMap.Role.text.rawValue, of: names) }
                fitting.append((table, names, columns))
            } catch {
                if map.table != nil { throw error }
            }
        }
        let diaries = fitting.filter { $0.columns.hasText }
        guard let found = diaries.first ?? fitting.first, diaries.count == 1 || fitting.count == 1 else {
            throw ImportError.noTable(fitting.map(\.name))
        }
        (name, names, columns) = found
        left = fitting.map(\.name).filter { $0 != found.name }
        isCoreData = ForeignTable.isCoreData(names)
    }

    private static let mostTables = 2000

    /// The names of the real tables, sorted. A view, and a virtual table, which runs code, has no root page, whatever its SQL says.
    private static func tables(of database: Connection) throws -> [String] {
        let sql = "SELECT name FROM sqlite_schema WHERE type='table' AND rootpage>1 LIMIT \(mostTables + 1)"
        let names = try database.all(sql) { $0.text(0) }
        guard names.count <= mostTables else { throw ImportError.endlessDatabase }
        return names.filter { !$0.lowercased().hasPrefix("sqlite_") }.sorted()
    }

    /// The names of a table's columns, without generated ones; none of an entry of the schema that is no table.
    private static func columns(of table: String, in database: Connection) throws -> [String] {
        do {
            return try database.all("PRAGMA table_info(\(quoted(table)))") { $0.text(1) }
        } catch SQLiteError.failed {
            return []
        }
    }

    /// What else is in the database: other tables with rows, and columns with binary data.
    func leftovers() throws -> [String] {
        // Core Data's own bookkeeping.
        let own: Set = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
        var found = try ForeignTable.tables(of: database).filter { table in
            guard table != name, !own.contains(table) else { return false }
            do {
                return try database.first("SELECT 1 FROM \(ForeignTable.quoted(table)) NOT INDEXED LIMIT 1") { _ in true }
                    ?? false
            } catch SQLiteError.failed {
                // It cannot be read, and may hold something.
                return true
            }
        }
        // All columns in one pass.
        var bytes: Set<Int> = []
        try database.each(selection, []) { row in
            for place in names.indices where row.kind(Int32(place)) == .blob { bytes.insert(place) }
            return true
        }
        found += bytes.sorted().filter { !columns.holds($0) }.map { name + "." + names[$0] }
        return found
    }

    private var selection: String {
        "SELECT \(names.map(ForeignTable.quoted).joined(separator: ", ")) FROM \(ForeignTable.quoted(name)) NOT INDEXED"
    }

    private static func isCoreData(_ names: [String]) -> Bool { names.contains("Z_PK") && names.contains("Z_ENT") }

    /// Hands out every row.
    ///
    /// - `roomFor`: bytes of the file; a row has at least four.
    func read(roomFor size: Int64, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        var records = try TableRecords(columns, prefix: name + ":", isCoreData: isCoreData, options) { row in
            try each(roomFor: size) { _, cells in row(cells) }
        }
        for finding in records.findings { try take(.finding(finding)) }
        if !left.isEmpty { try take(.finding(.tablesLeft(left))) }
        try each(roomFor: size) { ordinal, cells in
            let position = SourcePosition(ordinal: ordinal)
            try take(ImportItem { () throws(ImportProblem) in try records.record(cells, position) })
        }
    }

    private func each(roomFor size: Int64, _ take: (Int, [TableCell]) throws -> Void) throws {
        var (ordinal, bytes) = (0, Int64(0))
        try database.each(selection, []) { row in
            ordinal += 1
            var cells = Array(repeating: TableCell.null, count: names.count)
            for index in names.indices {
                cells[index] = ForeignTable.cell(row, Int32(index))
                bytes += Int64(cells[index].size)
            }
            guard ordinal <= size / 4 + 1, bytes <= size * 4 + (1 << 20) else { throw ImportError.damagedDatabase }
            try take(ordinal, cells)
            return true
        }
    }

    private static func cell(_ row: Row, _ index: Int32) -> TableCell {
        switch row.kind(index) {
        case .null: .null
        case .int: .int(row.int64(index))
        case .double: .double(row.double(index))
        case .text: .text(row.text(index))
        case .blob: .blob(row.blob(index))
        }
    }

    private static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}

extension TableCell {
    /// The minimum number of its bytes.
    fileprivate var size: Int {
        switch self {
        case .null: 0
        case .int, .double: 1
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }
}
