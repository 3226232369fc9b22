/// The last operation of a device that a log has.
package struct ChainEnd: Hashable, Sendable {
    /// Its place on the device's chain, from 1 on.
    package let position: UInt64
    /// Its hash, 32 bytes.
    package let hash: [UInt8]

    package init(position: UInt64, hash: [UInt8]) { (self.position, self.hash) = (position, hash) }
}
