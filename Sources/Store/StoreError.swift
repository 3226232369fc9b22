/// Why the store refuses, beyond what the database itself says (`SQLiteError`).
package enum StoreError: Error, Hashable {
    case newerVersion(Int)
    /// A row does not have the shape that this program writes.
    case damagedRow(table: String)
    /// What comes from a relay does not follow what came before.
    case outOfOrder
    /// Another operation stands at its place on its device's chain: two programs wrote as the same device.
    case otherOperation
}
