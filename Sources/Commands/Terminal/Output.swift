import Base
import Basics
import CPlatform
import Foundation

enum Output {
    /// Writes a document. `name`: its name for errors.
    static func write(_ bytes: [UInt8], as name: String) throws {
        do throws(FileFault) { try OpenFile.standardOutput.write(bytes) } catch {
            throw Refusal("output", "\(name) could not be written to the output", exit: .failed)
        }
    }

    /// Throws if not all of it could be written: a script must not mistake a part for the whole.
    static func check() throws {
        guard platform_finish_output() != 0 else { return }
        throw Refusal(
            "output", "the answer could not be written (\(unsafe String(cString: strerror(errno)).lowercased()))",
            hint: "the command itself succeeded; check with 'auralyst status'", exit: .failed)
    }
}
