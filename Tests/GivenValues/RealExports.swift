import Foundation
import Testing

/// The folder with real exports of other programs: `AURALYST_SHARED`, else `shared` beside the project; `nil` where
/// neither is.
package let sharedFixtures: URL? = {
    let named = ProcessInfo.processInfo.environment["AURALYST_SHARED"].map { URL(fileURLWithPath: $0) }
    var project = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { project.deleteLastPathComponent() }
    let beside = project.deletingLastPathComponent().appendingPathComponent("shared")
    return [named, beside].compactMap { $0?.appendingPathComponent("fixtures") }
        .first { FileManager.default.fileExists(atPath: $0.path) }
}()

extension Trait where Self == ConditionTrait {
    /// A test of real exports, which is skipped where there are none.
    package static var realExports: Self { .enabled("there are no real exports here") { sharedFixtures != nil } }
}

package func fixture(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(sharedFixtures).appendingPathComponent(path)))
}
