import Ledger
import Sync

/// What a relay has of a vault, in its own form, fetched again so that the owner can see what the relay can see.
package struct RelayHoldings: Hashable, Sendable {
    package var journals: [Journal]

    /// A journal as the relay lists it, and the end of its log.
    package struct Journal: Hashable, Sendable {
        package let listing: JournalListing
        /// The newest operations as received, oldest first; at most `RelayHoldings.shown`.
        package let newest: [RelayedOperation]
    }

    package static let shown = 20
}

extension RelayedOperation {
    /// The unencrypted part; `nil` for bytes that are no operation.
    package var header: OperationHeader? { try? Operation(reading: bytes).header }
}

extension OpenVault {
    /// Asks the relay what it has. Throws `SyncError`.
    package func relayHoldings(_ relays: (RelayAddress) -> any RelayTransport) async throws -> RelayHoldings {
        let client = try relayClient(relays)
        defer { client.close() }
        try await client.openSession()
        var journals: [RelayHoldings.Journal] = []
        for listing in try await client.journals() {
            let start = max(listing.floor, listing.headPosition - min(listing.headPosition, UInt64(RelayHoldings.shown)))
            let (operations, _) = try await client.pull(listing.journal, after: start)
            journals.append(RelayHoldings.Journal(listing: listing, newest: Array(operations.suffix(RelayHoldings.shown))))
        }
        return RelayHoldings(journals: journals)
    }
}
