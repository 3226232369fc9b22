import Foundation
import Testing

extension Sandbox {
    /// Lets it be 13:00 on Wednesday, 18 March 2026, in Vienna for all that is started here, and go on from there: far from
    /// midnight, and from a change of the clocks.
    /// - Parameter isStopped: the clock stays there, so that what is written has the same times in every run; the next call moves it.
    func setClock(ahead seconds: Int64 = 0, isStopped: Bool = false) throws {
        let begin = (1_773_835_200 + seconds) * 1_000_000_000
        var now = timespec()
        unsafe try #require(clock_gettime(CLOCK_REALTIME, &now) == 0)
        // What is added to the system's time, and the time at which the clock has stopped.
        let set = [begin - Int64(now.tv_sec) * 1_000_000_000 - Int64(now.tv_nsec), isStopped ? begin : 0]
        let numbers = set.flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
        let file = root + "/output/clock"
        if self["TEST_CLOCK"] == file {
            // In place: programs that run have mapped it.
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
            try handle.write(contentsOf: numbers)
            try handle.close()
        } else {
            try write(numbers, to: file)
            (self["TEST_CLOCK"], self["LD_PRELOAD"]) = (file, Sandbox.clock)
        }
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
