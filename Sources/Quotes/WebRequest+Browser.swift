#if os(WASI)
    /// The pages in a browser may ask no host but the one that serves them.
    struct WebRequest: Sendable {
        let url: String
        let patience: Int

        struct Answer: Hashable, Sendable {
            let status: Int
            let body: [UInt8]
        }

        func answer() async -> Result<Answer, QuoteError> { .failure(.notHere) }
    }
#endif
