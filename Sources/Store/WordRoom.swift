import SQLite

/// How much of the word index is held in memory before it is written, through one transaction.
///
/// Whoever enters thousands of entries at once gets more room: their words go into the index in fewer and larger pieces, which need
/// less merging afterwards. A transaction that enters a few writes nothing for it.
final class WordRoom {
    /// Entries in one transaction from which on it pays.
    private static let many = 1_000
    /// Bytes.
    private static let large: Int64 = 8 << 20
    /// FTS5's own measure.
    private static let usual: Int64 = 1 << 20

    private let database: Connection
    private var entered = 0

    init(_ database: Connection) { self.database = database }

    /// One more entry has been entered.
    func noteEntry() throws(SQLiteError) {
        entered += 1
        if entered == WordRoom.many { try take(WordRoom.large) }
    }

    /// Before the transaction ends well. One that fails is undone, and its room with it.
    func giveBack() throws(SQLiteError) {
        guard entered >= WordRoom.many else { return }
        try take(WordRoom.usual)
        // What FTS5 does by itself need not stand in the database.
        try database.run("DELETE FROM words_config WHERE k = 'hashsize'")
    }

    private func take(_ bytes: Int64) throws(SQLiteError) {
        try database.run("INSERT INTO words(words, rank) VALUES('hashsize', ?)", .int(bytes))
    }
}
