/// Every SQL statement of the relay.
///
/// A statement about a journal names it first (`journal = $1`), one about an account the account, and so on; a test checks this.
package enum RelayStatements {
    // MARK: journals

    static let addJournal = RelayStatement(
        "add_journal",
        """
        INSERT INTO journal (journal, head_seq, head, head_received, floor, epoch, control_seq, control_head, owner, uploader,
            bytes, checkpoint_seq, checkpoint_hash, checkpoint_received, destroyed)
        VALUES ($1, 0, $2, 0, 0, 1, 0, $2, $3, $4, 0, 0, $2, 0, 0)
        ON CONFLICT DO NOTHING
        """)
    private static let journalColumns = """
        head_seq, head, head_received, floor, epoch, control_seq, control_head, owner, uploader, bytes, checkpoint_seq,
        checkpoint_hash, checkpoint_received, destroyed
        """
    static let journal = RelayStatement("journal", "SELECT \(journalColumns) FROM journal WHERE journal = $1")
    static let lockedJournal = RelayStatement(
        "locked_journal", "SELECT \(journalColumns) FROM journal WHERE journal = $1 FOR UPDATE")
    static let putJournal = RelayStatement(
        "put_journal",
        """
        UPDATE journal SET head_seq = $2, head = $3, head_received = $4, floor = $5, epoch = $6, control_seq = $7,
            control_head = $8, owner = $9, uploader = $10, bytes = $11, checkpoint_seq = $12, checkpoint_hash = $13,
            checkpoint_received = $14, destroyed = $15
        WHERE journal = $1
        """)
    static let journalHead = RelayStatement("journal_head", "SELECT head_seq, control_seq FROM journal WHERE journal = $1")

    // MARK: operations

    /// How many operations one statement adds at most; the rest are added one by one.
    static let manyOperations = 16
    static let addOperation = RelayStatement("add_operation", insertOperations(1))
    static let addOperations = RelayStatement("add_operations", insertOperations(manyOperations))

    private static func insertOperations(_ count: Int) -> String {
        let rows = (0..<count).map { row in
            "($1, " + (0..<9).map { "$\(2 + row * 9 + $0)" }.joined(separator: ", ") + ")"
        }
        return "INSERT INTO op (journal, seq, device, wseq, lane, received, hash, head, size, op) VALUES "
            + rows.joined(separator: ", ")
    }

    static let findOperation = RelayStatement(
        "find_operation", "SELECT seq, received, hash FROM op WHERE journal = $1 AND device = $2 AND wseq = $3")
    static let operation = RelayStatement("operation", "SELECT op FROM op WHERE journal = $1 AND seq = $2")
    static let headAt = RelayStatement("head_at", "SELECT head FROM op WHERE journal = $1 AND seq = $2")
    static let sizes = RelayStatement(
        "sizes", "SELECT seq, size FROM op WHERE journal = $1 AND seq > $2 ORDER BY seq LIMIT $3")
    static let operations = RelayStatement(
        "operations", "SELECT seq, received, op FROM op WHERE journal = $1 AND seq > $2 AND seq <= $3 ORDER BY seq")
    static let controlSizes = RelayStatement(
        "control_sizes", "SELECT seq, size FROM op WHERE journal = $1 AND lane = 0 AND seq > $2 ORDER BY seq LIMIT $3")
    static let controlOperations = RelayStatement(
        "control_operations",
        "SELECT seq, received, op FROM op WHERE journal = $1 AND lane = 0 AND seq > $2 AND seq <= $3 ORDER BY seq")
    static let replaceOperation = RelayStatement(
        "replace_operation", "UPDATE op SET size = $3, op = $4 WHERE journal = $1 AND seq = $2")
    static let sizesOfPurged = RelayStatement(
        "sizes_of_purged",
        "SELECT device, CAST(SUM(size) AS BIGINT) FROM op WHERE journal = $1 AND seq <= $2 AND lane <> 0 GROUP BY device")
    static let purge = RelayStatement("purge", "DELETE FROM op WHERE journal = $1 AND seq <= $2 AND lane <> 0")

    // MARK: members and devices of a journal

    static let members = RelayStatement("members", "SELECT identity, role, bytes FROM member WHERE journal = $1")
    static let member = RelayStatement(
        "member", "SELECT identity, role, bytes FROM member WHERE journal = $1 AND identity = $2")
    static let putMember = RelayStatement(
        "put_member",
        """
        INSERT INTO member (journal, identity, role, bytes) VALUES ($1, $2, $3, $4)
        ON CONFLICT (journal, identity) DO UPDATE SET role = excluded.role, bytes = excluded.bytes
        """)
    static let removeMember = RelayStatement("remove_member", "DELETE FROM member WHERE journal = $1 AND identity = $2")
    private static let deviceColumns = "device, identity, public_key, wseq, last, dropped, pulled, heard"
    static let devices = RelayStatement("devices", "SELECT \(deviceColumns) FROM device WHERE journal = $1")
    static let device = RelayStatement("device", "SELECT \(deviceColumns) FROM device WHERE journal = $1 AND device = $2")
    static let putDevice = RelayStatement(
        "put_device",
        """
        INSERT INTO device (journal, \(deviceColumns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        ON CONFLICT (journal, device) DO UPDATE SET identity = excluded.identity, wseq = excluded.wseq, last = excluded.last,
            dropped = excluded.dropped
        """)
    static let deviceHasPulled = RelayStatement(
        "device_has_pulled",
        "UPDATE device SET pulled = $3, heard = $4 WHERE journal = $1 AND device = $2 AND pulled <= $3")

    // MARK: invitations to a journal, and requests to join

    static let openInvite = RelayStatement(
        "open_invite", "SELECT public_key, expires FROM open_invite WHERE journal = $1 AND invite = $2")
    static let openInvites = RelayStatement("open_invites", "SELECT invite FROM open_invite WHERE journal = $1")
    static let addOpenInvite = RelayStatement(
        "add_open_invite",
        "INSERT INTO open_invite (journal, invite, public_key, expires) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
    static let removeOpenInvite = RelayStatement(
        "remove_open_invite", "DELETE FROM open_invite WHERE journal = $1 AND invite = $2")
    static let removeOpenInvites = RelayStatement("remove_open_invites", "DELETE FROM open_invite WHERE journal = $1")
    static let joins = RelayStatement(
        "joins", "SELECT invite, identity, body, created FROM join_request WHERE journal = $1 ORDER BY created, identity")
    static let joinsByInvite = RelayStatement(
        "joins_by_invite", "SELECT identity FROM join_request WHERE journal = $1 AND invite = $2")
    static let putJoin = RelayStatement(
        "put_join",
        """
        INSERT INTO join_request (journal, invite, identity, body, created) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (journal, invite, identity) DO UPDATE SET body = excluded.body, created = excluded.created
        """)
    static let removeJoin = RelayStatement(
        "remove_join", "DELETE FROM join_request WHERE journal = $1 AND invite = $2 AND identity = $3")
    static let removeJoinsOfInvite = RelayStatement(
        "remove_joins_of_invite", "DELETE FROM join_request WHERE journal = $1 AND invite = $2")
    static let removeJoins = RelayStatement("remove_joins", "DELETE FROM join_request WHERE journal = $1")

    // MARK: blobs and snapshots of a journal

    static let blob = RelayStatement("blob", "SELECT size FROM blob WHERE journal = $1 AND hash = $2")
    static let addBlob = RelayStatement(
        "add_blob", "INSERT INTO blob (journal, hash, size, received) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
    static let blobs = RelayStatement(
        "blobs", "SELECT hash, size FROM blob WHERE journal = $1 AND hash > $2 ORDER BY hash LIMIT $3")
    static let blobFigures = RelayStatement(
        "blob_figures", "SELECT CAST(COALESCE(SUM(size), 0) AS BIGINT), COUNT(*) FROM blob WHERE journal = $1")
    static let removeBlob = RelayStatement("remove_blob", "DELETE FROM blob WHERE journal = $1 AND hash = $2")
    static let removeBlobs = RelayStatement("remove_blobs", "DELETE FROM blob WHERE journal = $1")
    static let snapshots = RelayStatement(
        "snapshots", "SELECT seq, hash, size, named FROM snapshot WHERE journal = $1 ORDER BY seq")
    static let putSnapshot = RelayStatement(
        "put_snapshot",
        """
        INSERT INTO snapshot (journal, seq, hash, size, named, received) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (journal, seq) DO UPDATE SET hash = excluded.hash, size = excluded.size, named = excluded.named,
            received = excluded.received
        """)
    static let removeSnapshot = RelayStatement("remove_snapshot", "DELETE FROM snapshot WHERE journal = $1 AND seq = $2")

    // MARK: erasing a journal

    static let eraseJournal = [
        RelayStatement("erase_operations", "DELETE FROM op WHERE journal = $1"),
        RelayStatement("erase_members", "DELETE FROM member WHERE journal = $1"),
        RelayStatement("erase_devices", "DELETE FROM device WHERE journal = $1"),
        removeBlobs, removeJoins, removeOpenInvites,
        RelayStatement("erase_snapshots", "DELETE FROM snapshot WHERE journal = $1"),
        RelayStatement("erase_journal", "DELETE FROM journal WHERE journal = $1"),
    ]

    // MARK: accounts

    static let account = RelayStatement(
        "account", "SELECT sign, kem, recover, vault_generation FROM account WHERE account = $1")
    static let addAccount = RelayStatement(
        "add_account",
        """
        INSERT INTO account (account, sign, kem, recover, created, vault_generation, vault) VALUES ($1, $2, $3, $4, $5, 0, $6)
        ON CONFLICT DO NOTHING
        """)
    static let lockedVault = RelayStatement(
        "locked_vault", "SELECT vault_generation FROM account WHERE account = $1 FOR UPDATE")
    static let vault = RelayStatement("vault", "SELECT vault_generation, vault FROM account WHERE account = $1")
    static let putVault = RelayStatement(
        "put_vault", "UPDATE account SET vault_generation = $2, vault = $3 WHERE account = $1")
    static let journalsOfAccount = RelayStatement(
        "journals_of_account", "SELECT journal FROM account_journal WHERE account = $1 ORDER BY journal")
    static let addAccountJournal = RelayStatement(
        "add_account_journal", "INSERT INTO account_journal (account, journal) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    static let removeAccountJournal = RelayStatement(
        "remove_account_journal", "DELETE FROM account_journal WHERE account = $1 AND journal = $2")
    static let devicesOfAccount = RelayStatement(
        "devices_of_account", "SELECT device FROM account_device WHERE account = $1")
    static let addAccountDevice = RelayStatement(
        "add_account_device", "INSERT INTO account_device (account, device) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    static let eraseAccount = [
        RelayStatement("erase_account_journals", "DELETE FROM account_journal WHERE account = $1"),
        RelayStatement("erase_account_devices", "DELETE FROM account_device WHERE account = $1"),
        RelayStatement("erase_account", "DELETE FROM account WHERE account = $1"),
    ]

    // MARK: devices that may log in, their sessions, and invitation codes

    static let login = RelayStatement("login", "SELECT account, public_key, dropped FROM login WHERE device = $1")
    static let addLogin = RelayStatement(
        "add_login",
        "INSERT INTO login (device, account, public_key, dropped) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING")
    static let dropLogin = RelayStatement("drop_login", "UPDATE login SET dropped = 1 WHERE device = $1 AND account = $2")
    static let removeLogin = RelayStatement("remove_login", "DELETE FROM login WHERE device = $1")
    static let addQuestion = RelayStatement(
        "add_question", "INSERT INTO question (nonce, device, expires) VALUES ($1, $2, $3)")
    static let takeQuestion = RelayStatement(
        "take_question", "DELETE FROM question WHERE nonce = $1 AND device = $2 AND expires > $3")
    static let addSession = RelayStatement(
        "add_session", "INSERT INTO session (token, device, expires) VALUES ($1, $2, $3)")
    static let session = RelayStatement("session", "SELECT device, expires FROM session WHERE token = $1")
    static let addInvitation = RelayStatement(
        "add_invitation", "INSERT INTO invitation (code, created) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    static let takeInvitation = RelayStatement("take_invitation", "DELETE FROM invitation WHERE code = $1")

    // MARK: mailboxes

    static let message = RelayStatement("message", "SELECT message FROM mailbox WHERE id = $1 AND expires > $2")
    static let addMessage = RelayStatement(
        "add_message", "INSERT INTO mailbox (id, message, expires) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
    static let removeMessage = RelayStatement("remove_message", "DELETE FROM mailbox WHERE id = $1")

    // MARK: expired rows

    /// Run once an hour on tables without journal data. They scan all rows, and no request waits for them.
    static let sweeps = [
        RelayStatement("sweep_questions", "DELETE FROM question WHERE expires <= $1"),
        sweepSessions,
        sweepMessages,
    ]

    static let sweepMessages = RelayStatement("sweep_mailboxes", "DELETE FROM mailbox WHERE expires <= $1")

    static let sweepSessions = RelayStatement("sweep_sessions", "DELETE FROM session WHERE expires <= $1")

    // MARK: the relay itself

    static let setting = RelayStatement("setting", "SELECT value FROM setting WHERE name = $1")
    static let addSetting = RelayStatement(
        "add_setting", "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
    static let putSetting = RelayStatement("put_setting", "UPDATE setting SET value = $2 WHERE name = $1")

    package static let all: [RelayStatement] =
        [
            addJournal, journal, lockedJournal, putJournal, journalHead, addOperation, addOperations,
            findOperation, operation, headAt, sizes, operations, controlSizes, controlOperations, replaceOperation,
            sizesOfPurged, purge, members, member, putMember, removeMember, devices, device, putDevice, deviceHasPulled,
            openInvite, openInvites, addOpenInvite, removeOpenInvite, joins, joinsByInvite, putJoin, removeJoin,
            removeJoinsOfInvite, blob,
            addBlob, blobs, blobFigures, removeBlob, snapshots, putSnapshot, removeSnapshot, account, addAccount, lockedVault,
            vault, putVault,
            journalsOfAccount, addAccountJournal, removeAccountJournal, devicesOfAccount, addAccountDevice, login, addLogin,
            dropLogin, removeLogin, addQuestion, takeQuestion, addSession, session, addInvitation, takeInvitation, message,
            addMessage, removeMessage, setting, addSetting, putSetting,
        ] + eraseJournal + eraseAccount + sweeps
}
