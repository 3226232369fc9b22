import Foundation

/// An operation of the file system that failed.
package struct FileFault: Error, Equatable, Sendable {
    /// What was tried.
    package enum Operation: String, Sendable {
        case open, read, write, sync, rename, remove, makeFolder, lock
    }

    /// What was tried.
    package let operation: Operation
    /// The system's `errno`.
    package let code: Int32

    /// With the `errno` of the call that has just failed, or another reason.
    package init(_ operation: Operation, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }
}
