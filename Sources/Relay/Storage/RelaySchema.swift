import Ledger
import SQLite

/// The tables of a relay, in the SQL that SQLite and PostgreSQL share (docs/formats/relay.md).
///
/// Each key begins with the value by which its rows can be distributed: the journal, the account, the device, the token.
enum RelaySchema {
    /// The version stored in `setting` under `schema`.
    static let version = 1

    /// Creates what is missing. Hashes and names are bytes, times are milliseconds since 1970, truth values 0 and 1.
    static let script = """
        CREATE TABLE IF NOT EXISTS journal (
            journal BYTEA NOT NULL PRIMARY KEY, head_seq BIGINT NOT NULL, head BYTEA NOT NULL, head_received BIGINT NOT NULL,
            floor BIGINT NOT NULL, epoch BIGINT NOT NULL, control_seq BIGINT NOT NULL, control_head BYTEA NOT NULL,
            owner BYTEA NOT NULL, uploader BYTEA NOT NULL, bytes BIGINT NOT NULL, checkpoint_seq BIGINT NOT NULL,
            checkpoint_hash BYTEA NOT NULL, checkpoint_received BIGINT NOT NULL, destroyed BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS op (
            journal BYTEA NOT NULL, seq BIGINT NOT NULL, device BYTEA NOT NULL, wseq BIGINT NOT NULL, lane BIGINT NOT NULL,
            received BIGINT NOT NULL, hash BYTEA NOT NULL, head BYTEA NOT NULL, size BIGINT NOT NULL, op BYTEA NOT NULL,
            PRIMARY KEY (journal, seq), UNIQUE (journal, device, wseq));
        CREATE INDEX IF NOT EXISTS op_control ON op (journal, seq) WHERE lane = 0;
        CREATE TABLE IF NOT EXISTS member (
            journal BYTEA NOT NULL, identity BYTEA NOT NULL, role TEXT NOT NULL, bytes BIGINT NOT NULL DEFAULT 0,
            PRIMARY KEY (journal, identity));
        CREATE TABLE IF NOT EXISTS open_invite (
            journal BYTEA NOT NULL, invite BYTEA NOT NULL, public_key BYTEA NOT NULL, expires BIGINT NOT NULL,
            PRIMARY KEY (journal, invite));
        CREATE TABLE IF NOT EXISTS join_request (
            journal BYTEA NOT NULL, invite BYTEA NOT NULL, identity BYTEA NOT NULL, body BYTEA NOT NULL, created BIGINT NOT NULL,
            PRIMARY KEY (journal, invite, identity));
        CREATE TABLE IF NOT EXISTS device (
            journal BYTEA NOT NULL, device BYTEA NOT NULL, identity BYTEA NOT NULL, public_key BYTEA NOT NULL,
            wseq BIGINT NOT NULL, last BYTEA NOT NULL, dropped BIGINT NOT NULL, pulled BIGINT NOT NULL, heard BIGINT NOT NULL,
            PRIMARY KEY (journal, device));
        CREATE TABLE IF NOT EXISTS blob (
            journal BYTEA NOT NULL, hash BYTEA NOT NULL, size BIGINT NOT NULL, received BIGINT NOT NULL,
            PRIMARY KEY (journal, hash));
        CREATE TABLE IF NOT EXISTS snapshot (
            journal BYTEA NOT NULL, seq BIGINT NOT NULL, hash BYTEA NOT NULL, size BIGINT NOT NULL, named BIGINT NOT NULL,
            received BIGINT NOT NULL, PRIMARY KEY (journal, seq));
        CREATE TABLE IF NOT EXISTS account (
            account BYTEA NOT NULL PRIMARY KEY, sign BYTEA NOT NULL, kem BYTEA NOT NULL, recover BYTEA NOT NULL,
            created BIGINT NOT NULL, vault_generation BIGINT NOT NULL, vault BYTEA NOT NULL);
        CREATE TABLE IF NOT EXISTS account_journal (
            account BYTEA NOT NULL, journal BYTEA NOT NULL, PRIMARY KEY (account, journal));
        CREATE TABLE IF NOT EXISTS account_device (
            account BYTEA NOT NULL, device BYTEA NOT NULL, PRIMARY KEY (account, device));
        CREATE TABLE IF NOT EXISTS login (
            device BYTEA NOT NULL PRIMARY KEY, account BYTEA NOT NULL, public_key BYTEA NOT NULL, dropped BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS question (
            nonce BYTEA NOT NULL PRIMARY KEY, device BYTEA NOT NULL, expires BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS session (
            token BYTEA NOT NULL PRIMARY KEY, device BYTEA NOT NULL, expires BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS invitation (code BYTEA NOT NULL PRIMARY KEY, created BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS mailbox (id BYTEA NOT NULL PRIMARY KEY, message BYTEA NOT NULL, expires BIGINT NOT NULL);
        CREATE INDEX IF NOT EXISTS mailbox_expires ON mailbox (expires);
        CREATE TABLE IF NOT EXISTS setting (name TEXT NOT NULL PRIMARY KEY, value BIGINT NOT NULL);
        """

    /// Refuses the database of a newer relay.
    static func check(_ tables: RelayTables) throws(RelayStorageError) {
        try tables.connection.run(RelayStatements.addSetting, [.text("schema"), .int(version)])
        for name in idSettings {
            try tables.connection.run(RelayStatements.addSetting, [.text(name), .int(Int64.random(in: .min ... .max))])
        }
        let found = try tables.connection.rows(RelayStatements.setting, [.text("schema")]).first?.int(0) ?? 0
        guard found <= version else { throw .newerSchema(Int(found)) }
    }

    /// The halves of the relay's id: random, created with the database.
    fileprivate static let idSettings = ["relay_id_1", "relay_id_2"]

    static func putID(in tables: RelayTables) throws(RelayStorageError) {
        for name in idSettings {
            try tables.connection.run(RelayStatements.putSetting, [.text(name), .int(Int64.random(in: .min ... .max))])
        }
    }
}

extension RelayTables {
    /// The relay's id: 16 bytes.
    func relayID() throws(RelayStorageError) -> [UInt8] {
        var bytes: [UInt8] = []
        for name in RelaySchema.idSettings {
            let half = try connection.rows(RelayStatements.setting, [.text(name)]).first?.int(0) ?? 0
            bytes.append(bigEndian: UInt64(bitPattern: half))
        }
        return bytes
    }
}
