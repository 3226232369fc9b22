import Foundation
import KillPoints
import Testing

/// What one run of the program did: `Tests/CWorkCount` counts it.
struct WorkCount: Equatable {
    /// Pages of the database that were read, each of 4,096 bytes.
    var pages: Int
    /// Bytes of memory that were asked for.
    var bytes: Int
    /// Times that a file was written through to the disk.
    var syncs: Int
}

extension Sandbox {
    /// Lets chance come out the same in every run for what is started here, and differently for each program (`Tests/CSteadyChance`),
    /// on one processor.
    /// - Parameter number: of this sandbox; another one has other chances.
    func steadyChance(_ number: Int) throws {
        let file = root + "/output/chance"
        try write((0..<16).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }, to: file)
        let libraries = [self["LD_PRELOAD"], PreloadedLibrary.path("SteadyChance")].compactMap { $0 }
        (self["STEADY_CHANCE"], self["LD_PRELOAD"]) = (file, libraries.joined(separator: ":"))
        // The order of a dictionary comes from its address otherwise, and how much an array takes from the threads that asked before.
        (self["SWIFT_DETERMINISTIC_HASHING"], self["MALLOC_ARENA_MAX"]) = ("1", "1")
    }

    func counted(_ words: [String], extra: [String: String] = [:]) throws -> (outcome: Outcome, work: WorkCount) {
        let log = root + "/output/work"
        if FileManager.default.fileExists(atPath: log) { try FileManager.default.removeItem(atPath: log) }
        let libraries = [self["LD_PRELOAD"], PreloadedLibrary.path("WorkCount")].compactMap { $0 }
        let variables = [
            "LD_PRELOAD": libraries.joined(separator: ":"), "WORKCOUNT_PROGRAM": Given.program, "WORKCOUNT_LOG": log,
        ]
        let outcome = try start(words, extra: variables.merging(extra) { $1 }).wait()
        let counts = bytes(log)
        try #require(counts.count == 24, "the program was not counted: \(words)")
        let numbers = stride(from: 0, to: 24, by: 8).map { start in
            counts[start..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        return (outcome, WorkCount(pages: numbers[0], bytes: numbers[1], syncs: numbers[2]))
    }
}
