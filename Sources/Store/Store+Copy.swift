import SQLite

extension Store {
    /// Writes all of this database into an empty file under another key, 32 bytes and 16 of salt, which is lent.
    package func copy(to path: String, key: UnsafeRawBufferPointer) throws(SQLiteError) {
        try unsafe database.copy(to: path, key: key)
    }
}
