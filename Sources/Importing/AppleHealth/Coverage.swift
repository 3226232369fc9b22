/// Which time is taken already. Whoever comes first counts for all of its time, whoever comes later only for what is left.
struct Coverage {
    /// Intervals of seconds that neither overlap nor touch, in order.
    private var taken: [Range<Int64>] = []

    /// Lets the intervals of one source claim their time, and tells what each of them gets, in order.
    ///
    /// They come sorted by their start, of those with one start the longest first. An interval without length takes nothing and
    /// gets itself where its moment is free. All together it takes one walk over what is taken.
    mutating func claim(_ spans: [Range<Int64>], _ body: (_ index: Int, _ free: [Range<Int64>]) throws -> Void) rethrows {
        var reached = Int64.min
        var at = 0
        var claimed: [Range<Int64>] = []
        for (index, span) in spans.enumerated() {
            var from = max(span.lowerBound, reached)
            // What ends before this one's own time begins matters to none that follow: so each interval is passed once.
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

    /// The free parts are in order and do not overlap: two sorted lists become one.
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
