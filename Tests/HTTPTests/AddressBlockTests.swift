import HTTP
import Testing

@Suite struct AddressBlockTests {
    @Test func `addresses of one IPv6 subnet are one block, those of IPv4 are each their own`() {
        #expect(AddressBlock("2001:db8:1:2::1") == AddressBlock("2001:0DB8:1:2:ffff:ffff:ffff:ffff"))
        #expect(AddressBlock("2001:db8:1:2::1") != AddressBlock("2001:db8:1:3::1"))
        #expect(AddressBlock("2001:db8:1:2::1").network == AddressBlock("2001:db8:1:ffff::9").network)
        #expect(AddressBlock("2001:db8:1:2::1").network != AddressBlock("2001:db8:2:2::1").network)
        #expect(AddressBlock("192.0.2.1") != AddressBlock("192.0.2.2"))
        #expect(AddressBlock("192.0.2.1").network == AddressBlock("192.0.2.2").network)
        #expect(AddressBlock("::ffff:192.0.2.1") == AddressBlock("192.0.2.1"))
        #expect(AddressBlock("fe80::1%eth0") == AddressBlock("fe80::2"))
    }

    @Test(arguments: ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1"])
    func `this machine is known by all its addresses`(_ address: String) { #expect(AddressBlock(address).isLoopback) }

    @Test(arguments: ["", "1.2.3", "::2", "192.0.2.1", "localhost", "127.example.org"])
    func `other texts are not this machine`(_ address: String) { #expect(!AddressBlock(address).isLoopback) }
}
