import CSQLCipher

/// The bound of the work on another program's file: steps of SQLite's virtual machine and accesses to pages. They are counted, not
/// timed, so that a file that is read once can always be read.
@safe
final class ForeignWork {
    private let database: OpaquePointer
    private var steps: Int64 = 0
    private var mostSteps: Int64 = 200_000
    private var mostPages: Int64 = 100_000
    var isAsked: @Sendable () -> Bool = { false }

    /// After how many steps the bound is checked.
    private static let interval: Int64 = 2000

    /// SQLite's limits of lengths and depths, https://sqlite.org/c3ref/c_limit_attached.html: a value, one statement of a schema,
    /// its columns and expressions; nothing is attached.
    static let lengths: [(kind: Int32, most: Int32)] = [
        (SQLITE_LIMIT_LENGTH, 64 << 20), (SQLITE_LIMIT_SQL_LENGTH, 64 << 10), (SQLITE_LIMIT_COLUMN, 2000),
        (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 4), (SQLITE_LIMIT_VDBE_OP, 100_000),
        (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]

    init(_ database: OpaquePointer) { unsafe self.database = database }

    /// Begins to count. This object must live as long as the connection.
    func watch() {
        let own = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(
            database, Int32(ForeignWork.interval),
            { context in
                guard let context = unsafe context else { return 1 }
                let work = unsafe Unmanaged<ForeignWork>.fromOpaque(context).takeUnretainedValue()
                return work.goesOn() ? 0 : 1
            }, own)
        unsafe sqlite3_set_authorizer(database, { _, action, name, _, _, _ in unsafe ForeignWork.permits(action, name) }, nil)
    }

    /// Makes room for a file of so many bytes. Each value has at least one byte; each row needs a few steps for each value, and is
    /// read a few times.
    func extend(forBytes size: Int64) {
        mostSteps = 1_000_000 + size.multipliedReportingOverflow(by: 64).partialValue
        mostPages = 100_000 + size.multipliedReportingOverflow(by: 4).partialValue
    }

    private func goesOn() -> Bool {
        steps += ForeignWork.interval
        let pages = unsafe Connection.pages(of: database)
        return steps <= mostSteps && pages <= mostPages && !isAsked()
    }

    /// What a statement may do: read tables, and ask which columns they have.
    private static func permits(_ action: Int32, _ name: UnsafePointer<CChar>?) -> Int32 {
        switch action {
        case SQLITE_SELECT, SQLITE_READ: SQLITE_OK
        case SQLITE_PRAGMA:
            ["table_info", "page_count", "page_size"].contains(unsafe pragma(name)) ? SQLITE_OK : SQLITE_DENY
        default: SQLITE_DENY
        }
    }

    private static func pragma(_ name: UnsafePointer<CChar>?) -> String {
        guard let name = unsafe name else { return "" }
        return unsafe String(cString: name)
    }
}
