#if os(WASI)
    /// Beside a browser no program keeps keys: none is kept, and none is found.
    package enum KeyHolder: Equatable, Sendable {
        case agent(socketPath: String)

        package func put(
            key: borrowing Secret, vault: [UInt8], seconds: Int, mark: String? = nil
        ) throws(KeyHolderError) { throw .noAgent }

        package func get(vault: [UInt8]) throws(KeyHolderError) -> Secret? { nil }

        package func remaining(vault: [UInt8]) throws(KeyHolderError) -> Int? { nil }

        @discardableResult
        package func drop(vault: [UInt8]) throws(KeyHolderError) -> Bool { false }
    }
#endif
