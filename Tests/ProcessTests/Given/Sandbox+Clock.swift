import Foundation
import Testing

extension Sandbox {
    /// Lets it be 13:00 on Wednesday, 18 March 2026, in Vienna for all that is started here, and go on from there: far from
    /// midnight, and from a change of the clocks.
    func setClock(ahead seconds: Int64 = 0) throws {
        let begin = (1_773_835_200 + seconds) * 1_000_000_000
        var now = timespec()
        unsafe try #require(clock_gettime(CLOCK_REALTIME, &now) == 0)
        // What is added to the system's time, and no time at which the clock has stopped.
        let ahead = [begin - Int64(now.tv_sec) * 1_000_000_000 - Int64(now.tv_nsec), 0]
        let file = root + "/output/clock"
        try write(ahead.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }, to: file)
        (self["TEST_CLOCK"], self["LD_PRELOAD"]) = (file, Sandbox.clock)
    }

    /// The clock of the browser's tests, which is loaded into the programs.
    private static let clock: String = {
        do {
            let sandbox = try Given.kept()
            let library = sandbox.root + "/clock.so"
            let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().path
            for compiler in ["cc", "clang"] {
                let words = [compiler, "-O2", "-shared", "-fPIC", "-o", library, tests + "/BrowserTests/clock.c"]
                if try sandbox.start(program: "/usr/bin/env", words).wait().isDone { return library }
            }
            preconditionFailure("there is no C compiler")
        } catch {
            preconditionFailure("there is no clock: \(error)")
        }
    }()
}
