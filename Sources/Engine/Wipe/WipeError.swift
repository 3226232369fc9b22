/// Why a vault was not destroyed.
package enum WipeError: Error, Hashable {
    /// The folder holds no vault.
    case notAVault(folder: String)
    /// What was typed is not the vault's name.
    case otherName
    case appIsOpen
    case remindersRun
    /// There are other journals than the first one, and only a vault with that one alone is emptied.
    case severalJournals
}
