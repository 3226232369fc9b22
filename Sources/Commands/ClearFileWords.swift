import Base
import Engine

/// What is said of a file that was written in clear.
enum ClearFileWords {
    /// How it is removed when it has done its work.
    static func tell(_ path: String, _ vault: OpenVault) {
        if vault.isReadOnly {
            Terminal.note("the vault cannot be written to, so 'auralyst export wipe' will not know this file: remove it yourself")
        } else {
            print("When you are done with it: auralyst export wipe \(Shell.quoted(path))")
        }
    }
}
