import Foundation
import Importing
import Journal
import Testing

/// The folder with real exports of other programs: `AURALYST_SHARED`, else `shared` beside the project; `nil` where
/// neither is.
let sharedFixtures: URL? = {
    let named = ProcessInfo.processInfo.environment["AURALYST_SHARED"].map { URL(fileURLWithPath: $0) }
    var project = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { project.deleteLastPathComponent() }
    let beside = project.deletingLastPathComponent().appendingPathComponent("shared")
    return [named, beside].compactMap { $0?.appendingPathComponent("fixtures") }
        .first { FileManager.default.fileExists(atPath: $0.path) }
}()

extension Trait where Self == ConditionTrait {
    /// A test of real exports, which is skipped where there are none.
    static var realExports: Self { .enabled("there are no real exports here") { sharedFixtures != nil } }
}

/// The bytes of a real export.
func fixture(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(sharedFixtures).appendingPathComponent(path)))
}

extension LocalDay {
    /// A day written as `2026-03-14` in a test.
    static func of(_ iso: String) -> LocalDay {
        guard let day = LocalDay(iso: iso) else { preconditionFailure("a test names a day that does not exist") }
        return day
    }
}

/// `21:05`, `21:05:30`; `-` for none.
func shown(_ time: TimeOfDay?) -> String {
    guard let time else { return "-" }
    return time.clock + (time.second == 0 ? "" : ":" + padded(time.second, to: 2))
}

/// Reads a journal written in a test.
func jrnl(_ text: String) throws(ImportError) -> ImportReading { try JrnlText.read(Array(text.utf8)) }
