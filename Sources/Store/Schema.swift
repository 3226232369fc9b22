import SQLite

/// The tables of the local database (docs/formats/database.md).
///
/// `operation` is the truth; all the others can be rebuilt from it. `record.position` orders everything by time:
/// it is the row id of the full-text index too, so that the newest hits come first without sorting.
enum Schema {
    /// Rises whenever a projection changes its shape.
    static let version = 2

    /// The truth: sealed, signed operations, in the order in which they came.
    static let log = """
        CREATE TABLE chain(id INTEGER PRIMARY KEY, journal BLOB NOT NULL, device BLOB NOT NULL, UNIQUE(journal, device));
        CREATE TABLE operation(id INTEGER PRIMARY KEY, chain INTEGER NOT NULL, place INTEGER NOT NULL, lane INTEGER NOT NULL,
          hash BLOB NOT NULL, bytes BLOB NOT NULL, seq INTEGER, received INTEGER, UNIQUE(chain, place));
        CREATE TABLE meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        """

    /// What only makes questions cheap: their answers follow from the other tables. An older database gets them when it is opened, and
    /// SQLite keeps them up to date, also while an older program writes.
    ///
    /// `operation_control` finds the control operations, which each write asks for; `operation_resealed` those that a rotation has
    /// encrypted again, which each round of sync asks for; `entry_journal` the last day of a journal; `record_gone` what may be
    /// restored; `intake_medication` the doses of a medicine.
    static let indexes = """
        CREATE INDEX IF NOT EXISTS operation_control ON operation(chain, id) WHERE lane = 0;
        CREATE INDEX IF NOT EXISTS operation_resealed ON operation(chain, id) WHERE substr(bytes, 1, 1) = x'81';
        CREATE INDEX IF NOT EXISTS entry_journal ON entry(journal, day);
        CREATE INDEX IF NOT EXISTS record_gone ON record(kind, position) WHERE \(isGone);
        CREATE INDEX IF NOT EXISTS intake_medication ON record(\(medication), position) WHERE kind = 'intake';
        """

    /// What the stored state of a deleted record holds: `"gone":[true`. Of a text that says so it is true as well.
    static let isGone = "instr(state, x'22676f6e65223a5b74727565') > 0"
    /// The name of the medicine in the stored state of a dose.
    static let medication = "json_extract(CAST(state AS TEXT), '$.f.medication[0]')"

    /// How many there are of what pages and commands count, so that nobody counts rows: entries by journal, moods, tags, operations.
    static let tallies = """
        CREATE TABLE tally(what TEXT NOT NULL, name NOT NULL, count INTEGER NOT NULL, PRIMARY KEY(what, name)) WITHOUT ROWID;
        INSERT INTO tally SELECT 'entry', journal, count(*) FROM entry GROUP BY journal;
        INSERT INTO tally SELECT 'mood', mood, count(*) FROM entry WHERE mood IS NOT NULL GROUP BY mood;
        INSERT INTO tally SELECT 'tag', name, count(*) FROM tag GROUP BY name;
        INSERT INTO tally SELECT 'operation', '', count(*) FROM operation;
        """ + trigger(on: "entry", "'entry'", "journal") + trigger(on: "entry", "'mood'", "mood")
        + trigger(on: "tag", "'tag'", "name") + trigger(on: "operation", "'operation'", nil)

    /// Keeps one kind of tally; a row whose `name` is null is not counted.
    private static func trigger(on table: String, _ what: String, _ name: String?) -> String {
        let suffix = table + (name.map { "_" + $0 } ?? "")
        func value(_ row: String) -> String { name.map { row + "." + $0 } ?? "''" }
        return """
            CREATE TRIGGER tally_in_\(suffix) AFTER INSERT ON \(table) WHEN \(value("new")) IS NOT NULL BEGIN
              INSERT INTO tally VALUES(\(what), \(value("new")), 1) ON CONFLICT DO UPDATE SET count = count + 1;
            END;
            CREATE TRIGGER tally_out_\(suffix) AFTER DELETE ON \(table) WHEN \(value("old")) IS NOT NULL BEGIN
              UPDATE tally SET count = count - 1 WHERE what = \(what) AND name = \(value("old"));
            END;
            """
    }

    /// What the log says, ready to be asked.
    ///
    /// A leaf of the word index has to fit on one page, of which SQLCipher leaves 4016 bytes; by default it would go
    /// over to a second one.
    static let projections = """
        CREATE TABLE journal(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE record(position INTEGER PRIMARY KEY, journal INTEGER NOT NULL, kind TEXT NOT NULL, id BLOB NOT NULL, state BLOB NOT NULL);
        CREATE UNIQUE INDEX record_id ON record(id, kind, journal);
        CREATE INDEX record_kind ON record(kind, position) WHERE kind <> 'entry';
        CREATE TABLE revision(id BLOB NOT NULL, kind TEXT NOT NULL, journal INTEGER NOT NULL, field TEXT NOT NULL, stamp INTEGER NOT NULL,
          device BLOB NOT NULL, content BLOB NOT NULL, PRIMARY KEY(id, kind, journal, field, stamp, device)) WITHOUT ROWID;
        CREATE TABLE entry(position INTEGER PRIMARY KEY, journal INTEGER NOT NULL, day INTEGER NOT NULL, month_day INTEGER NOT NULL,
          mood TEXT, starred INTEGER NOT NULL);
        CREATE INDEX entry_day ON entry(day);
        CREATE INDEX entry_month_day ON entry(month_day);
        CREATE INDEX entry_mood ON entry(mood, position) WHERE mood IS NOT NULL;
        CREATE INDEX entry_star ON entry(position) WHERE starred;
        CREATE TABLE tag(name TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY(name, position)) WITHOUT ROWID;
        CREATE INDEX tag_position ON tag(position);
        CREATE TABLE deleted(position INTEGER PRIMARY KEY, journal INTEGER NOT NULL, since INTEGER NOT NULL);
        CREATE VIRTUAL TABLE words USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
        INSERT INTO words(words, rank) VALUES('pgsz', 3960);
        """

    /// The tables of `projections`, in an order in which they may be emptied.
    static let projectionTables = ["words", "deleted", "tag", "entry", "revision", "record", "journal"]
}
