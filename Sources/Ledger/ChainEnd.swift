/// A device's last operation in a log.
package struct ChainEnd: Hashable, Sendable {
    /// Its position on the device's chain, from 1.
    package let position: UInt64
    /// Its hash, 32 bytes.
    package let hash: [UInt8]

    package init(position: UInt64, hash: [UInt8]) { (self.position, self.hash) = (position, hash) }
}
