import Base
import Ledger
import Store

extension OpenVault {
    /// How many clear exports are remembered; beyond that the oldest is forgotten.
    private static let remembered = 1000

    /// The exports in clear that were made from this vault and are still there, the latest last.
    package func clearExports() throws -> [ClearExport] { try allExports().filter(\.isThere) }

    private func allExports() throws -> [ClearExport] {
        guard let bytes = try store.bytes(of: .exports) else { return [] }
        guard let list = try? JSON(reading: bytes).array else { throw StoreError.damagedRow(table: "meta") }
        return list.compactMap { ClearExport(json: $0) }
    }

    /// Enters an export, in the place of what was known of its path. A vault that is only read remembers nothing (`isReadOnly`).
    package func remember(_ export: ClearExport) throws {
        guard !isReadOnly else { return }
        var list = try allExports().filter { $0.path != export.path }
        list.append(export)
        try keep(list.suffix(OpenVault.remembered))
    }

    /// Refuses a path at which something is already, and one in the vault's own folder: before anybody is asked.
    package func checkExportTarget(_ path: String) throws {
        let path = VaultLocation(folder: path).folder
        guard !location.holds(path) else { throw ExportError.insideVault(path: path) }
        try ExportFile.refuseExisting(path)
    }

    /// Writes a new file in clear, which is the owner's alone, and remembers it, so that it can be wiped later. Only after the owner
    /// has said yes. On a failure nothing is left of it.
    package func writeInClear(_ bytes: [UInt8], as form: ClearExport.Form, to path: String) throws {
        let path = VaultLocation(folder: path).folder
        try checkExportTarget(path)
        // Entered first: a file that a killed program leaves is known.
        try remember(ClearExport(path: path, form: form, made: surroundings.now(), digest: digest(bytes)))
        do {
            try NewFile(path: path).write(bytes)
        } catch {
            try forget(path)
            throw error
        }
    }

    /// Takes an export off the list: nothing of it is left.
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

    /// The export that lies at a path, also where it was moved there; throws `ExportError.notOurs` for anything else.
    ///
    /// One that was changed since is known by its path alone: `ExportError.editedSince`, unless `edited` says that this is meant.
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

    /// Writes over an export in clear, once, and removes it. Only what this vault made and nobody changed since, or with `edited`
    /// what was changed in it too: other files stay.
    package func wipe(_ export: ClearExport, edited: Bool = false) throws -> WipeReport {
        var wiper = ClearExportWiper(takesEdited: edited)
        try wiper.wipe(export.place, digest: export.digest)
        let known = try allExports().filter { $0.path == export.path || $0.digest == export.digest && !$0.isBegun }
        for other in known where !other.isThere { try forget(other.path) }
        return wiper.report
    }
}
