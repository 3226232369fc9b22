import Insights

/// Runs cells. The result depends on the seed alone: not on the number of threads, nor on which other cells run.
package struct Simulation: Sendable {
    let diaries: Int
    let seed: UInt64
    let threads: Int

    /// - Parameter diaries: the number of people in each cell.
    /// - Parameter threads: how many run at once.
    package init(diaries: Int, seed: UInt64, threads: Int = 2) {
        (self.diaries, self.seed, self.threads) = (max(diaries, 1), seed, max(threads, 1))
    }

    /// For each measure of a cell, in how many diaries it is true.
    package func run(_ cell: Cell) async -> [Count] {
        await withTaskGroup(of: [Count].self) { group in
            for thread in 0..<threads {
                group.addTask { part(of: cell, from: thread) }
            }
            return await group.reduce(into: cell.measures.map { _ in Count() }) { sums, counts in
                for (place, count) in counts.enumerated() {
                    sums[place] = Count(yes: sums[place].yes + count.yes, of: sums[place].of + count.of)
                }
            }
        }
    }

    private func part(of cell: Cell, from first: Int) -> [Count] {
        var counts = cell.measures.map { _ in Count() }
        for person in stride(from: first, to: diaries, by: threads) {
            // Every cell has its own people, so that bad luck in one says nothing about the next.
            var random = Seeded(seed, cell.mark, person)
            for (place, holds) in cell.outcome(seed: random.next()).enumerated() {
                guard let holds else { continue }
                counts[place] = Count(yes: counts[place].yes + (holds ? 1 : 0), of: counts[place].of + 1)
            }
        }
        return counts
    }
}
