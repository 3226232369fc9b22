import Journal

/// The order of day, month and year in all dates of a column or a journal: what they prove together, otherwise the most likely.
struct DateOrderChoice {
    let order: DateOrder
    /// What the owner should check; `nil` if the dates are clear, or the owner has decided.
    let finding: ImportFinding?

    /// - `stamps`: in the order of the source.
    /// - `asked`: the owner's choice.
    /// - `today`: later days are unlikely in a diary.
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
        if !isMixed, possible.contains(.dayFirst), open.allSatisfy(\.hasDots) {
            (order, finding) = (.dayFirst, nil)
            return
        }
        narrow(.sequence) { order in DateOrderChoice.backward(open.map { ($0.day(order), $0.time) }) }
        order = possible[0]
        finding = .ambiguousDates(
            read: order, because: isMixed ? .mixed : doubt, example: open.lazy.compactMap { [order] in $0.readings(order) }.first)
    }

    /// The orders with the fewest faults, in the given sequence.
    private static func best(of orders: [DateOrder], _ faults: (DateOrder) -> Int) -> [DateOrder] {
        let counts = orders.map { (order: $0, faults: faults($0)) }
        let least = counts.map(\.faults).min()
        return counts.filter { $0.faults == least }.map(\.order)
    }

    /// The number of dates that go against the direction of the source.
    private static func backward(_ moments: [(LocalDay?, TimeOfDay?)]) -> Int {
        let steps = zip(moments, moments.dropFirst()).map { compare($0, $1) }
        return min(steps.count { $0 > 0 }, steps.count { $0 < 0 })
    }

    /// 1 if the second date is earlier, -1 if it is later, 0 if it is neither or unknown.
    static func compare(_ a: (LocalDay?, TimeOfDay?), _ b: (LocalDay?, TimeOfDay?)) -> Int {
        guard let day = a.0, let next = b.0 else { return 0 }
        if day != next { return day > next ? 1 : -1 }
        guard let time = a.1, let nextTime = b.1, time != nextTime else { return 0 }
        return time > nextTime ? 1 : -1
    }
}
