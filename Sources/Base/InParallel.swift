#if !os(WASI)
    import Foundation
    import Synchronization

    /// Maps the elements on all processors, in order; for pure, slow work.
    package func inParallel<Element: Sendable, Made: Sendable>(
        _ elements: [Element], _ work: @Sendable (Element) -> Made
    ) -> [Made] {
        // A few are done sooner than they are shared out.
        let lanes = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount, elements.count / 16))
        guard lanes > 1 else { return elements.map(work) }
        let share = (elements.count + lanes - 1) / lanes
        let parts = Mutex([[Made]](repeating: [], count: lanes))
        DispatchQueue.concurrentPerform(iterations: lanes) { lane in
            let range = min(lane * share, elements.count)..<min((lane + 1) * share, elements.count)
            let part = elements[range].map(work)
            parts.withLock { $0[lane] = part }
        }
        return parts.withLock { $0.flatMap { $0 } }
    }

    /// A list that is made on another thread while its maker goes on.
    package final class MadeAhead<Element: Sendable>: Sendable {
        private let underWay = DispatchGroup()
        private let made = Mutex<[Element]>([])

        package init(_ make: @escaping @Sendable () -> [Element]) {
            DispatchQueue.global(qos: .userInitiated).async(group: underWay) { [self] in
                let list = make()
                made.withLock { $0 = list }
            }
        }

        /// The list, as soon as it is ready.
        package func fetch() -> [Element] {
            underWay.wait()
            return made.withLock { $0 }
        }
    }
#endif
