import Foundation

/// Who may enter a vault's folder. Its files are for their owner alone in any case; their names, sizes and times are not.
enum FolderRights {
    /// Closes the folder to other users. Where files of another kind lie in it, or it belongs to another user, it stays as it is.
    /// - Returns: whether others may enter it.
    static func tighten(_ location: VaultLocation) -> Bool {
        var about = stat()
        guard unsafe stat(location.folder, &about) == 0, about.st_mode & 0o077 != 0 else { return false }
        let ours: Set = [VaultFiles.attachments, VaultFiles.scratch]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location.folder)) ?? [""]
        guard about.st_uid == geteuid(), names.allSatisfy({ ours.contains($0) || VaultFiles.isOurs($0) }) else { return true }
        return unsafe chmod(location.folder, 0o700) != 0
    }

    /// Refuses a folder of sealed files that is a link to another place, or no folder.
    static func checkAttachments(of location: VaultLocation) throws {
        var about = stat()
        guard unsafe lstat(location.attachments, &about) == 0 else { return }
        guard about.st_mode & S_IFMT == S_IFDIR else { throw EngineError.notAFolder(path: location.attachments) }
    }
}
