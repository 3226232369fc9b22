import Base
import Engine

enum ClearFileWords {
    /// How to remove it after use.
    static func tell(_ path: String, _ vault: OpenVault) {
        if vault.isReadOnly {
            Terminal.note(
                say("the vault cannot be written to, so 'auralyst export wipe' will not know this file: remove it yourself"))
        } else {
            print(say("When you are done with it: auralyst export wipe \(Shell.quoted(path))"))
        }
    }
}
