#if os(WASI)
    import Engine
    import Exchange
    import HTTP
    import Synchronization

    /// Passes an export on while it is written. On one thread the writer cannot wait for its reader: so it begins when the reader has
    /// come, who then takes each piece at once.
    final class ExportPipe: ExportOutput, Sendable {
        private let pending = Mutex<[UInt8]>([])
        private let reader = Mutex<BodyWriter?>(nil)
        private let (came, coming) = AsyncStream.makeStream(of: Void.self)
        private let (ended, ending) = AsyncThrowingStream.makeStream(of: Void.self)

        /// Returns when the export may begin.
        func open() async { for await _ in came {} }

        func write(_ bytes: [UInt8]) throws {
            try pending.withLock { pending in
                pending += bytes
                guard pending.count >= BodyWriter.pieceBytes else { return }
                try hand(pending)
                pending = []
            }
        }

        func finish() throws {
            try hand(pending.withLock { $0 })
            ending.finish()
        }

        func abandon() { ending.finish(throwing: CancellationError()) }

        private func hand(_ bytes: [UInt8]) throws {
            try Task.checkCancellation()
            guard let reader = reader.withLock({ $0 }) else { throw CancellationError() }
            try reader.writeAtOnce(bytes)
        }

        /// Sends everything; throws if the export fails, so that the browser notices.
        func send(to writer: BodyWriter) async throws {
            reader.withLock { $0 = writer }
            coming.finish()
            defer { reader.withLock { $0 = nil } }
            for try await _ in ended {}
        }
    }
#endif
