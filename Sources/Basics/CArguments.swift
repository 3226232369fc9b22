import Foundation

/// Command-line arguments for C: an array of C strings with a null pointer at its end.
@safe
package struct CArguments: ~Copyable {
    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    package init(_ words: [String]) {
        unsafe pointers = .allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            unsafe pointers.initializeElement(at: index, to: strdup(word))
        }
        unsafe pointers.initializeElement(at: words.count, to: nil)
    }

    /// Lends the array for one call.
    package borrowing func lend<R>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
        guard let start = unsafe UnsafePointer(pointers.baseAddress) else {
            preconditionFailure("there is always the null pointer at the end")
        }
        return unsafe body(start)
    }

    deinit {
        for index in unsafe 0..<pointers.count { unsafe free(pointers[index]) }
        unsafe pointers.deallocate()
    }
}
