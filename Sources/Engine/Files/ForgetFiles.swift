import Base
import Basics
import Foundation
import Ledger
import Records
import Store

extension OpenVault {
    /// Removes encrypted files that nothing names, and remains of interrupted encryption: both only when older than a day, so
    /// that files another program is about to save stay.
    ///
    /// A file stays if it is named in any record of any journal, deleted ones too, in an earlier value of a record, or in a
    /// draft. All stay if operations are missing or the database is damaged, since what is lost may name files.
    /// - Returns: the number of files removed.
    @discardableResult
    package func removeForgottenFiles() throws -> Int {
        let folder = AttachmentFolder(path: location.attachments)
        let dayBefore = surroundings.now() - 86_400_000
        let old = folder.names(olderThan: dayBefore)
        let partials = old.filter { $0.hasSuffix(".partial") }
        let forgotten = try unnamed(among: Set(old.filter(AttachmentFolder.isSealedName)))
        // Checked again: an entry may have claimed one while the database was read.
        let still = forgotten.isEmpty ? [] : forgotten.intersection(folder.names(olderThan: dayBefore))
        return folder.remove(partials + still.sorted())
    }

    /// The names of the encrypted files that attachments have. Throws if a record does not name its file.
    package func namedFiles() throws -> Set<String> {
        Set(
            try store.records(kind: AttachmentRecord.kind).map { record in
                guard let name = record.state["hash"]?.string else { throw StoreError.damagedRow(table: "record") }
                return name
            })
    }

    /// Those names that occur nowhere in a database from which nothing is missing.
    private func unnamed(among names: Set<String>) throws -> Set<String> {
        var names = names.isEmpty ? names : names.subtracting(try namedFiles())
        let hasLostItsEnd = lostOperations > 0 || heads.heads.values.contains { $0.knownEnd > 0 }
        guard !names.isEmpty, try !hasLostItsEnd && store.missingOperations() == 0 else { return [] }
        func keep(whatStandsIn bytes: [UInt8]) { names = names.filter { !bytes.has(Array($0.utf8)) } }
        for draft in try store.draftNames() { keep(whatStandsIn: try store.draft(draft) ?? []) }
        // A newer version may have kinds of records that this one does not know. Texts are skipped: they are long, and no program
        // writes a file name there.
        try store.eachReadableRecord { _, _, _, state in
            for (field, write) in state.fields where field != "text" { keep(whatStandsIn: write.value.bytes) }
        }
        try store.eachReadableRevision { _, _, _, field, write in
            if field != "text" { keep(whatStandsIn: write.value.bytes) }
        }
        return names.isEmpty || !store.isSound() ? [] : names
    }
}
