import Foundation
import Journal
import Ledger
import Records
import Store

/// The SOS numbers that are shown while the vault is locked: names and telephone numbers in `sos.numbers` beside the vault, not
/// encrypted, readable by its owner only. The file is there only while the owner wants that on this device
/// (docs/formats/sos-numbers.md).
package enum LockedNumbers {
    static let fileName = "sos.numbers"

    /// The numbers in their order; `nil` if the owner does not want them shown, or the file is open to others.
    package static func read(at location: VaultLocation) -> [SupportItem]? {
        OwnFile.read(fileName, in: location.folder)?["contacts"]?.array?.prefix(OpenVault.supportLimit).compactMap { line in
            let item = SupportItem(.contact, name: line["name"]?.string ?? "", phone: line["phone"]?.string ?? "")
            return item.fault == nil ? item : nil
        }
    }

    /// What the file holds of a plan.
    private static func shown(_ contacts: [SupportItem]) -> [SupportItem] {
        contacts.prefix(OpenVault.supportLimit).map { SupportItem(.contact, name: $0.name, phone: $0.phone) }
            .filter { $0.fault == nil }
    }

    fileprivate static func write(_ contacts: [SupportItem], at location: VaultLocation) throws {
        let lines = shown(contacts).map { JSON.object(["name": .string($0.name), "phone": .string($0.phone)]) }
        try OwnFile.write(["contacts": .array(lines)], as: fileName, in: location.folder)
    }

    fileprivate static func remove(at location: VaultLocation) throws {
        let path = location.folder + "/" + fileName
        guard unsafe unlink(path) == 0 || errno == ENOENT else { throw EngineError.file(path: path, code: errno) }
        try PartialFile.removeRemains(in: location.folder)
        try syncFolder(location.folder)
    }

    /// Writes them again if the plan has changed. If that fails the file is removed, so that it shows nothing that the plan has no
    /// longer.
    /// One that cannot be used, because others may read it or it has a second name, is written again too.
    static func renew(from store: Store, at location: VaultLocation, journal: JournalID?) {
        var about = stat()
        guard let journal, unsafe lstat(location.folder + "/" + fileName, &about) == 0 else { return }
        do {
            let contacts = shown(try OpenVault.supportItems(.contact, in: store, of: journal).map(\.item))
            if contacts != read(at: location) { try write(contacts, at: location) }
        } catch {
            // It may be that nothing can be written or removed: then the next change tries again.
            try? remove(at: location)
        }
    }
}

extension OpenVault {
    /// Shows the SOS numbers of the plan while the vault is locked, or no longer: on this device only.
    package func showNumbersWhileLocked(_ isWanted: Bool) throws {
        guard isWanted else { return try LockedNumbers.remove(at: location) }
        try LockedNumbers.write(try supportItems(.contact).map(\.item), at: location)
    }
}
