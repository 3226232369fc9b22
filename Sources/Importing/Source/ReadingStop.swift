/// Whether the import for which a source is read was stopped: by its button, by the lock, or because its request is over.
/// Readers ask now and then, so that no file outlives its import.
enum ReadingStop {
    /// Asks the present task; `ReadAhead` binds it to the import's task on the thread that reads.
    @TaskLocal static var isAsked: @Sendable () -> Bool = { Task.isCancelled }

    /// Throws `CancellationError` if the import was stopped.
    static func check() throws(CancellationError) { if isAsked() { throw CancellationError() } }
}
