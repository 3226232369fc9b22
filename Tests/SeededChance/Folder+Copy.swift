import Basics
import Foundation

extension Folder {
    /// All that is below a folder, by its path there. The file manager of a browser's program knows only what is in it.
    package static func paths(below folder: String) -> [String] {
        var paths: [String] = []
        forEachPath(below: folder) { name, _ in paths.append(name) }
        return paths.sorted()
    }

    /// Copies a folder with all that is in it, which is not yet there: the file manager of a browser's program copies files alone.
    package static func copy(_ folder: String, to target: String) throws {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        try forEachPath(below: folder) { name, about in
            if about.st_mode & S_IFMT == S_IFDIR {
                try FileManager.default.createDirectory(atPath: target + "/" + name, withIntermediateDirectories: false)
            } else {
                try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: target + "/" + name)
            }
        }
    }
}
