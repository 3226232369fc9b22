import Base
import Ledger
import Vault

/// Finds the end of one device's chains in a backup.
final class OwnChains: BackupTaking {
    private let device: DeviceID
    private var last: [JournalID: Ledger.Operation] = [:]

    private init(of device: DeviceID) { self.device = device }

    /// The device's last operation in each journal of a backup.
    static func last(
        of device: DeviceID, in chain: BackupChain, opening: borrowing BackupOpening, progress: ProgressReport
    ) throws -> [JournalID: Ledger.Operation] {
        let chains = OwnChains(of: device)
        try chain.read(opening: opening, take: chains, progress: progress)
        return chains.last
    }

    func keys(_ body: consuming VaultBody) {}

    func ceilings(_ ceilings: [WriteName: Stamp]) {}

    func operations(_ batch: [[UInt8]]) throws {
        for bytes in batch {
            let operation = try Operation(reading: bytes)
            let header = operation.header
            guard header.device == device, header.position > last[header.journal]?.header.position ?? 0 else { continue }
            last[header.journal] = operation
        }
    }

    func endOfLog() {}

    func trust(_ attachments: [String]) {}

    func attachment(_ name: String, _ tar: inout TarReader) throws {
        while case let piece = try tar.read(1 << 16), !piece.isEmpty {}
    }
}
