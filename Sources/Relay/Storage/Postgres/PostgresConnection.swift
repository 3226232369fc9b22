import CPostgres
import SQLite

/// One connection to PostgreSQL, with its prepared statements.
@safe
final class PostgresConnection: RelayConnection {
    private let connection: OpaquePointer
    private var prepared: Set<String> = []

    /// Connects. Throws `noLibrary`, or `refused` with PostgreSQL's message.
    init(_ address: String) throws(RelayStorageError) {
        var opened: OpaquePointer?
        var reason = [CChar](repeating: 0, count: 512)
        let code = unsafe reason.withUnsafeMutableBufferPointer { reason in
            unsafe cpostgres_connect(address, &opened, reason.baseAddress, reason.count)
        }
        guard Int(code) != CPOSTGRES_NO_LIBRARY else { throw .noLibrary }
        guard Int(code) == CPOSTGRES_OK, let opened = unsafe opened else {
            let words = reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw .refused(String(decoding: words, as: UTF8.self).split(separator: "\n").joined(separator: "; "))
        }
        unsafe connection = opened
    }

    deinit { unsafe cpostgres_close(connection) }

    /// Runs statements without values, separated by semicolons.
    func execute(_ script: String) throws(RelayStorageError) { try check(unsafe cpostgres_execute(connection, script)) }

    func rows(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> [RelayRow] {
        let rows = try result(statement, values)
        return (0..<rows.count).map { RelayRow(rows.cells($0)) }
    }

    func run(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> Int {
        try result(statement, values).changed
    }

    private func result(_ statement: RelayStatement, _ values: [Value]) throws(RelayStorageError) -> PostgresRows {
        if !prepared.contains(statement.name) {
            try check(unsafe cpostgres_prepare(connection, statement.name, statement.sql))
            prepared.insert(statement.name)
        }
        var rows: OpaquePointer?
        let code = unsafe PostgresValues(values).lend {
            unsafe cpostgres_run(connection, statement.name, Int32(values.count), $0, $1, &rows)
        }
        try check(code)
        guard let rows = unsafe rows else { throw .unavailable }
        return unsafe PostgresRows(rows)
    }

    private func check(_ code: Int32) throws(RelayStorageError) {
        switch Int(code) {
        case CPOSTGRES_OK: return
        case CPOSTGRES_REFUSED: throw RelayStorageError(sqlState: unsafe String(cString: cpostgres_code(connection)))
        default: throw .unavailable
        }
    }
}

extension RelayStorageError {
    /// Classifies a PostgreSQL error code (https://www.postgresql.org/docs/15/errcodes-appendix.html).
    init(sqlState code: String) {
        switch code {
        // Serialization failure, deadlock; in compatible databases also "try again".
        case "40001", "40P01", "40003": self = .conflict
        // Two transactions have inserted the same row.
        case "23505": self = .conflict
        case "53100": self = .full
        case "XX001", "XX002": self = .damaged
        // Shutting down, starting up, too many connections, read-only after a failover, connection lost.
        case "57P01", "57P02", "57P03", "53300", "25006", "55P03", "57014": self = .unavailable
        case _ where code.hasPrefix("08"): self = .unavailable
        default: self = .failed("PostgreSQL \(code)")
        }
    }
}

@safe
private final class PostgresRows {
    private let rows: OpaquePointer

    init(_ rows: OpaquePointer) { unsafe self.rows = rows }

    deinit { unsafe cpostgres_free(rows) }

    var count: Int { Int(unsafe cpostgres_row_count(rows)) }
    var changed: Int { unsafe cpostgres_changed(rows) }

    func cells(_ row: Int) -> [Value] {
        unsafe (0..<cpostgres_column_count(rows)).map { cell(Int32(row), $0) }
    }

    private func cell(_ row: Int32, _ column: Int32) -> Value {
        var start: UnsafePointer<UInt8>?
        var count = 0
        let kind = Int(unsafe cpostgres_value(rows, row, column, &start, &count))
        guard kind != CPOSTGRES_NULL else { return .null }
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        switch kind {
        case CPOSTGRES_INT8, CPOSTGRES_INT4:
            // Four or eight bytes, big-endian, two's complement.
            let isNegative = bytes.first.map { $0 >= 0x80 } ?? false
            return .int(bytes.reduce(isNegative ? -1 : 0) { $0 << 8 | Int64($1) })
        case CPOSTGRES_TEXT: return .text(String(decoding: bytes, as: UTF8.self))
        default: return .blob(bytes)
        }
    }
}

/// Values in libpq's form: a pointer and a length for each.
private struct PostgresValues {
    private let bytes: [UInt8]
    private let places: [Range<Int>?]

    init(_ values: [Value]) {
        var bytes: [UInt8] = []
        var places: [Range<Int>?] = []
        bytes.reserveCapacity(values.reduce(0) { $0 + PostgresValues.size($1) })
        for value in values {
            let start = bytes.count
            switch value {
            case .null:
                places.append(nil)
                continue
            case .int(let number):
                for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
            case .text(let text): bytes += text.utf8
            case .blob(let blob): bytes += blob
            }
            places.append(start..<bytes.count)
        }
        // Empty values need an address too.
        bytes.append(0)
        (self.bytes, self.places) = (bytes, places)
    }

    private static func size(_ value: Value) -> Int {
        switch value {
        case .null: 0
        case .int: 8
        case .text(let text): text.utf8.count
        case .blob(let blob): blob.count
        }
    }

    func lend(_ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?) -> Int32) -> Int32 {
        let lengths = places.map { Int32($0?.count ?? 0) }
        return unsafe bytes.withUnsafeBytes { all in
            guard let base = unsafe all.baseAddress?.assumingMemoryBound(to: CChar.self) else { return body(nil, nil) }
            let pointers: [UnsafePointer<CChar>?] = unsafe places.map { place in unsafe place.map { unsafe base + $0.lowerBound }
            }
            return unsafe pointers.withUnsafeBufferPointer { pointers in
                unsafe lengths.withUnsafeBufferPointer { unsafe body(pointers.baseAddress, $0.baseAddress) }
            }
        }
    }
}
