import Foundation

/// The addresses that one sender usually has alone: an IPv4 address, or the /64 of an IPv6 address. Limits count by it, since anyone
/// with IPv6 has 2⁶⁴ addresses at will.
package struct AddressBlock: Hashable, Sendable {
    /// The network's first bytes: 4 of IPv4, 8 of IPv6; of a text that is no address, the text.
    package let bytes: [UInt8]
    package let isLoopback: Bool

    /// Reads an address without port; IPv4 in IPv6 form (`::ffff:192.0.2.1`) counts as IPv4.
    package init(_ address: some StringProtocol) {
        let text = String(address.prefix { $0 != "%" })
        var (four, six) = (in_addr(), in6_addr())
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            let bytes = unsafe withUnsafeBytes(of: four) { unsafe Array($0) }
            (self.bytes, isLoopback) = (bytes, bytes[0] == 127)
        } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
            let bytes = unsafe withUnsafeBytes(of: six) { unsafe Array($0) }
            if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] {
                (self.bytes, isLoopback) = (Array(bytes.suffix(4)), bytes[12] == 127)
            } else {
                (self.bytes, isLoopback) = (Array(bytes.prefix(8)), bytes == [UInt8](repeating: 0, count: 15) + [1])
            }
        } else {
            (bytes, isLoopback) = (Array(text.utf8.prefix(64)), false)
        }
    }

    private init(bytes: [UInt8]) { (self.bytes, isLoopback) = (bytes, false) }

    /// The network that a provider hands out at a time: /24 of IPv4, /48 of IPv6.
    package var network: AddressBlock {
        AddressBlock(bytes: Array(bytes.count == 4 ? bytes.prefix(3) : bytes.count == 8 ? bytes.prefix(6) : bytes[...]))
    }
}
