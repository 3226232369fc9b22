import SQLite

/// What is being typed and not saved yet, in the table `draft`, under names.
extension Store {
    /// The draft with a name; `nil` if there is none.
    package func draft(_ name: String) throws(SQLiteError) -> [UInt8]? {
        try database.first("SELECT content FROM draft WHERE name = ?", .text(name)) { $0.blob(0) }
    }

    /// The names of all drafts, in order.
    package func draftNames() throws(SQLiteError) -> [String] {
        try database.all("SELECT name FROM draft ORDER BY name") { $0.text(0) }
    }

    /// Copies the readable drafts of a damaged database that this one replaces; existing drafts stay.
    /// - Returns: how many were copied.
    package func takeOverDrafts(from old: Store) throws -> Int {
        let drafts = try old.readableDrafts()
        return try write { writer in
            var count = 0
            for (name, bytes) in drafts.sorted(by: { $0.key < $1.key }) where try self.draft(name) == nil {
                try writer.keep(draft: bytes, as: name)
                count += 1
            }
            return count
        }
    }

    /// The drafts, as far as readable. Walks the table from both ends, without its index: what is damaged there hides no row.
    private func readableDrafts() throws -> [String: [UInt8]] {
        var drafts: [String: [UInt8]] = [:]
        for order in ["rowid", "rowid DESC"] {
            // A row counts once the next one, or the end, was read: only then is it certain that its pages were intact.
            var pending: (name: String, bytes: [UInt8])?
            do {
                try database.each("SELECT name, content FROM draft ORDER BY \(order)", []) { row in
                    if let pending { drafts[pending.name] = pending.bytes }
                    pending = (row.text(0), row.blob(1))
                    return true
                }
                if let pending { drafts[pending.name] = pending.bytes }
                break
            } catch is SQLiteError {}
        }
        return drafts
    }
}

extension StoreWriter {
    /// Writes a draft, replacing the one with its name.
    package func keep(draft bytes: [UInt8], as name: String) throws(SQLiteError) {
        try database.run(
            "INSERT INTO draft VALUES(?, ?) ON CONFLICT DO UPDATE SET content = excluded.content", .text(name), .blob(bytes))
    }

    /// Deletes a draft; returns whether there was one.
    @discardableResult
    package func dropDraft(_ name: String) throws(SQLiteError) -> Bool {
        try database.run("DELETE FROM draft WHERE name = ?", .text(name)) > 0
    }
}
