import Base
import Ledger
import Store

extension OpenVault {
    /// How many unencrypted exports are remembered; after that the oldest is forgotten.
    private static let remembered = 1000

    /// The unencrypted exports that were made from this vault and still exist, the latest last.
    package func clearExports() throws -> [ClearExport] { try allExports().filter(\.isThere) }

    private func allExports() throws -> [ClearExport] {
        guard let bytes = try store.bytes(of: .exports) else { return [] }
        guard let list = try? JSON(reading: bytes).array else { throw StoreError.damagedRow(table: "device") }
        return list.compactMap { ClearExport(json: $0) }
    }

    /// Remembers an export, and replaces what was known of its path. A read-only vault remembers nothing (`isReadOnly`).
    package func remember(_ export: ClearExport) throws {
        guard !isReadOnly else { return }
        var list = try allExports().filter { $0.path != export.path }
        list.append(export)
        try keep(list.suffix(OpenVault.remembered))
    }

    /// Refuses a path that exists, and one in the vault's own folder, before the owner is asked.
    package func checkExportTarget(_ path: String) throws {
        let path = VaultLocation(folder: path).folder
        guard !location.holds(path) else { throw ExportError.insideVault(path: path) }
        try ExportFile.refuseExisting(path)
    }

    /// Writes a new unencrypted file, readable by its owner only, and remembers it so that it can be wiped later. Call it only
    /// after the owner agreed. On an error nothing is left of the file.
    package func writeInClear(_ bytes: [UInt8], as form: ClearExport.Form, to path: String) throws {
        let path = VaultLocation(folder: path).folder
        try checkExportTarget(path)
        // Remembered first, so that a file left by a killed program is known.
        try remember(ClearExport(path: path, form: form, made: surroundings.now(), digest: digest(bytes)))
        do {
            try NewFile(path: path).write(bytes)
        } catch {
            try forget(path)
            throw error
        }
    }

    /// Removes an export from the list, once nothing is left of it.
    package func forget(_ path: String) throws {
        guard !isReadOnly else { return }
        try keep(allExports().filter { $0.path != path }[...])
    }

    private func keep(_ list: ArraySlice<ClearExport>) throws {
        try store.write { writer in
            if list.isEmpty {
                try writer.drop(.exports)
            } else {
                try writer.keep(JSON.array(list.map(\.json)).bytes, in: .exports)
            }
        }
    }

    /// The export at a path, even if it was moved there; throws `ExportError.notOurs` for anything else.
    ///
    /// One that was changed since is recognized by its path alone: throws `ExportError.editedSince` unless `edited` is set.
    package func clearExport(at path: String, edited: Bool = false) throws -> ClearExport {
        let path = VaultLocation(folder: path).folder
        let list = try allExports()
        if let begun = list.first(where: { $0.isBegun && $0.isThere && ($0.path == path || $0.place == path) }) { return begun }
        if let digest = ClearExportWiper.digest(of: path), let known = list.last(where: { $0.digest == digest }) {
            return ClearExport(path: path, form: known.form, made: known.made, digest: digest)
        }
        guard let known = list.last(where: { $0.path == path && $0.isThere }) else { throw ExportError.notOurs(path: path) }
        guard edited else { throw ExportError.editedSince(path: path) }
        return known
    }

    /// Overwrites an unencrypted export once, and removes it. Removes only what this vault wrote and is unchanged, or with
    /// `edited` also what was changed; other files stay.
    package func wipe(_ export: ClearExport, edited: Bool = false) throws -> WipeReport {
        var wiper = ClearExportWiper(takesEdited: edited)
        try wiper.wipe(export.place, digest: export.digest)
        let known = try allExports().filter { $0.path == export.path || $0.digest == export.digest && !$0.isBegun }
        for other in known where !other.isThere { try forget(other.path) }
        return wiper.report
    }
}
