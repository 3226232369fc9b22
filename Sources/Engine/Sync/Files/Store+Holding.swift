import Ledger
import Store
import Sync

/// What the database holds about a journal's files at its relay.
extension Store {
    /// What is known for which log, and of each file; unreadable rows are treated as missing.
    package func holding(of journal: JournalID) throws -> (holding: Holding?, held: [[UInt8]: HeldFile]) {
        let holding = try holdingRow(of: journal).flatMap(Holding.init(reading:))
        return (holding, try heldFiles(of: journal).compactMapValues(HeldFile.init(reading:)))
    }

    /// `nil` if nothing of the journal is known to be at a relay. `relay`: its id.
    package func holdingKey(of journal: JournalID, relay: [UInt8]) throws -> [UInt8]? {
        guard try relayStanding(of: journal).head.position > 0, let head = try firstHead(of: journal) else { return nil }
        return Holding.key(relay: relay, head: head)
    }

    /// Saves what an exchange has learned, in one transaction.
    package func keep(_ exchange: FileExchange, of journal: JournalID) throws {
        let known = try holdingRow(of: journal)
        guard !exchange.changed.isEmpty || known != exchange.holding.bytes else { return }
        let isNew = known.flatMap(Holding.init(reading:))?.key != exchange.holding.key
        try write { writer in
            if isNew { try writer.forgetHeldFiles(of: journal) }
            try writer.keep(holding: exchange.holding.bytes, of: journal)
            for hash in exchange.changed { try writer.keep(held: exchange.held[hash]?.bytes, hash, of: journal) }
        }
        // The relay may have lost other things too.
        if isNew, known != nil { try suspectVaultCopy() }
    }

    /// What is known of the copy of the vault at the relay.
    package func vaultCopyMark() throws -> VaultCopyMark? { try bytes(of: .vaultCopy).flatMap(VaultCopyMark.init(reading:)) }

    /// Has the next round check the copy of the vault: the relay may have lost it.
    package func suspectVaultCopy() throws {
        guard var mark = try vaultCopyMark(), mark.seen > 0 else { return }
        mark.seen = 0
        try write { try $0.keep(mark.bytes, in: .vaultCopy) }
    }

    /// The copy of the vault that each of this person's devices sent last, from their records.
    package func vaultCopiesSaid() throws -> [DeviceID: VaultCopyMark.Said] {
        try records(kind: OpenVault.deviceKind).reduce(into: [:]) { said, record in
            guard let id = DeviceID(record.id.bytes), let write = record.state.fields[VaultCopyMark.field],
                let copy = write.value.hexBytes(count: 32)
            else { return }
            said[id] = VaultCopyMark.Said(copy: copy, write: write.name)
        }
    }
}
