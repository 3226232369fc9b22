import Foundation
import Ledger
import Store
import Vault

/// Puts what a backup holds into a new store, and checks it on the way.
final class BackupReplay: BackupTaking {
    private let writer: StoreWriter
    private let isRestore: Bool
    private let attachments: String?
    private var check = LogCheck()
    private var keyring: OperationKeyring?
    private var ceilings: [WriteName: Stamp] = [:]
    /// The keys that were in the backup.
    private(set) var body: VaultBody?
    /// How many operations came.
    private(set) var operations = 0
    /// How many of them do not open, as it was in the vault.
    private(set) var unopened = 0
    /// Sealed files that are there.
    private(set) var files: Set<String> = []
    /// The first operation of each journal.
    private(set) var geneses: [JournalID: [UInt8]] = [:]

    /// For comparing: only records are made, and nothing else is kept.
    static func comparing(into writer: StoreWriter) -> BackupReplay {
        BackupReplay(writer.onlyRecords, isRestore: false, attachments: nil)
    }

    /// For a new vault: the log is kept, every signature is checked, sealed files go into `attachments`.
    static func restoring(into writer: StoreWriter, attachments: String) -> BackupReplay {
        BackupReplay(writer, isRestore: true, attachments: attachments)
    }

    private init(_ writer: StoreWriter, isRestore: Bool, attachments: String?) {
        (self.writer, self.isRestore, self.attachments) = (writer, isRestore, attachments)
    }

    func keys(_ body: consuming VaultBody) throws {
        keyring = OperationKeyring(body)
        self.body = consume body
    }

    func ceilings(_ ceilings: [WriteName: Stamp]) { self.ceilings = ceilings }

    func operation(_ bytes: [UInt8]) throws {
        guard let operation = try? Operation(reading: bytes) else { throw TarReader.Damage() }
        operations += 1
        if operation.header.lane == .control, geneses[operation.header.journal] == nil {
            geneses[operation.header.journal] = bytes
        }
        var payload: Payload?
        do {
            try check.take(operation)
            if isRestore { try keyring?.verify(operation) }
            payload = try keyring?.payload(of: operation)
        } catch {
            // It stays in the log, as it did in the vault: perhaps another version can read it.
            unopened += 1
        }
        let name = payload.map { WriteName(stamp: $0.stamp, device: operation.header.device) }
        try writer.replay(operation, payload: payload, ceiling: name.flatMap { ceilings[$0] }, keepingIt: isRestore)
    }

    func attachment(_ name: String, _ tar: inout TarReader) throws {
        let descriptor: Int32
        if let attachments {
            descriptor = unsafe open(attachments + "/" + name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        } else {
            descriptor = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
        }
        guard descriptor >= 0 else { throw EngineError.file(path: attachments ?? "/dev/null", code: errno) }
        defer { close(descriptor) }
        let file = HashedFile(descriptor)
        do {
            while case let piece = try tar.read(1 << 16), !piece.isEmpty { try file.write(piece) }
        } catch AgeError.writing(let code) {
            throw EngineError.file(path: attachments ?? "/dev/null", code: code)
        }
        guard !isRestore || fsync(descriptor) == 0 else { throw EngineError.file(path: attachments ?? "", code: errno) }
        // One that is damaged was damaged in the vault as well, and does not count.
        if hex(file.digest) == name { files.insert(name) }
    }
}

/// The keys of operations, outside an open vault.
struct OperationKeyring {
    private final class Keys {
        let body: VaultBody
        var kept: [OperationKey.Name: OperationKey] = [:]
        init(_ body: consuming VaultBody) { self.body = body }
    }

    private let keys: Keys
    private let devices: [DeviceID: [UInt8]]

    /// Of the keys in a backup. Throws nothing: a body that cannot be copied is a mistake of ours.
    init?(_ body: borrowing VaultBody) {
        guard let copy = try? VaultBody(decoding: body.encoded()) else { return nil }
        var devices: [DeviceID: [UInt8]] = [:]
        for key in copy.formerDeviceKeys + [copy.devicePublicKey] where key.count == 32 {
            devices[DeviceID(publicKey: key)] = key
        }
        self.devices = devices
        keys = Keys(copy)
    }

    /// Refuses an operation that its device has not signed; one of a device that is not known is let through.
    func verify(_ operation: Ledger.Operation) throws(LedgerError) {
        if let key = devices[operation.header.device] { try operation.verify(publicKey: key) }
    }

    /// What an operation says; `nil` for one of the control lane.
    func payload(of operation: Ledger.Operation) throws -> Payload? {
        let header = operation.header
        guard header.lane != .control else { return nil }
        let name = OperationKey.Name(journal: header.journal, epoch: operation.sealedEpoch)
        let key: OperationKey
        if let kept = keys.kept[name] {
            key = kept
        } else {
            guard let epochKey = keys.body.journalKey(header.journal.bytes, epoch: name.epoch) else {
                throw EngineError.noSuchJournal(header.journal.description)
            }
            key = OperationKey(epochKey: epochKey, name: name)
            keys.kept[name] = key
        }
        return try Payload(reading: Seal.open(operation.body, key: key.secret, context: operation.sealingContext))
    }
}
