import Foundation
import Synchronization

/// Maps the elements on all processors, in order; for pure, slow work.
package func inParallel<Element: Sendable, Made: Sendable>(_ elements: [Element], _ work: @Sendable (Element) -> Made) -> [Made] {
    let lanes = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
    let share = (elements.count + lanes - 1) / lanes
    guard share > 0 else { return [] }
    let parts = Mutex([[Made]](repeating: [], count: lanes))
    DispatchQueue.concurrentPerform(iterations: lanes) { lane in
        let range = min(lane * share, elements.count)..<min((lane + 1) * share, elements.count)
        let part = elements[range].map(work)
        parts.withLock { $0[lane] = part }
    }
    return parts.withLock { $0.flatMap { $0 } }
}
