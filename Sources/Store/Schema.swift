import SQLite

/// The tables of the local database (docs/formats/database.md).
///
/// `operation` is the source of truth; `projections` can be rebuilt from it. `record.position` orders everything by time: it is
/// also the row id of the full-text index, so the newest hits come first without sorting.
///
/// `repair` lends a damaged database the first page of a new one, which has the list of tables. So `log` and `projections` come
/// first, always in one order, and their list fits that page; `derived`, which only speeds up queries, comes after them.
enum Schema {
    /// Increases whenever the schema changes.
    static let version = 1

    /// The source of truth: encrypted, signed operations, in order of arrival. And what this device knows for itself.
    ///
    /// Tables with long rows have row ids: a search in a table without them puts whole rows together to compare them.
    static let log = """
        CREATE TABLE chain(id INTEGER PRIMARY KEY, journal BLOB NOT NULL, device BLOB NOT NULL, UNIQUE(journal, device));
        CREATE TABLE operation(id INTEGER PRIMARY KEY, chain INTEGER NOT NULL, place INTEGER NOT NULL, lane INTEGER NOT NULL,
          hash BLOB NOT NULL, bytes BLOB NOT NULL, seq INTEGER, received INTEGER, UNIQUE(chain, place));
        CREATE TABLE device(name TEXT NOT NULL PRIMARY KEY, value);
        CREATE TABLE draft(name TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL);
        CREATE TABLE backup(folder TEXT NOT NULL PRIMARY KEY, content BLOB NOT NULL);
        CREATE TABLE journal_state(journal PRIMARY KEY, epoch, ended, unopened, offered,
          position, received, head, conflict_until, conflict_own, conflict_author, recovering, floor, sent,
          checkpoint, checkpoint_epoch, checkpoint_hash, checkpoint_device, snapshot, snapshot_bytes,
          reseal_epoch, reseal_begun, reseal_done, reseal_end, resealed_epoch, resealed_sent, holding) WITHOUT ROWID;
        CREATE TABLE relay_place(journal, position, operation, head, PRIMARY KEY(journal, position)) WITHOUT ROWID;
        CREATE TABLE snapshot_end(journal, device, place, hash, PRIMARY KEY(journal, device)) WITHOUT ROWID;
        CREATE TABLE held_file(journal, hash, content, PRIMARY KEY(journal, hash)) WITHOUT ROWID;
        CREATE TABLE ceiling(device, stamp, milliseconds, PRIMARY KEY(device, stamp)) WITHOUT ROWID;
        """

    /// What only speeds up queries and follows from the other tables.
    ///
    /// `operation_control` finds the control operations, for every write; `operation_resealed` those re-encrypted by a rotation,
    /// for every round of sync; `entry_journal` the last day of a journal; `record_gone` what may be restored;
    /// `intake_medication` the doses of a medicine; `note_entry` the notes on an entry.
    static let derived = """
        CREATE INDEX operation_control ON operation(chain, id) WHERE lane = 0;
        CREATE INDEX operation_resealed ON operation(chain, id) WHERE substr(bytes, 1, 1) = x'81';
        CREATE INDEX record_kind ON record(kind, position) WHERE kind <> 'entry';
        CREATE INDEX record_gone ON record(kind, position) WHERE \(isGone);
        CREATE INDEX intake_medication ON record(\(medication), position) WHERE kind = 'intake';
        CREATE INDEX note_entry ON record(\(noteEntry), position) WHERE kind = 'note';
        CREATE INDEX entry_day ON entry(day);
        CREATE INDEX entry_month_day ON entry(month_day);
        CREATE INDEX entry_mood ON entry(mood, position) WHERE mood IS NOT NULL;
        CREATE INDEX entry_star ON entry(position) WHERE starred;
        CREATE INDEX entry_score ON entry(score, position) WHERE score IS NOT NULL;
        CREATE INDEX entry_scored ON entry(day) WHERE score IS NOT NULL;
        CREATE INDEX entry_files ON entry(position) WHERE files > 0;
        CREATE INDEX entry_journal ON entry(journal, day);
        CREATE INDEX tag_position ON tag(position);
        """ + tallies

    /// Bytes in the stored state of a deleted record: `"gone":[true`. A text with these bytes matches too.
    static let isGone = "instr(state, x'22676f6e65223a5b74727565') > 0"
    /// The name of the medicine in the stored state of a dose.
    static let medication = "json_extract(CAST(state AS TEXT), '$.f.medication[0]')"

    /// The name of the entry in the stored state of a note.
    static let noteEntry = "json_extract(CAST(state AS TEXT), '$.f.entry[0]')"

