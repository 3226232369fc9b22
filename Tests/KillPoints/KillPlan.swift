import Foundation
import SeededChance

/// The kills of one action: chosen from the points that it had when it was counted, and crossed off as they are reached.
///
/// An action has a few points more or less from run to run: a database page more is touched, or a file is there already.
/// Where it finishes before the point that was asked for, the kill is asked for again at its last point.
package struct KillPlan {
    /// Without a number in `AURALYST_CRASHES` the lane `all` takes every point.
    private static let isWhole =
        Lane.current == .all && ProcessInfo.processInfo.environment["AURALYST_CRASHES"] == nil

    private let action: String
    private let points: Int
    private let asked: Int
    private var left: [Kill]
    /// Where every point is wanted: the one after the last so far, until the action finishes before it.
    private var beyond: Int?
    private var fewer = 0
    private var reached: [Kill.Moment: Int] = [:]
    /// How often in a row the kill that is the next one was not reached.
    private var misses = 0

    /// - Parameters:
    ///   - kills: how many, where not every point is taken. There are more if these are too few to have the first point, the
    ///     last, a torn write and each kind of call.
    ///   - isEndless: whether the action goes on until it is killed, and so has no last point.
    package init(_ action: String, points: [KillPoint], kills: Int, isEndless: Bool = false) {
        self.action = action
        self.points = points.count
        var chance = Seed.generator("crash during " + action)
        let candidates = KillPlan.candidates(points)
        if KillPlan.isWhole {
            left = candidates
            if !isEndless { beyond = points.count + 1 }
        } else {
            left = KillPlan.slice(of: candidates, points, kills, &chance)
        }
        asked = left.count
    }

    /// Before each call, in the middle of each write, and after the last call. What is there after the other calls is what
    /// is there before the next one.
    package static func candidates(_ points: [KillPoint]) -> [Kill] {
        points.flatMap { [Kill(.before, $0.number)] + ($0.canBeTorn ? [Kill(.torn, $0.number)] : []) }
            + (points.last.map { [Kill(.after, $0.number)] } ?? [])
    }

    /// So many of the candidates, from everywhere in the action.
    package static func slice(of candidates: [Kill], _ points: [KillPoint], _ number: Int, _ chance: inout SplitMix64) -> [Kill] {
        guard let first = candidates.first, let last = candidates.last else { return [] }
        var chosen: Set<Kill> = [first, last]
        let torn = candidates.filter { $0.moment == .torn }
        if !torn.isEmpty { chosen.insert(chance.pick(torn)) }
        for kind in KillPoint.Kind.allCases {
            let ofKind = points.filter { $0.kind == kind }.map(\.number)
            if ofKind.isEmpty || chosen.contains(where: { ofKind.contains($0.number) }) { continue }
            chosen.insert(Kill(.before, chance.pick(ofKind)))
        }
        // The others are taken one from each of equal parts of the rest; where even the rest is too small, again and again.
        let rest = candidates.filter { !chosen.contains($0) }
        let wanted = max(0, number - chosen.count)
        var more: [Kill] = []
        while !rest.isEmpty, wanted - more.count >= rest.count { more += rest }
        let parts = wanted - more.count
        for part in 0..<(rest.isEmpty ? 0 : parts) {
            let start = part * rest.count / parts
            more.append(rest[start + chance.below((part + 1) * rest.count / parts - start)])
        }
        return (chosen + more).sorted()
    }

    /// The next kill; `nil` when there are no more.
    package var next: Kill? { left.first ?? beyond.map { Kill(.before, $0) } }

    /// Takes in what a run reached that was to be killed at `next`.
    /// - Returns: whether the plan can go on: a kill was reached, or may be the next time.
    package mutating func take(_ log: KillLog) -> Bool {
        if let kill = log.kill {
            misses = 0
            reached[kill.moment, default: 0] += 1
            if left.isEmpty { beyond = kill.point.number + 1 } else { left.removeFirst() }
        } else if left.isEmpty {
            beyond = nil
        } else {
            misses += 1
            fewer += 1
            left[0].number = log.points.count
        }
        return misses < 5 && (left.isEmpty || left[0].number > 0)
    }

    package var summary: String {
        let all = reached.values.reduce(0, +)
        let moments = Kill.Moment.allCases.map { "\(reached[$0] ?? 0) \($0)" }.joined(separator: ", ")
        let again = fewer > 0 ? "; asked for again as the action had fewer points: \(fewer)" : ""
        return "crash during \(action): \(points) points, \(asked) kills asked for, \(all) reached (\(moments))\(again)"
    }
}
