import Journal

/// Which figure comes first in all dates of a column or a journal: what they prove together, otherwise what is most likely.
struct DateOrderChoice {
    /// The order to read them in.
    let order: DateOrder
    /// What a person should look at; `nil` where the dates leave no doubt, or the owner has said it.
    let finding: ImportFinding?

    /// - `stamps`: as they follow each other in the source.
    /// - `asked`: what the owner says.
    /// - `today`: no later day is likely in a diary.
    init(_ stamps: some Sequence<CivilStamp>, asked: DateOrder? = nil, today: LocalDay? = nil) {
        let open = stamps.filter { $0.isOpen && DateOrder.allCases.contains(where: $0.allows) }
        guard let first = open.first else { (order, finding) = (asked ?? .dayFirst, nil); return }
        if let asked { (order, finding) = (asked, nil); return }
        var doubt = ImportFinding.DateDoubt.usual
        var possible = DateOrderChoice.best(of: first.usualOrders) { order in open.count { !$0.allows(order) } }
        let isMixed = possible.contains { order in !open.allSatisfy { $0.allows(order) } }
        if possible.count == 1, !isMixed { (order, finding) = (possible[0], nil); return }
        func narrow(_ why: ImportFinding.DateDoubt, _ faults: (DateOrder) -> Int) {
            guard possible.count > 1 else { return }
            possible = DateOrderChoice.best(of: possible, faults)
            if possible.count == 1 { doubt = why }
        }
        if let today {
            narrow(.future) { order in open.count { ($0.reading(order)?.number ?? 0) > today.number + 1 } }
        }
        if possible.count > 1, !isMixed, possible.contains(.dayFirst), open.allSatisfy(\.hasDots) {
            (order, finding) = (.dayFirst, nil)
            return
        }
        narrow(.sequence) { order in DateOrderChoice.backward(open.map { ($0.day(order), $0.time) }) }
        order = possible[0]
        finding = .ambiguousDates(read: order, because: isMixed ? .mixed : doubt)
    }

    /// Those with the fewest faults, in the order in which they are given.
    private static func best(of orders: [DateOrder], _ faults: (DateOrder) -> Int) -> [DateOrder] {
        let counts = orders.map { (order: $0, faults: faults($0)) }
        let least = counts.map(\.faults).min()
        return counts.filter { $0.faults == least }.map(\.order)
    }

    /// How many moments lie on the wrong side of the one above, in whichever direction the source runs.
    private static func backward(_ moments: [(LocalDay?, TimeOfDay?)]) -> Int {
        let steps = zip(moments, moments.dropFirst()).map { compare($0, $1) }
        return min(steps.count { $0 > 0 }, steps.count { $0 < 0 })
    }

    /// 1 where the second moment is earlier, -1 where it is later, 0 where it is neither or unknown.
    static func compare(_ a: (LocalDay?, TimeOfDay?), _ b: (LocalDay?, TimeOfDay?)) -> Int {
        guard let day = a.0, let next = b.0 else { return 0 }
        if day != next { return day > next ? 1 : -1 }
        guard let time = a.1, let nextTime = b.1, time != nextTime else { return 0 }
        return time > nextTime ? 1 : -1
    }
}
