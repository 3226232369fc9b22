import SQLite

/// Collects a transaction's texts for the word index, to add them together.
///
/// FTS5 gathers words in memory and writes them as one sorted piece. But it writes early before each statement that may have to
/// be undone alone (such as every insert with a trigger), and when rows are not in ascending order. Thousands of one-entry pieces
/// would then have to be merged: a third of the time of an import.
final class WordBuffer {
    /// The most text held back, in bytes.
    private static let most = 2 << 20
    /// How much FTS5 may gather, by its own measure, so that the held-back texts become one piece.
    private static let large: Int64 = 16 << 20
    private static let usual: Int64 = 1 << 20

    private let database: Connection
    private var texts: [Int64: String] = [:]
    private var bytes = 0
    private var isLarge = false

    init(_ database: Connection) { self.database = database }

    /// Adds the text of an entry that is not in the index.
    func take(_ text: String, at position: Int64) throws(SQLiteError) {
        let words = SearchText(text).indexed
        texts[position] = words
        bytes += words.utf8.count
        guard bytes >= WordBuffer.most else { return }
        if !isLarge { try gather(WordBuffer.large) }
        isLarge = true
        try enter()
    }

    /// Drops a held-back text; `false` if it is not held back.
    func forget(_ position: Int64) -> Bool {
        guard let text = texts.removeValue(forKey: position) else { return false }
        bytes -= text.utf8.count
        return true
    }

    /// Writes the held-back texts to the index: before each search of it.
    func enter() throws(SQLiteError) {
        for (position, text) in texts.sorted(by: { $0.key < $1.key }) {
            try database.run("INSERT INTO words(rowid, text) VALUES(?, ?)", .int(position), .text(text))
        }
        (texts, bytes) = ([:], 0)
    }

    /// Before the transaction commits. After a rollback there is nothing to do.
    func close() throws(SQLiteError) {
        try enter()
        guard isLarge else { return }
        try gather(WordBuffer.usual)
        // FTS5's own default need not be stored in the database.
        try database.run("DELETE FROM words_config WHERE k = 'hashsize'")
    }

    private func gather(_ bytes: Int64) throws(SQLiteError) {
        try database.run("INSERT INTO words(words, rank) VALUES('hashsize', ?)", .int(bytes))
    }
}
