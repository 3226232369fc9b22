import SQLite

extension Store {
    /// Copies this database into an empty file under another key, 32 bytes and 16 of salt, which is lent.
    ///
    /// Its tables are created as in every database: `repair` finds them by position if the first page is damaged.
    package func copy(to path: String, key: UnsafeRawBufferPointer) throws {
        let copy = try unsafe Store(.file(path, mustExist: false), key: key, isBare: true)
        try unsafe database.copy(Schema.tables, to: path, key: key)
        try copy.database.transaction { try copy.database.execute(Schema.derived) }
    }
}
