/// Why keys were not rotated, or a journal's keys not destroyed.
package enum KeysError: Error, Hashable {
    /// Operations are missing: what is lost now may be found in another copy of the database, and needs the old key.
    case needsRepair
    /// No slot can be added of this kind, since as many as allowed are there.
    case tooManySlots
}
