/// Where a relay keeps what it was given: a database, reached by any number of tasks at a time.
package protocol RelayStorage: Sendable {
    /// Whether other programs write to the same database, so that news of them has to be looked for.
    var isShared: Bool { get }

    /// Runs the closure on a state of the database that does not change beneath it.
    func read<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T

    /// Runs the closure in a transaction. When this returns, what it wrote is on the disk; when it throws, nothing of it is.
    /// The closure may be run again where another transaction was in the way, so it does nothing but read and write tables.
    func write<T: Sendable>(_ body: @escaping @Sendable (RelayTables) throws -> T) async throws -> T

    /// Ends all connections; what was begun is ended first.
    func close() async
}

/// What a task says to the tables of a relay. Every statement touches the rows of one journal, or of one account, session or
/// mailbox: so a database that spreads its rows over many machines by these keys needs one of them for each statement.
package struct RelayTables {
    let connection: any RelayConnection

    package init(_ connection: any RelayConnection) { self.connection = connection }
}
