import Base
import Vault

extension Explanation {
    /// What the owner should hear about a copy of the vault file, though the vault opened.
    package init(_ notice: VaultNotice) {
        let (file, other) =
            switch notice.copy {
            case .main: ("vault.auralyst", "its second copy is used")
            case .backup: ("vault.auralyst.bak", "the main copy is sound")
            }
        let fault =
            switch notice.fault {
            case .missing: "is missing"
            case .damaged: "is damaged"
            case .unreadable: "cannot be read"
            case .older: "is older than the other copy"
            case .foreign: "belongs to another vault"
            }
        self.init("vault_copy", "\(file) \(fault); \(other), and 'auralyst repair' writes both anew", exit: .damaged)
    }
}
