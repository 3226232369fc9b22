import Foundation
import KillPoints
import SeededChance
import Testing

/// The hook and the plan with which the crash tests kill.
@Suite struct KillPointTests {
    /// The points of an action as the hook notes them.
    private let log = """
        1\tcreate\tvault/a.partial\t0
        2\twrite\tvault/a.partial\t400
        3\twrite\tvault/a.partial\t400
        4\tfsync\tvault/a.partial\t0
        5\trename\tvault/a.partial -> vault/a\t0
        6\tfsync\tvault\t0
        7\tunlink\tvault/b\t0
        8\tfsync\tvault\t0
        """

    @Test(arguments: [(Kill.Moment.before, 0), (.torn, 16), (.after, 32)])
    func `the program is killed before a write, in the middle of it or after it`(moment: Kill.Moment, left: Int) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        let hook = KillHook(program: Given.program, folders: [sandbox.vault], log: sandbox.root + "/output/points")
        #expect(try sandbox.run("add", "counted", extra: hook.environment()).isDone)
        let counted = try hook.takeLog()
        #expect(counted.kill == nil)
        // The head of the write-ahead log is written first.
        let point = try #require(counted.points.first { $0.kind == .write })
        #expect(point.file == "vault/journal.db-wal" && point.bytes == 32)
        let outcome = try sandbox.run("add", "killed", extra: hook.environment(Kill(moment, point.number)))
        #expect(outcome.ending == .killed(signal: SIGKILL))
        let log = try hook.takeLog()
        #expect(log.kill?.moment == moment && log.kill?.point == point)
        #expect(log.description.hasSuffix("pwrite64 vault/journal.db-wal 32 bytes, point \(point.number)"))
        #expect(sandbox.bytes(sandbox.vault + "/journal.db-wal").count == left)
    }

    @Test func `every point is a candidate, each write can be torn, and the last call is passed`() throws {
        let candidates = KillPlan.candidates(try KillLog(log).points).map(\.description)
        #expect(
            candidates == [
                "before point 1", "before point 2", "torn point 2", "before point 3", "torn point 3", "before point 4",
                "before point 5", "before point 6", "before point 7", "before point 8", "after point 8",
            ])
    }

    @Test(arguments: [0, 9, 11, 30])
    func `a slice has the first point and the last, a torn write and each kind of call`(number: Int) throws {
        let points = try KillLog(log).points
        var chance = Seed.generator("slice of kill points")
        let slice = KillPlan.slice(of: KillPlan.candidates(points), points, number, &chance)
        #expect(slice.count == max(5, number))
        #expect(slice.first == Kill(.before, 1) && slice.last == Kill(.after, 8))
        #expect(slice.contains { $0.moment == .torn })
        for kind in [KillPoint.Kind.create, .write, .sync, .rename, .unlink] {
            #expect(slice.contains { kill in points[kill.number - 1].kind == kind }, "\(kind)")
        }
        if number > 10 { #expect(Set(slice).count == 11) }
    }

    @Test func `a point that is not there any more is looked for at the end, and not for ever`() throws {
        let lines = log.split(separator: "\n")
        var plan = KillPlan("nothing", points: try KillLog(log).points, kills: 0)
        let shorter = try KillLog(lines.prefix(6).joined(separator: "\n"))
        while let kill = plan.next, kill.number <= 6 {
            let goesOn = plan.take(try KillLog("\(kill.moment)\t" + lines[kill.number - 1]))
            #expect(goesOn)
        }
        var goesOn = plan.take(shorter)
        #expect(goesOn && plan.next?.number == 6)
        for _ in 0..<3 {
            goesOn = plan.take(shorter)
            #expect(goesOn)
        }
        goesOn = plan.take(shorter)
        #expect(!goesOn)
    }
}
