import Base
import Basics

extension CArguments {
    /// Throws for arguments that are not UTF-8: they would be changed silently.
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
}
