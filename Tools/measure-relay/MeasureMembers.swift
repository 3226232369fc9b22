import ArgumentParser
import Foundation
import Ledger
import Sync

/// Builds the log of a journal shared by many people and measures how long reading it takes: permissions and signatures are
/// checked for every operation, on one processor.
struct MeasureMembers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "Measure the replay of a shared journal's log.",
        discussion: "Prints one JSON object. No relay is needed.")

    @Option(name: .long, help: "People who share the journal.")
    var members = 50

    @Option(name: .long, help: "Operations of the log.")
    var operations = 10_000

    @Option(name: .long, help: "Of so many operations one is of the control lane.")
    var every = 20

    func validate() throws {
        guard (3...ControlLog.mostMembers).contains(members), operations >= 3 * members, every >= 1 else {
            throw ValidationError("3 to 64 members, and operations for all of them")
        }
    }

    func run() throws {
        let control = try log(every: 1)
        let controlTime = try least {
            var state = try ControlLog(founding: control[0])
            for operation in control.dropFirst() { try state.take(operation) }
        }
        let mixed = try log(every: every)
        let time = try least {
            var reader = LogReader()
            for (index, operation) in mixed.enumerated() {
                let place = try reader.take(operation, position: UInt64(index + 1), received: 0)
                if let key = place.publicKey { try operation.verify(publicKey: key) }
            }
        }
        let said = control.compactMap { try? ControlOperation(reading: $0.body) }
        let result: JSON = [
            "members": .int(Int64(members)), "operations": .int(Int64(control.count)),
            "control_cpu_seconds": .double(controlTime), "mixed_cpu_seconds": .double(time),
            "mixed_control": .int(Int64(mixed.count { $0.header.lane == .control })),
            "wraps_per_add": .int(MeasureMembers.most(said.map { if case .add(let add) = $0 { add.wraps.count } else { 0 } })),
            "wraps_per_remove": .int(
                MeasureMembers.most(said.map { if case .remove(let removal) = $0 { removal.rotation.wraps.count } else { 0 } })),
        ]
        print(String(decoding: result.bytes, as: UTF8.self))
    }

    /// The least processor time of several runs, in seconds: the time without interference.
    private func least(_ body: () throws -> Void) rethrows -> Double {
        var least = Double.infinity
        for _ in 0..<3 {
            let start = clock()
            try body()
            least = min(least, Double(clock() - start) / Double(CLOCKS_PER_SEC))
        }
        return least
    }

    private static func most(_ counts: [Int]) -> Int64 { Int64(counts.max() ?? 0) }

    /// Everyone is added; then members come and go, get other roles and new keys, and all of them write in between.
    private func log(every: Int) throws -> [Ledger.Operation] {
        var log = try SharedLog()
        for _ in 1..<members { try log.add(.editor) }
        let body = [UInt8](repeating: 7, count: 584)
        var turn = 0
        while log.operations.count < operations {
            turn += 1
            guard turn % every == 0 else {
                try log.write(.record, body, by: log.people[turn % log.people.count])
                continue
            }
            switch turn / every % 10 {
            case 0:
                try log.removeOldest()
                try log.add(.editor)
            case 1, 5: try log.rotate(by: log.people[turn % log.people.count])
            default:
                let change = RoleChange(
                    previous: log.control.last, identity: log.people[1 + turn % (log.people.count - 1)].keys.name, role: .editor)
                try log.say(.role(change), by: log.people[0])
            }
        }
        return log.operations
    }
}
