/// A relay's database, used by any number of tasks at a time.
package protocol RelayStorage: Sendable {
    /// Whether other programs write to the same database, so that it must be checked for news.
    var isShared: Bool { get }

    /// Runs the closure on one unchanging state of the database.
    func read<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T

    /// Runs the closure in a transaction. On return its writes are on disk; if it throws, none are. The closure may run again
    /// after a conflict with another transaction, so it must only read and write tables.
    func write<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T

    /// Closes all connections, after running transactions.
    func close() async
}

/// A task's access to the tables of a relay. Every statement touches the rows of one journal, account, session or mailbox, so
/// that a database distributed by these keys needs only one machine for each statement.
package struct RelayTables {
    let connection: any RelayConnection

    package init(_ connection: any RelayConnection) { self.connection = connection }
}
