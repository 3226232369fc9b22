import Foundation

/// The hook in the file layer: counts the points of a process, and kills the process at one of them. `Tests/CKillPoint` is
/// loaded into the program for that.
package struct KillHook {
    private let variables: [String: String]
    private let log: String

    /// A hook into one program.
    /// - Parameters:
    ///   - folders: only what lies in them counts.
    ///   - log: a file for the points, in no counted folder.
    ///   - countsSockets: whether what is sent to another process of this machine counts too.
    package init(program: String, folders: [String], log: String, countsSockets: Bool = false) {
        // The system names a file by its real path, the program by the one that it was given.
        let spellings = Set(folders + folders.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path })
        var variables = [
            "LD_PRELOAD": KillHook.library, "KILLPOINT_PROGRAM": program, "KILLPOINT_LOG": log,
            "KILLPOINT_FOLDERS": spellings.sorted().joined(separator: ":"),
        ]
        if countsSockets { variables["KILLPOINT_SOCKETS"] = "1" }
        self.variables = variables
        self.log = log
    }

    /// What the program finds in its environment; without a kill, its points are only counted.
    package func environment(_ kill: Kill? = nil) -> [String: String] {
        guard let kill else { return variables }
        return variables.merging(["KILLPOINT_NUMBER": String(kill.number), "KILLPOINT_MOMENT": kill.moment.description]) { $1 }
    }

    /// What the process that has just ended reached. The next one begins a new log.
    package func takeLog() throws -> KillLog {
        // Where no point was reached there is no file.
        guard FileManager.default.fileExists(atPath: log) else { return try KillLog("") }
        let text = try String(contentsOfFile: log, encoding: .utf8)
        try FileManager.default.removeItem(atPath: log)
        return try KillLog(text)
    }

    private static let library = PreloadedLibrary.path("KillPoint")
}
