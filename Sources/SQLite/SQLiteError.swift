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
    /// The file cannot be opened or made.
    case cannotOpen
    /// A rule of the schema refused the change.
    case constraint(code: Int32)
    /// The operating system failed to read or write.
    case io(code: Int32)
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
        default: self = .failed(code: code)
        }
    }
}
