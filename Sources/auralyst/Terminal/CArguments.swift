import Foundation

/// Words in the form in which C programs take them: an array of C strings with a null pointer at its end.
@safe
struct CArguments: ~Copyable {
    private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<CChar>?>

    init(_ words: [String]) {
        unsafe pointers = .allocate(capacity: words.count + 1)
        for (index, word) in words.enumerated() {
            unsafe pointers.initializeElement(at: index, to: strdup(word))
        }
        unsafe pointers.initializeElement(at: words.count, to: nil)
    }

    /// Refuses words on the command line that are not UTF-8: they would be changed without a word.
    static func checkUTF8() throws {
        for index in 0..<Int(CommandLine.argc) {
            guard let word = unsafe CommandLine.unsafeArgv[index] else { continue }
            guard unsafe String(validatingCString: word) != nil else {
                throw Refusal(
                    "not_utf8", "word \(index) of the command is not UTF-8",
                    hint: "set the terminal to UTF-8, or pipe the text in: iconv -f WINDOWS-1252 -t UTF-8 | auralyst add -")
            }
        }
    }

    /// Lends the array for one call.
    borrowing func lend<R>(_ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R) -> R {
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
