package enum WipeError: Error, Hashable {
    case notAVault(folder: String)
    case otherName
    case appIsOpen
    case remindersRun
    /// There are other journals than the first one, and only a vault with that one alone is emptied.
    case severalJournals
}
