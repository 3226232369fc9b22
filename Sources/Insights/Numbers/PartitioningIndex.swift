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
}
