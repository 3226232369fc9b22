import Base

extension ExportError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .staysClear(let format):
            Explanation(
                "not_encrypted", "an export as \(format.rawValue) cannot be encrypted",
                hint: "json and html can be; or encrypt it yourself and wipe the clear one", exit: .usage)
        case .wrongKey:
            Explanation(
                "wrong_key", "this does not open the encrypted export",
                hint: "it takes the passphrase or the key it was made for",
                exit: .locked)
        case .damagedSeal:
            Explanation(
                "damaged_export", "the encrypted export is damaged, and nothing was imported",
                hint: "take another copy of it", exit: .damaged)
        case .notOurs(let path):
            Explanation(
                "not_our_export", "\(path) is no clear export of this vault",
                hint: "it was left as it is; 'auralyst wipe-export' lists those that are known")
        case .editedSince(let path):
            Explanation(
                "export_edited", "\(path) was exported by this vault, and changed since",
                hint: "it was left as it is; --edited writes over it all the same")
        case .insideVault(let path):
            Explanation(
                "inside_vault", "\(path) lies in the vault's own folder, where nothing in clear belongs",
                hint: "name a place elsewhere", exit: .usage)
        }
    }
}
