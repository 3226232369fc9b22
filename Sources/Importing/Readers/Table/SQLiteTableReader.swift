import Foundation
import SQLite

/// A table of another program's SQLite database, including Core Data or SwiftData: a row for each entry. `ColumnMap` selects
/// table and columns if their names do not.
///
/// The database is only read, and nothing in it is trusted: none of its views, triggers or functions are run; more rows or bytes
/// than its file can contain mean that it is forged.
enum SQLiteTableReader: ImportReader {
    static let format = ImportFormat.sqlite

    static func recognises(_ tree: SourceTree) throws -> Bool {
        guard tree.shape == .file, let file = tree.files.first else { return false }
        return ImportError.Kind(startOf: try tree.head(of: file.path, count: 16)) == .sqlite
    }

    static func read(_ tree: SourceTree, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
        guard try recognises(tree), let path = tree.files.first.flatMap({ tree.place(of: $0.path) }) else {
            throw ImportError.notThisFormat
        }
        do {
            let log = size(path + "-wal")
            let database = try unsafe Connection(.foreign(path, isStill: log == 0 && size(path + "-journal") == 0))
            let table = try ForeignTable(database, options.columns)
            try table.read(roomFor: size(path) + log, options, take)
        } catch let error as SQLiteError {
            switch error {
            case .damaged, .failed, .constraint: throw ImportError.damagedDatabase
            default: throw error
            }
        }
    }

    static func leftovers(_ tree: SourceTree, _ options: ImportOptions) throws -> [String] {
        guard let path = tree.files.first.flatMap({ tree.place(of: $0.path) }) else { return [] }
        let isStill = size(path + "-wal") == 0 && size(path + "-journal") == 0
        return try ForeignTable(unsafe Connection(.foreign(path, isStill: isStill)), options.columns).leftovers()
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}

/// One table of another program's database, with its columns.
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
        // Virtual tables run code, and views run SQL of whoever wrote them.
        let tables = try database.all(
            """
            SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND sql NOT LIKE 'CREATE VIRTUAL%'
            ORDER BY name LIMIT 2000
            """
        ) { $0.text(0) }
        if let wanted = map.table, !tables.contains(where: { $0.lowercased() == wanted.lowercased() }) {
            throw ImportError.noSuchTable(wanted, tables)
        }
        var fitting: [(name: String, names: [String], columns: TableColumns)] = []
        for table in tables where map.table.map({ $0.lowercased() == table.lowercased() }) ?? true {
            // Without generated columns.
            let names = try database.all("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) }
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

    /// What else is in the database: other tables with rows, and columns with binary data.
    func leftovers() throws -> [String] {
        var found: [String] = []
        // Core Data's own bookkeeping.
        let own: Set = ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"]
        let tables = try database.all(
            "SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ) {
            $0.text(0)
        }
        for table in tables where table != name && !own.contains(table) {
            let rows = try database.first("SELECT EXISTS(SELECT 1 FROM \(ForeignTable.quoted(table)))") { $0.int(0) } ?? 0
            if rows > 0 { found.append(table) }
        }
        for (place, column) in names.enumerated() where !columns.holds(place) {
            let sql =
                "SELECT EXISTS(SELECT 1 FROM \(ForeignTable.quoted(name)) WHERE typeof(\(ForeignTable.quoted(column)))='blob')"
            let holdsBytes = try database.first(sql) { $0.int(0) } ?? 0
            if holdsBytes > 0 { found.append(name + "." + column) }
        }
        return found
    }

    private static func isCoreData(_ names: [String]) -> Bool { names.contains("Z_PK") && names.contains("Z_ENT") }

    /// Hands out every row.
    ///
    /// - `roomFor`: bytes of the file; a row has at least four.
    func read(roomFor size: Int, _ options: ImportOptions, _ take: (ImportItem) throws -> Void) throws {
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

    private func each(roomFor size: Int, _ take: (Int, [TableCell]) throws -> Void) throws {
        let list = names.map(ForeignTable.quoted).joined(separator: ", ")
        var (ordinal, bytes) = (0, 0)
        try database.each("SELECT \(list) FROM \(ForeignTable.quoted(name))", []) { row in
            ordinal += 1
            var cells = Array(repeating: TableCell.null, count: names.count)
            for index in names.indices {
                cells[index] = ForeignTable.cell(row, Int32(index))
                bytes += cells[index].size
            }
            guard ordinal <= size / 4 + 1, bytes <= size * 4 + (1 << 20) else { throw ImportError.damagedDatabase }
            try take(ordinal, cells)
            return true
        }
    }

    private static func cell(_ row: Row, _ index: Int32) -> TableCell {
        switch row.kind(index) {
        case .null: .null
        case .int: .int(Int64(row.int(index)))
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
