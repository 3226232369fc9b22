import Basics
import Foundation
import SeededChance

/// The errors that have words for a person, with their cases, as Sources declare them: a new case is missed where no test
/// names it.
struct ErrorSources {
    private let files: [String]
    /// `SyncError`, `ImportError.Kind`, …: what is extended by `Explainable`.
    let explained: [String]

    init(folder: URL) throws {
        let names = Folder.paths(below: folder.path).filter { $0.hasSuffix(".swift") }
        files = try names.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }
            .filter { $0.contains(": Error") || $0.contains(": Explainable") }
        explained = files.flatMap { text in
            text.split(separator: "\n").compactMap { line in
                guard line.hasPrefix("extension "), line.contains(": Explainable {") else { return nil }
                return String(line.dropFirst("extension ".count).prefix { $0 != ":" })
            }
        }
    }

    /// The names of the cases of an enumeration, which may be nested in another.
    func cases(of type: String) -> Set<String> {
        let (outer, name) = (type.split(separator: ".")[0], type.split(separator: ".").last ?? "")
        for text in files where text.contains("enum \(outer)") || text.contains("extension \(outer)") {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            guard let start = lines.firstIndex(where: { $0.contains("enum \(name): ") || $0.contains("enum \(name) {") }) else {
                continue
            }
            let indent = lines[start].prefix { $0 == " " }
            let body = lines[(start + 1)...].prefix { $0 != indent + "}" }.filter { $0.hasPrefix(indent + "    case ") }
            // Payloads go first: their labels have commas too.
            let names = body.flatMap { line in
                line.replacing(/\([^()]*(\([^()]*\)[^()]*)*\)/, with: "").dropFirst(indent.count + "    case ".count).split(
                    separator: ",")
            }
            return Set(names.map { String($0.prefix { $0 != "=" }.filter { $0 != " " }) })
        }
        return []
    }

    /// Notes which case a value is, and the cases of what it carries.
    static func note(_ value: Any, into seen: inout [String: Set<String>]) {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .enum {
            let type = String(reflecting: type(of: value)).split(separator: ".").dropFirst().joined(separator: ".")
            seen[type, default: []].insert(mirror.children.first?.label ?? "\(value)")
        }
        for child in mirror.children { note(child.value, into: &seen) }
    }
}
