// A substitute for Sources/Ledger/Cryptography.swift, so that the rest of Ledger compiles without swift-crypto. It has no cryptography.

package func digest(_ bytes: [UInt8]) -> [UInt8] { fatalError("no SHA-256 yet") }

package struct RunningDigest {
    package init() {}
    package mutating func add(_ bytes: some Collection<UInt8>) { fatalError("no SHA-256 yet") }
    package var value: [UInt8] { fatalError("no SHA-256 yet") }
}

extension Ed25519 {
    static func fits(_ signature: [UInt8], message: [UInt8], publicKey: [UInt8]) -> Bool { fatalError("no Ed25519 yet") }
}
