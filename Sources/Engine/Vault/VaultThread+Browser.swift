#if os(WASI)
    /// All work is done on the one thread, also that of an actor that blocks.
    package struct VaultThread: Sendable {
        static let isTheOnlyOne = true

        package init(_ name: String) {}

        package func asUnownedSerialExecutor() -> UnownedSerialExecutor { unsafe MainActor.sharedUnownedExecutor }
    }
#endif
