import Basics
import Foundation

/// Access to a vault's folder. Its files are private in any case; their names, sizes and times are not.
enum FolderRights {
    /// Removes other users' access to the folder, unless it contains other files or belongs to another user.
    /// - Returns: whether others still have access.
    static func tighten(_ location: VaultLocation) -> Bool {
        var about = stat()
        guard unsafe stat(location.folder, &about) == 0, about.st_mode & 0o077 != 0 else { return false }
        let ours: Set = [VaultFiles.attachments, VaultFiles.scratch]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location.folder)) ?? [""]
        guard FileAccess.isOwn(about), names.allSatisfy({ ours.contains($0) || VaultFiles.isOurs($0) }) else { return true }
        return !FileAccess.makePrivate(location.folder, isFolder: true)
    }

    /// Throws if the folder of encrypted files is a link, or no folder.
    static func checkAttachments(of location: VaultLocation) throws {
        var about = stat()
        guard unsafe lstat(location.attachments, &about) == 0 else { return }
        guard about.st_mode & S_IFMT == S_IFDIR else { throw EngineError.notAFolder(path: location.attachments) }
    }
}
