import Foundation
import KillPoints
import SeededChance
import Testing

/// One run of an action that was to be killed.
struct CutOff: CustomStringConvertible {
    let action: String
    /// Its place among the runs of the action. The first, 0, is not killed: its points are counted.
    let number: Int
    let log: KillLog
    /// How many points the action had when they were counted.
    let points: Int
    let outcome: Outcome

    var wasKilled: Bool { log.kill != nil }
    var description: String { "run \(number) of \(action), \(log) of \(points)" }
    /// For the message of a failed expectation.
    var summary: Comment { "\(description): \(outcome.summary)" }
}

extension Sandbox {
    /// How many kills there are in all.
    private static let kills = Lane.amount(quick: 30, ci: 200, all: 2000, "AURALYST_CRASHES")

    /// Runs an action to its end once, and then kills it at points where it changes files: at each of them, or at a slice of
    /// them as the lane says. Fails when a point was not reached.
    /// - Parameters:
    ///   - percent: the share of all kills.
    ///   - folders: what counts besides the vault.
    ///   - code: how the action exits when it is not killed.
    ///   - words: prepares a run and gives the program's words for it.
    ///   - check: looks at what is there after a run.
    func crash(
        _ action: String, percent: Int, folders: [String] = [], code: Int32 = 0, extra: () -> [String: String] = { [:] },
        words: (_ number: Int) throws -> [String], check: (CutOff) throws -> Void
    ) throws {
        let hook = KillHook(program: Given.program, folders: [vault] + folders, log: root + "/output/points")
        var points: Int?
        func run(_ number: Int, _ kill: Kill? = nil) throws -> KillLog {
            let words = try words(number)
            let outcome = try start(words, extra: hook.environment(kill).merging(extra()) { $1 }).wait()
            let log = try hook.takeLog()
            let cutOff = CutOff(
                action: action, number: number, log: log, points: points ?? log.points.count, outcome: outcome)
            #expect(outcome.ending == (cutOff.wasKilled ? .killed(signal: SIGKILL) : .exited(code)), cutOff.summary)
            try check(cutOff)
            return log
        }
        let counted = try run(0)
        try #require(!counted.points.isEmpty, "\(action) changes no file, or the hook does not work")
        points = counted.points.count
        var plan = KillPlan(action, points: counted.points, kills: (Sandbox.kills * percent + 50) / 100)
        var number = 0
        while let kill = plan.next {
            number += 1
            let log = try run(number, kill)
            let isReachable = plan.take(log)
            try #require(isReachable, "\(kill) of \(action) was never reached: \(log)")
        }
        print(plan.summary)
    }
}
