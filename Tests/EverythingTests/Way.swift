/// A way that records can go. Behind each of them every record must be what it was.
enum Way: String, CaseIterable {
    /// A new record of every kind, with files.
    case add
    /// Other values in every field of some records.
    case edit
    /// Some records go to "Recently deleted".
    case delete
    /// Entries go to another journal, or back.
    case move
    /// What the vault exported comes back into it, in every format that can be read.
    case importOwnExports
    /// Out by JSON, and into a vault that is new.
    case exportAndImport
    /// Another device gets everything from the relay, behind a loss of all that the relay held.
    case syncWithLoss
    /// Another device gets everything from a snapshot, since the relay has forgotten the log.
    case joinBySnapshot
    /// New keys.
    case rotate
    /// The tables are made anew from the log.
    case repair
    /// A backup, verified, and restored to another folder.
    case backUpAndRestore
    /// Somebody is let in, adds a note, and is taken out again.
    case shareAndRemove
}
