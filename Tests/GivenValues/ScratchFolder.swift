import Foundation
import SeededChance

/// A folder that is removed with everything in it when the test ends.
package final class ScratchFolder: Sendable {
    private let folder = PassingFolder("engine")

    package init() {}

    package var path: String { folder.path }

    /// Writes a file below the folder, and the folders above it; gives its path.
    @discardableResult
    package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let target = path + "/" + name
        let above = URL(fileURLWithPath: target).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: target))
        return target
    }

    /// The same with a text.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }
}

/// The bytes of a file that a test takes for granted.
package func contents(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// What lies in a folder.
package func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
}
