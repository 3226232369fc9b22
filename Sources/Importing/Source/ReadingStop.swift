/// Whether the import for which a source is read was stopped: by its button, by the lock, or because its request is over.
/// Readers ask now and then, so that no file outlives its import.
enum ReadingStop {
    /// Throws `CancellationError` if the import was stopped.
    static func check() throws(CancellationError) { if isAsked() { throw CancellationError() } }
}
