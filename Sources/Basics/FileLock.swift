import Foundation

extension FileLock {
    /// Opens an empty file that is only locked, or creates it (0600), and takes its lock; `nil` if another opening of it still holds
    /// that after `patience` milliseconds. Closed by `close`.
    package static func open(_ path: String, patience: Int = 0) throws(FileFault) -> Int32? {
        let file = unsafe Foundation.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileFault(.open) }
        do throws(FileFault) {
            if try take(file, patience: patience) { return file }
        } catch {
            close(file)
            throw error
        }
        close(file)
        return nil
    }
}
