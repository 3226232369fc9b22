import SQLite

/// The texts that a transaction brings into the word index, held back and brought in together.
///
/// FTS5 gathers words in memory and writes them as one sorted piece, but it writes what it has, however little that is, before each
/// statement that may have to be undone alone (as every insert with a trigger is), and where the rows do not come in rising order. Thousands
/// of pieces of one entry each would have to be merged again: a third of the time of an import.
final class WordRoom {
    /// Bytes of text that are held back at most.
    private static let most = 2 << 20
    /// Bytes that FTS5 may gather, by its own measure, so that what was held back becomes one piece.
    private static let large: Int64 = 16 << 20
    private static let usual: Int64 = 1 << 20

    private let database: Connection
    private var texts: [Int64: String] = [:]
    private var bytes = 0
    private var isLarge = false

    init(_ database: Connection) { self.database = database }

    /// Takes the text of an entry that is not in the index.
    func take(_ text: String, at position: Int64) throws(SQLiteError) {
        texts[position] = text
        bytes += text.utf8.count
        guard bytes >= WordRoom.most else { return }
        if !isLarge { try gather(WordRoom.large) }
        isLarge = true
        try enter()
    }

    /// Forgets a text that was taken; `false` where it is not here any more, or never was.
    func forget(_ position: Int64) -> Bool {
        guard let text = texts.removeValue(forKey: position) else { return false }
        bytes -= text.utf8.count
        return true
    }

    /// Adds what was taken to the index: before each search of it.
    func enter() throws(SQLiteError) {
        for (position, text) in texts.sorted(by: { $0.key < $1.key }) {
            try database.run("INSERT INTO words(rowid, text) VALUES(?, ?)", .int(position), .text(text))
        }
        (texts, bytes) = ([:], 0)
    }

    /// Before the transaction ends well. Of one that fails nothing is in the database.
    func close() throws(SQLiteError) {
        try enter()
        guard isLarge else { return }
        try gather(WordRoom.usual)
        // What FTS5 does by itself need not stand in the database.
        try database.run("DELETE FROM words_config WHERE k = 'hashsize'")
    }

    private func gather(_ bytes: Int64) throws(SQLiteError) {
        try database.run("INSERT INTO words(words, rank) VALUES('hashsize', ?)", .int(bytes))
    }
}
