import SQLite

extension Store {
    /// Writes all of this database into an empty file under another key, 32 bytes and 16 of salt, which is lent. Indexes and counts come
    /// when it is opened.
    ///
    /// Its tables are made as those of every database are: `repair` finds them by their places where the first page is damaged.
    package func copy(to path: String, key: UnsafeRawBufferPointer) throws {
        // Made, and closed again.
        do { _ = try unsafe Store(.file(path, mustExist: false), key: key, isBare: true) }
        try unsafe database.copy(Schema.tables, to: path, key: key)
    }
}
