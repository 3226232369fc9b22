/// The time that is taken already. The first record counts for all of its time, a later one only for what is still free.
struct Coverage {
    /// Intervals of seconds that neither overlap nor touch, in order.
    private var taken: [Range<Int64>] = []

    /// Takes the intervals of one source, and passes the free parts of each, in order.
    ///
    /// They must be sorted by start, the longest first if starts are equal. An interval without length takes nothing, and gets
    /// itself if its moment is free. One pass over the taken intervals is enough for all.
    mutating func claim(_ spans: [Range<Int64>], _ body: (_ index: Int, _ free: [Range<Int64>]) throws -> Void) rethrows {
        var reached = Int64.min
        var at = 0
        var claimed: [Range<Int64>] = []
        for (index, span) in spans.enumerated() {
            var from = max(span.lowerBound, reached)
            // An interval that ends before this one begins does not matter to later ones: so each is passed once.
            while at < taken.count, taken[at].upperBound <= from { at += 1 }
            var free: [Range<Int64>] = []
            if span.isEmpty {
                let isTaken = reached > span.lowerBound || (at < taken.count && taken[at].lowerBound <= span.lowerBound)
                if !isTaken { free = [span] }
            } else {
                var other = at
                while from < span.upperBound {
                    while other < taken.count, taken[other].upperBound <= from { other += 1 }
                    let next = other < taken.count ? taken[other].lowerBound : Int64.max
                    if next > from { free.append(from..<min(next, span.upperBound)) }
                    from = other < taken.count ? max(from, min(span.upperBound, taken[other].upperBound)) : span.upperBound
                    if next >= span.upperBound { break }
                }
                reached = max(reached, span.upperBound)
                claimed += free
            }
            try body(index, free)
        }
        merge(claimed)
    }

    /// Merges the claimed parts, which are sorted and do not overlap, into the sorted list.
    private mutating func merge(_ claimed: [Range<Int64>]) {
        guard !claimed.isEmpty else { return }
        var merged: [Range<Int64>] = []
        merged.reserveCapacity(taken.count + claimed.count)
        var (a, b) = (0, 0)
        while a < taken.count || b < claimed.count {
            let next: Range<Int64>
            if b == claimed.count || (a < taken.count && taken[a].lowerBound < claimed[b].lowerBound) {
                next = taken[a]
                a += 1
            } else {
                next = claimed[b]
                b += 1
            }
            if let last = merged.last, last.upperBound >= next.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
            } else {
                merged.append(next)
            }
        }
        taken = merged
    }
}
