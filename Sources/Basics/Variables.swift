import Foundation

/// The environment variables at the program's start, read once: Foundation builds the whole table on every call.
package enum Variables {
    /// All of them, by name.
    package static let all = ProcessInfo.processInfo.environment

    /// One variable; `nil` if it is unset or empty.
    package static subscript(name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }
}
