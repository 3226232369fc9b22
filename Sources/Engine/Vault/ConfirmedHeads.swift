import Foundation
import Ledger
import Store
import Vault

/// The last operation of this device in each journal that was confirmed as saved: stored encrypted beside the database
/// (`journal.heads`, docs/formats/database.md), and occasionally in the vault file.
///
/// A database that ends before them has lost its end: an older copy was put in its place, or its last pages are gone. The file is
/// written after each action and not synced: after a power cut it may lag behind the database, never be ahead of it. It has two
/// areas written in turn, so that an interrupted write leaves the previous one. The vault file records that it must exist, so
/// that its removal is noticed.
package struct ConfirmedHeads {
    package struct Head: Hashable {
        /// Its position in the device’s chain, from 1.
        package let position: UInt64
        let hash: [UInt8]
        /// Where the database ended when its owner was told of the loss; 0 if nothing was lost.
        var knownEnd: UInt64 = 0

        func missing(databaseEnd end: UInt64) -> Int { end >= position ? 0 : Int(clamping: position - end) }

        /// Without those that the owner has been told of.
        package func lost(databaseEnd end: UInt64) -> Int {
            knownEnd > 0 && end >= knownEnd ? 0 : missing(databaseEnd: end)
        }
    }

    /// What the file is bound to: the vault and the device.
    static func context(_ keys: borrowing UnlockedVault) -> [UInt8] {
        .label("heads") + keys.header.vault + keys.body.devicePublicKey
    }

    package private(set) var heads: [JournalID: Head] = [:]
    /// The file must exist and is missing, is a link, or holds nothing that this vault wrote. This device then writes nothing
    /// more, since positions on its chains may have been used that are unknown here.
    package private(set) var isMissing = false
    /// The file existed, and this vault's key decrypted it.
    private(set) var wasRead = false
    private var forgotten: Set<JournalID> = []
    /// The pin in the vault file; `nil` until the file was created.
    private(set) var pin: Pin?

    /// Forgets everything: another device writes from now on, and starts its own file.
    mutating func removeAll() { self = ConfirmedHeads() }

    mutating func forget(_ journal: JournalID) {
        heads[journal] = nil
        forgotten.insert(journal)
    }

    package mutating func note(_ operation: Ledger.Operation) {
        heads[operation.header.journal] = Head(position: operation.header.position, hash: operation.hash)
    }

    /// The owner knows what is missing in a database whose chains end so.
    mutating func markLossKnown(databaseEnd end: (JournalID) throws -> UInt64) rethrows {
        for (journal, head) in heads {
            let end = try end(journal)
            heads[journal]?.knownEnd = end < head.position ? max(end, 1) : 0
        }
    }

    private init() {}

    /// Reads the file, compared with the vault file's pin (`pinned`: `nil` if there is none yet; empty if this device is new and
    /// has no file yet).
    init(readingFrom path: String, pinned: [UInt8]?, key: borrowing Secret, context: [UInt8]) {
        pin = pinned.flatMap { Pin($0) }
        heads = pin?.heads ?? [:]
        let file = HeadsFile(path, creating: false)
        let found = file?.areas(id: pin?.id, key: key, context: context).newest?.heads
        wasRead = found != nil
        isMissing = !wasRead && pin != nil
        heads.merge(found ?? [:]) { $0.position > $1.position ? $0 : $1 }
    }

    /// Overwrites the older area of the file. A failure is not reported: the database has what was saved, and a missing file is
    /// noticed at the next opening.
    mutating func write(to path: String, key: borrowing Secret, context: [UInt8]) {
        guard let pin, !isMissing, let file = HeadsFile(path, creating: false) else { return }
        let areas = file.areas(id: pin.id, key: key, context: context)
        // Another program that has the vault open may know of later ones. A file that this vault did not write stays as it is.
        guard let theirs = areas.newest?.heads else { return }
        heads.merge(theirs.filter { !forgotten.contains($0.key) }) { $1.position > $0.position ? $1 : $0 }
        file.write(heads, after: areas, id: pin.id, key: key, context: context)
    }

    /// Creates the file, on the disk when this returns; returns the pin for the vault file.
    mutating func begin(at path: String, key: borrowing Secret, context: [UInt8], now: Int64) -> [UInt8]? {
        let id = unsafe Secret.random(count: 16).withBytes { unsafe Array($0) }
        unsafe _ = unlink(path)
        guard let file = HeadsFile(path, creating: true),
            file.write(heads, after: HeadsFile.Areas(), id: id, key: key, context: context), file.sync()
        else { return nil }
        pin = Pin(id: id, written: now, heads: heads)
        return pin?.bytes
    }

    /// The vault file could not be changed, so its old pin stays.
    mutating func unpinned(from pinned: [UInt8]?) { pin = pinned.flatMap { Pin($0) } }

    /// Continues with the file that another program has created.
    mutating func adopt(_ pinned: [UInt8]) { pin = Pin(pinned) }

    /// The new pin for the vault file, if the old one lags by 256 operations, or by a day and any operation.
    mutating func renewedPin(now: Int64) -> [UInt8]? {
        guard let old = pin, !isMissing else { return nil }
        let late = heads.reduce(0 as UInt64) { sum, head in
            let known = old.heads[head.key]?.position ?? 0
            return sum &+ (head.value.position > known ? head.value.position - known : 0)
        }
        guard late >= 256 || late > 0 && (now < old.written || now - old.written >= 86_400_000) else { return nil }
        pin = Pin(id: old.id, written: now, heads: heads)
        return pin?.bytes
    }

    /// The vault file's pin of the heads: id 16 ‖ i64 ms ‖ heads.
    struct Pin {
        let id: [UInt8]
        let written: Int64
        let heads: [JournalID: Head]

        init(id: [UInt8], written: Int64, heads: [JournalID: Head]) { (self.id, self.written, self.heads) = (id, written, heads) }

        init?(_ bytes: [UInt8]) {
            guard bytes.count >= 24, let heads = ConfirmedHeads.decoded(bytes.dropFirst(24)) else { return nil }
            self.init(id: Array(bytes.prefix(16)), written: bytes.bigEndian(at: 16), heads: heads)
        }

        var bytes: [UInt8] {
            var bytes = id
            bytes.append(bigEndian: written)
            return bytes + ConfirmedHeads.encoded(heads)
        }
    }

    static func encoded(_ heads: [JournalID: Head]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (journal, head) in heads.sorted(by: { $0.key < $1.key }) {
            bytes += journal.bytes
            bytes.append(bigEndian: head.position)
            bytes += head.hash
            bytes.append(bigEndian: head.knownEnd)
        }
        return bytes
    }

    /// Reads what `encoded` returns; `nil` for other lengths.
    static func decoded(_ slice: ArraySlice<UInt8>) -> [JournalID: Head]? {
        let bytes = Array(slice)
        guard bytes.count % entryCount == 0 else { return nil }
        var heads: [JournalID: Head] = [:]
        for start in stride(from: 0, to: bytes.count, by: entryCount) {
            guard let journal = JournalID(bytes[start..<start + 16]) else { return nil }
            heads[journal] = Head(
                position: bytes.bigEndian(at: start + 16), hash: Array(bytes[start + 24..<start + 56]),
                knownEnd: bytes.bigEndian(at: start + 56))
        }
        return heads
    }

    /// journal 16 ‖ position u64 ‖ hash 32 ‖ settled at u64
    private static let entryCount = 64
}

extension OpenVault {
    /// The confirmed heads of each journal, from the file beside the database.
    static func headsOnDisk(of keys: borrowing UnlockedVault, at location: VaultLocation) -> ConfirmedHeads {
        ConfirmedHeads(
            readingFrom: VaultKeyFiles(location).heads(of: keys), pinned: keys.body.confirmedHeads,
            key: keys.vaultKey().derive("heads"), context: ConfirmedHeads.context(keys))
    }

    /// Adds up a value over all heads and the ends of their chains in the database. A program that had the vault open while a
    /// journal was removed may have recorded that one again.
    package static func sum(
        _ heads: ConfirmedHeads, store: Store, device: DeviceID, _ count: (ConfirmedHeads.Head, UInt64) -> Int
    ) throws -> Int {
        // Without the list more is counted as lost, never less.
        let removed = Set(((try? store.records(kind: removalKind)) ?? []).map { JournalID($0.id.bytes) })
        return try store.read { writer in
            try heads.heads.reduce(0) { sum, head in
                guard try !removed.contains(head.key) || store.holds(head.key) else { return sum }
                return try sum + count(head.value, writer.nextPlace(journal: head.key, device: device).position - 1)
            }
        }
    }
}
