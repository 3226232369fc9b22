import Basics
import Foundation
import Vault

/// The file `vault.agent`, which says where an agent keeps the vault's key: the path of its socket, in UTF-8.
///
/// `lock` and `wipe` find the agent through it, whatever their `XDG_RUNTIME_DIR` is. The agent deletes the key when the file is
/// gone, as with a removed or moved vault. On a read-only disk there is no such file: only the usual places are searched.
struct AgentMark {
    static let name = "vault.agent"
    let path: String

    init(at location: VaultLocation) { path = location.folder + "/" + Self.name }

    /// The agent that has the key, or had it.
    var holder: KeyHolder? {
        var about = stat()
        guard unsafe lstat(path, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_size < 4096,
            let bytes = FileManager.default.contents(atPath: path),
            let socket = String(validating: Array(bytes), as: UTF8.self), socket.hasPrefix("/")
        else { return nil }
        return .agent(socketPath: socket)
    }

    /// These holders, plus the agent of this file if it is not among them.
    func among(_ holders: [KeyHolder]) -> [KeyHolder] {
        guard let holder, !holders.contains(holder) else { return holders }
        return holders + [holder]
    }

    /// Records where the key will be; `false` if nothing can be written.
    func write(_ socketPath: String) -> Bool {
        remove()
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        let bytes = Array(socketPath.utf8)
        return unsafe bytes.withUnsafeBytes { unsafe Foundation.write(file, $0.baseAddress, $0.count) } == bytes.count
    }

    func remove() { unsafe _ = unlink(path) }
}
