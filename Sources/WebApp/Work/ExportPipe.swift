#if !os(WASI)
    import Engine
    import Exchange
    import Foundation
    import HTTP
    import Synchronization

    /// Passes an export from the vault's thread to the browser, a few pieces at a time, as fast as the browser reads.
    ///
    /// The writer waits for a slow browser, and gives up if nothing was read for a minute.
    final class ExportPipe: ExportOutput, Sendable {
        private struct State {
            var pending: [UInt8] = []
            var isBroken = false
        }

        private static let pieceCount = 64 << 10
        private static let piecesUnderWay = 8

        private let state = Mutex(State())
        // Starts at zero: a semaphore released below its initial value is treated as a programming error.
        private let room = DispatchSemaphore(value: 0)
        private let pieces: AsyncThrowingStream<[UInt8], any Error>
        private let continuation: AsyncThrowingStream<[UInt8], any Error>.Continuation

        init() {
            (pieces, continuation) = AsyncThrowingStream.makeStream()
            for _ in 0..<ExportPipe.piecesUnderWay { room.signal() }
        }

        /// Returns when the export may begin.
        func open() async {}

        func write(_ bytes: [UInt8]) throws {
            let full = state.withLock { state in
                state.pending += bytes
                guard state.pending.count >= ExportPipe.pieceCount else { return [UInt8]() }
                defer { state.pending = [] }
                return state.pending
            }
            try hand(full)
        }

        func finish() throws {
            let rest = state.withLock { state in
                defer { state.pending = [] }
                return state.pending
            }
            try hand(rest)
            continuation.finish()
        }

        func abandon() { continuation.finish(throwing: CancellationError()) }

        private func hand(_ bytes: [UInt8]) throws {
            try Task.checkCancellation()
            guard !bytes.isEmpty else { return }
            let hasRoom = room.wait(timeout: .now() + .seconds(60)) == .success
            guard hasRoom, !state.withLock({ $0.isBroken }) else { throw CancellationError() }
            continuation.yield(bytes)
        }

        /// Sends everything; throws if the export fails, so that the browser notices.
        func send(to writer: BodyWriter) async throws {
            defer {
                // The writer must not wait for a browser that is gone.
                state.withLock { $0.isBroken = true }
                room.signal()
            }
            for try await piece in pieces {
                try await writer.write(piece)
                room.signal()
            }
        }
    }
#endif
