import Foundation

/// The variables of the environment that this process was started in, read once: Foundation makes the whole table each time that it
/// is asked.
package enum Variables {
    /// All of them, by name.
    package static let all = ProcessInfo.processInfo.environment

    /// One variable; `nil` where it is not set, or empty.
    package static subscript(name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }
}
