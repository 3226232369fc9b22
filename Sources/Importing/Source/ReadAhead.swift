#if !os(WASI)
    import Foundation
    import Synchronization

    /// Reads a source on another thread, a few records ahead of the import that enters them. Reading is about a tenth of an import,
    /// and does not depend on the vault's content.
    package final class ReadAhead: Sendable {
        private struct State: Sendable {
            var batches: [[ImportItem]] = []
            var failure: (any Error)?
            var isAtEnd = false
            var isStopped = false
        }
        /// The import has stopped, and accepts no more.
        private struct Stopped: Error {}

        /// The records of one batch; fewer if they have many bytes of text.
        private static let batch = (items: 32, bytes: 256 << 10)
        private static let batchesAhead = 2

        private let state = Mutex(State())
        private let room = DispatchSemaphore(value: 0)
        private let filled = DispatchSemaphore(value: 0)
        private let reader = DispatchGroup()

        private init() { for _ in 0..<ReadAhead.batchesAhead { room.signal() } }

        /// Passes on what `read` hands out, in the same order and on the caller's thread; rethrows the errors of both. Reading has
        /// ended when this returns.
        package static func take(
            from read: @escaping @Sendable ((ImportItem) throws -> Void) throws -> Void, _ take: (ImportItem) throws -> Void
        ) throws {
            let ahead = ReadAhead()
            try unsafe withUnsafeCurrentTask { task in
                // The task lives longer than the reading, and may be asked from any thread.
                nonisolated(unsafe) let task = unsafe task
                let isAsked: @Sendable () -> Bool = {
                    unsafe task?.isCancelled ?? false || ahead.state.withLock { $0.isStopped }
                }
                ReadingStop.queue(asking: isAsked).async(group: ahead.reader) { ahead.fill(read) }
                defer {
                    ahead.state.withLock { $0.isStopped = true }
                    ahead.room.signal()
                    ahead.reader.wait()
                }
                while let batch = try ahead.next() { for item in batch { try take(item) } }
            }
        }

        private func fill(_ read: ((ImportItem) throws -> Void) throws -> Void) {
            var batch: [ImportItem] = []
            var bytes = 0
            var failure: (any Error)?
            do {
                try read { item in
                    batch.append(item)
                    if case .record(let record) = item { bytes += record.text.utf8.count }
                    guard batch.count >= ReadAhead.batch.items || bytes >= ReadAhead.batch.bytes else { return }
                    try put(batch)
                    (batch, bytes) = ([], 0)
                }
            } catch {
                failure = error
            }
            state.withLock { state in
                if !batch.isEmpty { state.batches.append(batch) }
                (state.failure, state.isAtEnd) = (failure, true)
            }
            filled.signal()
        }

        private func put(_ batch: [ImportItem]) throws {
            room.wait()
            try state.withLock { state in
                guard !state.isStopped else { throw Stopped() }
                state.batches.append(batch)
            }
            filled.signal()
        }

        /// The next batch; `nil` at the end of the source.
        private func next() throws -> [ImportItem]? {
            filled.wait()
            let (batch, failure): ([ImportItem]?, (any Error)?) = state.withLock { state in
                // The last batch and the end come together.
                if state.isAtEnd, state.batches.count < 2 { filled.signal() }
                return state.batches.isEmpty ? (nil, state.failure) : (state.batches.removeFirst(), nil)
            }
            if let failure { throw failure }
            room.signal()
            return batch
        }
    }

    extension ReadingStop {
        private static let question = DispatchSpecificKey<@Sendable () -> Bool>()

        /// Asks the import's task on the queue that reads for it, otherwise the present task.
        static var isAsked: @Sendable () -> Bool {
            if let asked = DispatchQueue.getSpecific(key: question) { return asked }
            return { Task.isCancelled }
        }

        /// A queue on which `isAsked` is asked. Not by a task-local value: on a thread without a task its end traps in an optimised
        /// program (Swift 6.3.1).
        fileprivate static func queue(asking isAsked: @escaping @Sendable () -> Bool) -> DispatchQueue {
            let queue = DispatchQueue(label: "auralyst.reading", qos: .userInitiated)
            queue.setSpecific(key: question, value: isAsked)
            return queue
        }
    }
#endif