    /// Counts for pages and commands, kept up to date so that no rows have to be counted: entries by journal and by month, moods,
    /// tags, operations, other records by kind. `run` has the first and last day of each stretch of days that all have an entry.
    private static let tallies = """
        CREATE TABLE tally(what TEXT NOT NULL, name NOT NULL, count INTEGER NOT NULL, PRIMARY KEY(what, name)) WITHOUT ROWID;
        INSERT INTO tally SELECT 'entry', journal, count(*) FROM entry GROUP BY journal;
        INSERT INTO tally SELECT 'mood', mood, count(*) FROM entry WHERE mood IS NOT NULL GROUP BY mood;
        INSERT INTO tally SELECT 'tag', name, count(*) FROM tag GROUP BY name;
        INSERT INTO tally SELECT 'operation', '', count(*) FROM operation;
        INSERT INTO tally SELECT 'kind', kind, count(*) FROM record WHERE kind <> 'entry' GROUP BY kind;
        INSERT INTO tally SELECT 'month', \(month("day")), count(*) FROM entry GROUP BY 2;
        CREATE TABLE run(last INTEGER PRIMARY KEY, first INTEGER NOT NULL);
        CREATE INDEX run_first ON run(first);
        INSERT INTO run SELECT max(day), min(day) FROM
          (SELECT day, day - row_number() OVER (ORDER BY day) AS stretch FROM (SELECT DISTINCT day FROM entry)) GROUP BY stretch;
        CREATE TRIGGER run_in AFTER INSERT ON entry WHEN NOT EXISTS (SELECT 1 FROM run WHERE last = \(stretch("new.day")) AND first <= new.day) BEGIN
          INSERT OR REPLACE INTO run VALUES(
            coalesce((SELECT last FROM run WHERE first = new.day + 1), new.day),
            coalesce((SELECT first FROM run WHERE last = new.day - 1), new.day));
          DELETE FROM run WHERE last = new.day - 1;
        END;
        CREATE TRIGGER run_out AFTER DELETE ON entry WHEN NOT EXISTS (SELECT 1 FROM entry WHERE day = old.day) BEGIN
          INSERT INTO run SELECT old.day - 1, first FROM run WHERE last = \(stretch("old.day")) AND first < old.day;
          UPDATE run SET first = old.day + 1 WHERE last = \(stretch("old.day")) AND last > old.day;
          DELETE FROM run WHERE last = old.day;
        END;
        """ + trigger(on: "entry", "entry") { $0 + ".journal" } + trigger(on: "entry", "mood") { $0 + ".mood" }
        + trigger(on: "entry", "month") { month($0 + ".day") } + trigger(on: "tag", "tag") { $0 + ".name" }
        + trigger(on: "operation", "operation") { _ in "''" }
        + trigger(on: "record", "kind") { "nullif(\($0).kind, 'entry')" }

    /// The month of a day, written 2026-03.
    private static func month(_ day: String) -> String { "strftime('%Y-%m', \(day) * 86400, 'unixepoch')" }
    /// The last day of the stretch that contains a day, or of the next one.
    private static func stretch(_ day: String) -> String { "(SELECT min(last) FROM run WHERE last >= \(day))" }

    /// Maintains one kind of tally; a row whose `name` is null is not counted.
    private static func trigger(on table: String, _ what: String, _ name: (_ row: String) -> String) -> String {
        """
        CREATE TRIGGER tally_in_\(what) AFTER INSERT ON \(table) WHEN \(name("new")) IS NOT NULL BEGIN
          INSERT INTO tally VALUES('\(what)', \(name("new")), 1) ON CONFLICT DO UPDATE SET count = count + 1;
        END;
        CREATE TRIGGER tally_out_\(what) AFTER DELETE ON \(table) WHEN \(name("old")) IS NOT NULL BEGIN
          UPDATE tally SET count = count - 1 WHERE what = '\(what)' AND name = \(name("old"));
        END;
        """
    }

    /// The log's content, ready for queries.
    ///
    /// A leaf of the word index must fit on one page, of which SQLCipher leaves 4016 bytes; by default it would overflow to a
    /// second one.
    static let projections = """
        CREATE TABLE journal(id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE record(position INTEGER PRIMARY KEY, journal INTEGER NOT NULL, kind TEXT NOT NULL, id BLOB NOT NULL, state BLOB NOT NULL);
        CREATE UNIQUE INDEX record_id ON record(id, kind, journal);
        CREATE TABLE revision(id BLOB NOT NULL, kind TEXT NOT NULL, journal INTEGER NOT NULL, field TEXT NOT NULL, stamp INTEGER NOT NULL,
          device BLOB NOT NULL, content BLOB NOT NULL, PRIMARY KEY(id, kind, journal, field, stamp, device)) WITHOUT ROWID;
        CREATE TABLE entry(position INTEGER PRIMARY KEY, journal INTEGER NOT NULL, day INTEGER NOT NULL, month_day INTEGER NOT NULL,
          mood TEXT, score INTEGER, starred INTEGER NOT NULL, files INTEGER NOT NULL);
        CREATE TABLE tag(name TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY(name, position)) WITHOUT ROWID;
        CREATE TABLE deleted(position INTEGER PRIMARY KEY, journal INTEGER NOT NULL, since INTEGER NOT NULL);
        """ + words(in: "main")

    /// The word index. It gets words separated by blanks (`SearchText`), of which its tokenizer changes nothing.
    static func words(in database: String) -> String {
        """
        CREATE VIRTUAL TABLE \(database).words USING fts5(text, content='', contentless_delete=1, tokenize='ascii');
        INSERT INTO \(database).words(words, rank) VALUES('pgsz', 3960);
        """
    }

    /// All tables with rows, but for the counts, including those of the word index.
    static let tables = [
        "chain", "operation", "device", "draft", "backup", "journal_state", "relay_place", "snapshot_end", "held_file", "ceiling",
        "journal", "record", "revision", "entry", "tag", "deleted", "words_data", "words_idx", "words_docsize", "words_config",
    ]

    /// The tables of `projections`, in an order in which they may be emptied.
    static let projectionTables = ["words", "deleted", "tag", "entry", "revision", "record", "journal"]
}
