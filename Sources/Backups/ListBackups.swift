import Base
import Engine
import Foundation
import Ledger
import Vault

package struct BackupFile: Hashable, Sendable {
    package let name: BackupName
    /// When it was made, in milliseconds since 1970: as its name says or, where that is in the future, as the file does; `nil` if
    /// neither can be.
    package let made: Int64?
    package let bytes: Int64
}

extension OpenVault {
    /// The backups of this vault in a folder, the newest first; none if there is no such folder. Reads only names.
    package func backups(in folder: String) -> [BackupFile] {
        // The folder may be on a disk that is not connected; the time of the last backup is known without it.
        guard let shelf = try? BackupShelf(folder: folder, vault: hex(keys.header.vault.prefix(4))) else { return [] }
        let now = surroundings.now()
        return shelf.names.reversed().map { name in
            var about = stat()
            let isThere = unsafe stat(folder + "/" + name.text, &about) == 0
            let times = [name.created] + (isThere ? [Int64(about.st_mtim.tv_sec) * 1000] : [])
            return BackupFile(
                name: name, made: times.first { BackupName.isPlausible($0, now: now) }, bytes: isThere ? Int64(about.st_size) : 0)
        }
    }
}
