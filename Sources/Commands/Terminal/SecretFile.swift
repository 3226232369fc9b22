import Base
import Basics
import Engine
import Foundation

/// A file with a passphrase, a recovery code or shares, readable by its owner only.
enum SecretFile {
    /// Its content, at most `limit` bytes; throws `secret_readable` if other users can read or change it. `variable`: the
    /// environment variable that names it, if any.
    static func bytes(at path: String, limit: Int, variable: String? = nil) throws -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT, let variable {
            throw Refusal(
                "not_found", "\(variable) names \(path), which does not exist", hint: "check the spelling of the path",
                exit: .failed)
        }
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        let file = OpenFile(descriptor)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw EngineError.file(path: path, code: errno) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else { throw EngineError.notAFile(path: path) }
        guard kind != S_IFREG || status.st_mode & 0o077 == 0 else {
            throw Refusal(
                "secret_readable", "other users can read or change the file \(path)",
                hint: "chmod 600 \(Shell.quoted(path)); a secret that others could read should be changed too", exit: .failed)
        }
        return try file.read(limit)
    }
}
