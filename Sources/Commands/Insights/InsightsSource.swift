import ArgumentParser
import Base
import Basics
import Engine
import Findings
import Foundation
import Importing
import Insights
import Journal
import Records

/// The source of days: the vault, or a file read without one.
enum InsightsSource {
    case vault(OpenVault)
    case file(LoggedFile)

    /// Opens the source; prints what was left out of a file.
    static func open(file: String?, _ options: GlobalOptions) throws -> InsightsSource {
        guard let file else { return .vault(try Unlocking.open(options)) }
        let here = Environment.surroundings
        let logged = file == "-" ? try LoggedFile(reading: try standardInput(), in: here) : try LoggedFile(path: file, in: here)
        for problem in logged.problems.prefix(5) { Terminal.note(problem.sentence) }
        if logged.setAside > 5 { Terminal.note(say("and \(logged.setAside - 5) more records are left out")) }
        return .file(logged)
    }

    private static func standardInput() throws -> [UInt8] {
        var bytes: [UInt8] = []
        let most = 512 << 20
        while case let piece = try OpenFile.standardInput.read(1 << 20), !piece.isEmpty {
            bytes += piece
            guard bytes.count <= most else { throw ImportError.tooLarge(bytes: Int64(bytes.count), limit: Int64(most)) }
        }
        return bytes
    }

    /// The last days that are over and have data: a vault's end yesterday, a file's with its content. `nil` if there are none.
    func days(last count: Int) async throws -> ClosedRange<LocalDay>? {
        let today = Environment.surroundings.wall.day
        let known: ClosedRange<LocalDay>?
        switch self {
        case .vault(let vault):
            let first = try await vault.patterns().firstDay
            known = today.adding(days: -1).flatMap { last in first.flatMap { $0 <= last ? $0...last : nil } }
        case .file(let file): known = file.days(before: today)
        }
        guard let known else { return nil }
        return max(known.lowerBound, known.upperBound.adding(days: 1 - count) ?? known.lowerBound)...known.upperBound
    }

    /// A diary of these days; `watched` come first.
    func diary(days: ClosedRange<LocalDay>, watched: [Outcome.Name] = []) async throws -> Diary? {
        switch self {
        case .vault(let vault): try await vault.diary(days: days, watched: watched)
        case .file(let file): file.diary(days: days, watched: watched)
        }
    }

    /// The same without what a running trial tests, which no one may see before its end.
    func openDiary(days: ClosedRange<LocalDay>) async throws -> Diary? {
        let diary = try await diary(days: days)
        guard case .vault(let vault) = self else { return diary }
        let closed = try await vault.closedFactors()
        return diary?.without(closed)
    }

    /// What was logged on some days, today among them.
    func logged(_ days: ClosedRange<LocalDay>) async throws -> Logged {
        switch self {
        case .vault(let vault): try await vault.logged(days)
        case .file(let file): file.logged.within(days.lowerBound.number...days.upperBound.number)
        }
    }

    /// The patterns, after all due looks; `nil` if a file has no day that is over.
    func patterns() async throws -> Patterns? {
        try await LongWork.during(say("looking at your days")) {
            switch self {
            case .vault(let vault):
                try await vault.lookForPatterns()
                return try await vault.patterns()
            case .file(let file): return file.patterns(before: Environment.surroundings.wall.day)
            }
        }
    }

    func medicines() async throws -> [RecordID: String] {
        switch self {
        case .vault(let vault):
            Dictionary(try await vault.medications(archived: true).map { ($0.id, $0.value.title) }) { first, _ in first }
        case .file(let file): file.logged.medications.mapValues(\.title)
        }
    }
}

/// A file read instead of the vault.
struct FileOption: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            say(
                "Read a file instead of the vault: what list commands print with --json, or a table with a date and numbers; '-' is a pipe."
            ),
            valueName: "file"),
        completion: .file())
    var file: String?

    func validate() throws {
        if file?.isEmpty == true { throw ValidationError(say("--file needs the path of a file")) }
    }
}

/// Shows that work is in progress.
enum LongWork {
    static func during<Result: Sendable>(_ what: String, _ work: () async throws -> Result) async throws -> Result {
        let (bar, progress) = ProgressBar.make()
        let ticking = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .milliseconds(250))
                if !Task.isCancelled { progress.report(what, 0, 0) }
            }
        }
        let result: Swift.Result<Result, any Error>
        do { result = .success(try await work()) } catch { result = .failure(error) }
        ticking.cancel()
        await ticking.value
        bar.end()
        return try result.get()
    }
}
