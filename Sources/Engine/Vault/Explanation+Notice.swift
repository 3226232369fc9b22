import Base
import Vault

extension Explanation {
    /// What the owner should hear about a copy of the vault file, though the vault opened.
    package init(_ notice: VaultNotice) {
        let (file, other) =
            switch notice.copy {
            case .main: ("vault.auralyst", "its second copy is in use")
            case .backup: ("vault.auralyst.bak", "the main copy is fine")
            }
        let fault =
            switch notice.fault {
            case .missing: "is missing"
            case .damaged: "is damaged"
            case .unreadable: "cannot be read"
            case .older: "is older than the other copy"
            case .foreign: "belongs to another vault"
            }
        self.init(
            "vault_copy", "\(file) \(fault); \(other)",
            hint: .on(
                commandLine: "'auralyst repair' rewrites both",
                page: "run Auralyst's repair command in a terminal to rewrite both",
                phone: "change the passphrase in Settings: that writes both"), exit: .damaged)
    }
}
