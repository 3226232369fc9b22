/// Why keys were not rotated, or a slot was not added.
package enum KeysError: Error, Hashable {
    /// Operations are missing: what is lost now may be found in another copy of the database, and needs the old key.
    case needsRepair
    case tooManyPassphrases(limit: Int)
    /// The new passphrase is the present one.
    case samePassphrase
}
