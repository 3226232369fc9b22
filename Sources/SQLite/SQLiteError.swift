import CSQLCipher

/// Why the database could not do what was asked. Carries codes only: neither statements nor values.
package enum SQLiteError: Error, Hashable {
    /// A page is not what was written: its seal, or the structure behind it, does not hold.
    case damaged(code: Int32)
    /// No room left on the disk; the transaction was undone.
    case full
    /// Another process kept the database busy for too long.
    case busy
    /// The file or its folder may not be written to.
    case readOnly
    case cannotOpen
    /// A rule of the schema refused the change.
    case constraint(code: Int32)
    /// The operating system failed to read or write.
    case io(code: Int32)
    /// Work on another program's file that went beyond its bound, or was asked to stop.
    case stopped
    /// Anything else: a mistake of ours.
    case failed(code: Int32)

    /// Sorts an extended result code of SQLite (https://sqlite.org/rescode.html).
    init(code: Int32) {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(code: code)
        case SQLITE_FULL: self = .full
        case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
        case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
        case SQLITE_CANTOPEN: self = .cannotOpen
        case SQLITE_CONSTRAINT: self = .constraint(code: code)
        case SQLITE_IOERR: self = .io(code: code)
        case SQLITE_INTERRUPT: self = .stopped
        default: self = .failed(code: code)
        }
    }

    /// The same, where the code alone does not tell: asks the connection on which the call failed.
    init(code: Int32, on database: OpaquePointer) {
        switch code & 0xFF {
        case SQLITE_ERROR where unsafe SQLiteError.isWordless(database):
            // SQLCipher fails every read after a page whose seal did not hold with the bare code; SQLite's own uses of it say more.
            self = .damaged(code: code)
        case SQLITE_IOERR where unsafe sqlite3_system_errno(database) == SQLiteError.noSpaceLeft:
            // The index beside the write-ahead log could not grow.
            self = .full
        default: self.init(code: code)
        }
    }

    /// ENOSPC on Linux and macOS.
    private static let noSpaceLeft: Int32 = 28

    private static func isWordless(_ database: OpaquePointer) -> Bool {
        guard let words = unsafe sqlite3_errmsg(database), let usual = unsafe sqlite3_errstr(SQLITE_ERROR) else { return true }
        return unsafe String(cString: words) == String(cString: usual)
    }
}
