import Basics
import Engine
import Foundation
import Ledger
import Store
import Vault

/// Writes a backup's content into a new store, and checks it.
final class BackupReplay: BackupTaking {
    private let writer: StoreWriter
    private let isRestore: Bool
    private let attachments: String?
    private var check = LogCheck()
    private var opener: OperationOpener?
    private var ceilings: [WriteName: Stamp] = [:]
    private(set) var operations = 0
    /// How many of them do not open, as in the vault.
    var unopened: Int { notOpened - closed.withheld(by: check, from: person) }
    private var notOpened = 0
    private var closed = ClosedOperations()
    private var person: [UInt8] = []
    private(set) var files: Set<String> = []
    /// The first operation of each journal.
    private(set) var geneses: [JournalID: [UInt8]] = [:]

    /// For comparing: only records are made, nothing else is stored.
    static func comparing(into writer: StoreWriter) -> BackupReplay {
        BackupReplay(writer.onlyRecords, isRestore: false, attachments: nil)
    }

    /// For a new vault: the log is stored, every signature is checked, and encrypted files are written to `attachments`.
    static func restoring(into writer: StoreWriter, attachments: String) -> BackupReplay {
        BackupReplay(writer, isRestore: true, attachments: attachments)
    }

    private init(_ writer: StoreWriter, isRestore: Bool, attachments: String?) {
        (self.writer, self.isRestore, self.attachments) = (writer, isRestore, attachments)
    }

    func keys(_ body: consuming VaultBody) throws {
        let identity = body.identity
        person = IdentityKeys(sign: identity.signing, agree: identity.agreement, recover: identity.recover).name
        opener = OperationOpener(OperationKeyring(body), checksSignatures: isRestore)
    }

    func ceilings(_ ceilings: [WriteName: Stamp]) { self.ceilings = ceilings }

    func operations(_ batch: [[UInt8]]) throws {
        let before = opener?.fetch() ?? []
        opener?.begin(batch)
        for opened in before { try enter(opened) }
    }

    func endOfLog() throws { for opened in opener?.fetch() ?? [] { try enter(opened) } }

    private func enter(_ opened: OperationOpener.Opened) throws {
        guard let operation = opened.operation else { throw TarReader.Damage() }
        operations += 1
        if operation.header.lane == .control, geneses[operation.header.journal] == nil {
            geneses[operation.header.journal] = opened.bytes
        }
        let fits = (try? check.take(operation)) != nil
        // What does not fit or open stays in the log, as in the vault: another version may be able to read it.
        if !fits || !opened.isOpen { notOpened += 1 }
        if fits, !opened.isOpen { closed.note(operation) }
        // An operation that does not count in the vault does not count here.
        let payload = fits ? opened.payload.map { check.counted($0, of: operation) } : nil
        let name = payload.map { WriteName(stamp: $0.stamp, device: operation.header.device) }
        try writer.replay(operation, payload: payload, ceiling: name.flatMap { ceilings[$0] }, keepingIt: isRestore)
    }

    func trust(_ attachments: [String]) { files.formUnion(attachments) }

    func attachment(_ name: String, _ tar: inout TarReader) throws {
        var (digest, output) = (RunningDigest(), OpenFile?.none)
        do {
            // Where records are only compared, no file is kept.
            if let attachments {
                output = try OpenFile(
                    path: attachments + "/" + name, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            }
            while case let piece = try tar.read(1 << 16), !piece.isEmpty {
                digest.add(piece)
                try output?.write(piece)
            }
            try output?.sync()
        } catch let fault as FileFault {
            throw EngineError.file(path: attachments ?? "", code: fault.code)
        }
        // A damaged file was damaged in the vault as well, and does not count.
        if hex(digest.value) == name { files.insert(name) }
    }
}
