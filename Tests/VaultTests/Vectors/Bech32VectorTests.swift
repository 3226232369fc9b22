import Foundation
import Testing
import Vault

@Suite struct Bech32VectorTests {
    @Test(arguments: VectorFile.of(.bech32m, and: bip350))
    func `Bech32m accepts and refuses as BIP-350 says`(file: VectorFile) throws {
        try file.check { vector in
            let accepts = (try? Bech32.symbols(of: vector["text"], variant: .bech32m)) != nil
            // BIP-350 forbids more than 90 characters; this reader, like the age program, knows no such limit.
            let isOnlyTooLong = !vector.isValid && vector["text"].utf8.count > 90 && vector["text"].hasPrefix("an84")
            #expect(accepts == (vector.isValid || isOnlyTooLong), "\(vector) \(vector["text"])")
            #expect(throws: Bech32Error.self, "\(vector)") { try Bech32.symbols(of: vector["text"], variant: .bech32) }
            return accepts
        }
    }

    private static let bip350 = VectorFile.builtIn(
        .bech32m, "a few of BIP-350",
        """
        text A1LQFN3A

        text abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx

        text ?1v759aa

        result invalid
        text 1qyrz8wqd2c9m

        result invalid
        text y1b0jsk6g

        result invalid
        text M1VUXWEZ
        """)
}
