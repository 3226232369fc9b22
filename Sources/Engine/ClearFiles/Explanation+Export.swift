import Base

extension ExportError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .staysClear(let format):
            Explanation(
                "not_encrypted", "a \(format.rawValue) export cannot be encrypted",
                hint: "choose json or html, or encrypt the file yourself and wipe the original", exit: .usage)
        case .wrongKey:
            Explanation(
                "wrong_key", "this does not decrypt the export",
                hint: "use the passphrase or key it was encrypted for", exit: .locked)
        case .damagedSeal:
            Explanation(
                "damaged_export", "the encrypted export is damaged, so nothing was imported",
                hint: "use another copy of it", exit: .damaged)
        case .costlySeal(let size):
            Explanation(
                "costly_export",
                "checking the passphrase of this file takes \(size) GB of memory; at most 1 GB is used",
                hint: "decrypt it with the age program, import the result, then delete that", exit: .failed)
        case .outOfMemory:
            Explanation(
                "out_of_memory", "there is not enough free memory to check the passphrase of this file",
                hint: .moreMemory, exit: .failed)
        case .notOurs(let path):
            Explanation(
                "not_our_export", "\(path) is not an unencrypted export of this vault, so it was not wiped",
                hint: .on(
                    commandLine: "'auralyst export list' lists them", page: "the page Export lists them"))
        case .editedSince(let path):
            Explanation(
                "export_edited", "\(path) has changed since it was exported, so it was not wiped",
                hint: .on(commandLine: "add --edited to wipe it anyway", page: "delete it yourself if you no longer need it"))
        case .insideVault(let path):
            Explanation(
                "inside_vault", "\(path) is in the vault's folder, where unencrypted files must not be",
                hint: "choose another folder", exit: .usage)
        }
    }
}
