import Ledger
import SQLite

struct LoginRow: Hashable, Sendable {
    var account: [UInt8]
    /// Its Ed25519 public key.
    var publicKey: [UInt8]
    /// Whether it was dropped from one of its owner's journals, and may not log in again.
    var isDropped: Bool
}

extension RelayTables {
    // MARK: accounts

    func hasAccount(_ account: [UInt8]) throws(RelayStorageError) -> Bool {
        try !connection.rows(RelayStatements.account, [.blob(account)]).isEmpty
    }

    func addAccount(_ owner: IdentityKeys, now: Int64) throws(RelayStorageError) {
        try connection.run(
            RelayStatements.addAccount,
            [.blob(owner.name), .blob(owner.sign), .blob(owner.agree), .blob(owner.recover), .int(now), .blob([])])
    }

    /// The generation of an account's vault copy, 0 for none; `nil` if there is no such account. Locks the row for writing.
    func lockedVaultGeneration(of account: [UInt8]) throws(RelayStorageError) -> UInt64? {
        try connection.rows(RelayStatements.lockedVault, [.blob(account)]).first?.count(0)
    }

    func vault(of account: [UInt8]) throws(RelayStorageError) -> (generation: UInt64, bytes: [UInt8])? {
        try connection.rows(RelayStatements.vault, [.blob(account)]).first.map { ($0.count(0), $0.bytes(1)) }
    }

    func put(vault: [UInt8], generation: UInt64, of account: [UInt8]) throws(RelayStorageError) {
        try connection.run(RelayStatements.putVault, [.blob(account), .int(Int64(generation)), .blob(vault)])
    }

    func journals(of account: [UInt8]) throws(RelayStorageError) -> [JournalID] {
        try connection.rows(RelayStatements.journalsOfAccount, [.blob(account)]).compactMap { JournalID($0.bytes(0)) }
    }

    func add(_ journal: JournalID, toAccount account: [UInt8]) throws(RelayStorageError) {
        try connection.run(RelayStatements.addAccountJournal, [.blob(account), .blob(journal.bytes)])
    }

    func remove(_ journal: JournalID, fromAccount account: [UInt8]) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeAccountJournal, [.blob(account), .blob(journal.bytes)])
    }

    func devices(ofAccount account: [UInt8]) throws(RelayStorageError) -> [DeviceID] {
        try connection.rows(RelayStatements.devicesOfAccount, [.blob(account)]).compactMap { DeviceID($0.bytes(0)) }
    }

    /// Deletes an account and its devices; its journals are deleted one by one.
    func eraseAccount(_ account: [UInt8]) throws(RelayStorageError) {
        for device in try devices(ofAccount: account) {
            try connection.run(RelayStatements.removeLogin, [.blob(device.bytes)])
        }
        for statement in RelayStatements.eraseAccount { try connection.run(statement, [.blob(account)]) }
    }

    // MARK: logging in

    func login(_ device: DeviceID) throws(RelayStorageError) -> LoginRow? {
        try connection.rows(RelayStatements.login, [.blob(device.bytes)]).first.map { row in
            LoginRow(account: row.bytes(0), publicKey: row.bytes(1), isDropped: row.bool(2))
        }
    }

    func addLogin(_ device: DeviceID, publicKey: [UInt8], to account: [UInt8]) throws(RelayStorageError) {
        try connection.run(RelayStatements.addLogin, [.blob(device.bytes), .blob(account), .blob(publicKey)])
        try connection.run(RelayStatements.addAccountDevice, [.blob(account), .blob(device.bytes)])
    }

    /// Deletes a device, which may then join another account.
    func removeLogin(_ device: DeviceID) throws(RelayStorageError) {
        try connection.run(RelayStatements.removeLogin, [.blob(device.bytes)])
    }

    /// Bars a device of this account from logging in and from adding itself again.
    func dropLogin(_ device: DeviceID, of account: [UInt8]) throws(RelayStorageError) {
        try connection.run(RelayStatements.dropLogin, [.blob(device.bytes), .blob(account)])
    }

    func add(question nonce: [UInt8], for device: DeviceID, expires: Int64) throws(RelayStorageError) {
        try connection.run(RelayStatements.addQuestion, [.blob(nonce), .blob(device.bytes), .int(expires)])
    }

    /// Uses up a challenge; false if it is unknown or expired.
    func take(question nonce: [UInt8], of device: DeviceID, now: Int64) throws(RelayStorageError) -> Bool {
        try connection.run(RelayStatements.takeQuestion, [.blob(nonce), .blob(device.bytes), .int(now)]) > 0
    }

    func add(session token: [UInt8], of device: DeviceID, expires: Int64) throws(RelayStorageError) {
        try connection.run(RelayStatements.addSession, [.blob(token), .blob(device.bytes), .int(expires)])
    }

    func session(_ token: [UInt8]) throws(RelayStorageError) -> (device: DeviceID, expires: Int64)? {
        guard let row = try connection.rows(RelayStatements.session, [.blob(token)]).first else { return nil }
        guard let device = DeviceID(row.bytes(0)) else { throw .damaged }
        return (device, row.int(1))
    }

    func add(invitation code: [UInt8], now: Int64) throws(RelayStorageError) {
        try connection.run(RelayStatements.addInvitation, [.blob(code), .int(now)])
    }

    /// Uses up an invitation code; false if it is unknown.
    func take(invitation code: [UInt8]) throws(RelayStorageError) -> Bool {
        try connection.run(RelayStatements.takeInvitation, [.blob(code)]) > 0
    }

    // MARK: mailboxes

    /// Leaves a message; false if there is one already.
    func add(message: [UInt8], in mailbox: [UInt8], expires: Int64) throws(RelayStorageError) -> Bool {
        try connection.run(RelayStatements.addMessage, [.blob(mailbox), .blob(message), .int(expires)]) > 0
    }

    func hasMessage(in mailbox: [UInt8], now: Int64) throws(RelayStorageError) -> Bool {
        try !connection.rows(RelayStatements.message, [.blob(mailbox), .int(now)]).isEmpty
    }

    /// Removes and returns the message, once; `nil` if there is none.
    func takeMessage(from mailbox: [UInt8], now: Int64) throws(RelayStorageError) -> [UInt8]? {
        guard let row = try connection.rows(RelayStatements.message, [.blob(mailbox), .int(now)]).first else { return nil }
        // Of two concurrent readers, the one that deletes it gets it.
        guard try connection.run(RelayStatements.removeMessage, [.blob(mailbox)]) > 0 else { return nil }
        return row.bytes(0)
    }

    func sweepMessages(now: Int64) throws(RelayStorageError) {
        try connection.run(RelayStatements.sweepMessages, [.int(now)])
    }

    func sweep(now: Int64) throws(RelayStorageError) {
        for statement in RelayStatements.sweeps { try connection.run(statement, [.int(now)]) }
    }
}
