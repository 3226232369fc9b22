/// All watches, and the day of the last look.
package struct WatchState: Hashable, Sendable {
    /// The number of the day of the last look; what was decided up to it is never decided again.
    package private(set) var lastLook: Int?
    /// In the order in which they began.
    package private(set) var watches: [Watch]

    /// The initial state, or that of the records.
    package init(lastLook: Int? = nil, watches: [Watch] = []) {
        (self.lastLook, self.watches) = (lastLook, watches)
    }

    package var watching: [Watch] { watches.filter { $0.isWatching } }

    /// The first day from which a watch has its size: that of the first confirmation of its question in the same direction. If it
    /// is not confirmed yet and never was, the day itself.
    func sizeStart(of watch: Watch, at day: Int) -> Int {
        let same = watches.filter { $0.hypothesis == watch.hypothesis && $0.direction == watch.direction }
        return max((same + [watch]).compactMap { $0.confirmed }.min() ?? day, day - Watcher.longestMeasured)
    }

    /// The state after a look on a day: `changes` replace watches of the same name; new ones are appended.
    package func changed(by changes: [Watch], on day: Int) -> WatchState {
        var next = self
        next.lastLook = max(day, lastLook ?? day)
        for change in changes {
            if let place = next.watches.firstIndex(where: { $0.name == change.name }) {
                next.watches[place] = change
            } else {
                next.watches.append(change)
            }
        }
        return next
    }
}
