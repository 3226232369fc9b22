/// Why bytes are no operation, or no operation at this place.
package enum LedgerError: Error, Hashable {
    /// Fewer or more bytes than the header says.
    case wrongLength
    /// A version or suite byte that this program does not know: made by a newer one.
    case newerVersion(version: UInt8, suite: UInt8)
    /// A lane that does not exist, a reserved byte that is not zero, or a position that no chain has.
    case badHeader
    /// The public key is not the one that the device's name is made of.
    case wrongDeviceKey
    /// The signature does not fit: the bytes were changed, or another device signed.
    case badSignature
    /// The operation does not follow the one before it on its device.
    case brokenChain(expected: UInt64, found: UInt64)
    /// The opened payload does not have the shape of version 1.
    case badPayload
    /// The body of a control operation does not have its shape.
    case badControl
    /// What stands in a snapshot does not have its shape.
    case badSnapshot
}
