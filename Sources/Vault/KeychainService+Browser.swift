#if os(WASI)
    /// A browser has no keychain for programs.
    enum KeychainService {
        static func store(
            _ key: borrowing Secret, name: String, label: String, patience: Keychain.Patience
        ) throws(KeychainError) { throw .noLibrary }

        static func load(name: String, patience: Keychain.Patience) throws(KeychainError) -> Secret? { throw .noLibrary }
        static func remove(name: String, patience: Keychain.Patience) throws(KeychainError) -> Bool { throw .noLibrary }
    }
#endif
