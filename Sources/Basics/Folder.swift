import Foundation

/// What a path leads to, and what is in a folder.
package enum Folder {
    /// Whether a path leads to a folder, following links; `nil` if there is nothing.
    package static func isFolder(_ path: String) -> Bool? {
        var about = Foundation.stat()
        guard unsafe stat(path, &about) == 0 else { return nil }
        return about.st_mode & S_IFMT == S_IFDIR
    }

    /// The path made absolute, with `~/` resolved by `home` if that is absolute, otherwise by the system's user database.
    package static func absolute(_ path: String, home: String? = Variables.all["HOME"]) -> String {
        let home = home.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? self.home
        let expanded = path == "~" || path.hasPrefix("~/") ? home + path.dropFirst() : path
        return URL(fileURLWithPath: expanded).standardizedFileURL.path
    }

    /// The user's home folder, from the system's user database.
    package static var home: String { FileManager.default.homeDirectoryForCurrentUser.path }

    /// Calls `body` with the relative path of each item below a folder, a folder before its contents, and its `lstat` result.
    /// Does not follow links; skips unreadable folders.
    /// - Returns: `false` if the folder itself cannot be read.
    @discardableResult
    package static func forEachPath(below folder: String, _ body: (String, Foundation.stat) throws -> Void) rethrows -> Bool {
        var waiting = [""]
        var isFirst = true
        while let place = waiting.popLast() {
            guard let names = names(in: folder + "/" + place) else {
                if isFirst { return false }
                continue
            }
            isFirst = false
            for name in names {
                let path = place.isEmpty ? name : place + "/" + name
                var about = Foundation.stat()
                guard unsafe lstat(folder + "/" + path, &about) == 0 else { continue }
                try body(path, about)
                if about.st_mode & S_IFMT == S_IFDIR { waiting.append(path) }
            }
        }
        return true
    }

    /// Removes a file, or a folder with everything in it; a link itself, not what it leads to. What cannot be removed stays.
    package static func remove(_ path: String) {
        var (paths, about) = ([path], Foundation.stat())
        if unsafe lstat(path, &about) == 0, about.st_mode & S_IFMT == S_IFDIR {
            forEachPath(below: path) { name, _ in paths.append(path + "/" + name) }
        }
        for path in paths.reversed() { unsafe _ = Foundation.remove(path) }
    }

    /// `nil` if there is no readable folder.
    private static func names(in folder: String) -> [String]? {
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch { return nil }
    }
}
