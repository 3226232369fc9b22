extension RandomAccessCollection where Index == Int {
    /// The first index whose element belongs to the second part of a sorted collection.
    package func partitioningIndex(_ belongsToSecond: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The elements on some days, by number, in a collection that ascends by day.
    package func within(_ days: ClosedRange<Int>, day: (Element) -> Int) -> SubSequence {
        self[partitioningIndex { day($0) >= days.lowerBound }..<partitioningIndex { day($0) > days.upperBound }]
    }
}
