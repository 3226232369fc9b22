// Compiled by scripts/fuzz alone: libFuzzer calls it with one input after the other.
#if FUZZER
    import Foundation

    /// `AURALYST_FUZZ_TARGET`: the name of a decoder, or `relay`.
    private let target = ProcessInfo.processInfo.environment["AURALYST_FUZZ_TARGET"] ?? "relay"
    private let decoder = Decoder(rawValue: target)
    nonisolated(unsafe) private var relay = fresh()
    nonisolated(unsafe) private var scripts = 0

    private func fresh() -> FuzzedRelay { wait { try await FuzzedRelay() } }

    /// What an asynchronous call gives, on a thread that waits for it.
    private func wait<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) -> T {
        let done = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var result: Result<T, any Error>?
        Task {
            do { unsafe result = .success(try await body()) } catch { unsafe result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard case .success(let value)? = unsafe result else { fatalError("the relay does not start") }
        return value
    }

    /// Writes the messages from which libFuzzer begins into the folder `AURALYST_FUZZ_SEEDS`.
    @_cdecl("LLVMFuzzerInitialize")
    public func prepareFuzzing(_ count: UnsafeMutableRawPointer?, _ words: UnsafeMutableRawPointer?) -> CInt {
        guard let folder = ProcessInfo.processInfo.environment["AURALYST_FUZZ_SEEDS"] else { return 0 }
        let relay = unsafe relay
        let seeds = decoder.map { Corpus.seeds(of: $0, operations: relay.operations) } ?? (try? relay.seeds()) ?? []
        for (number, bytes) in seeds.enumerated() {
            try? Data(bytes).write(to: URL(fileURLWithPath: folder + "/seed-\(number)"))
        }
        return 0
    }

    /// One input. What is wrong with how it is taken ends the program, which libFuzzer notices and keeps the input.
    @_cdecl("LLVMFuzzerTestOneInput")
    public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
        if let decoder {
            if let fault = decoder.fault(in: bytes) { fatalError(fault) }
            return 0
        }
        // A fault must not depend on thousands of inputs before it.
        unsafe scripts += 1
        if unsafe scripts % 1_000 == 0 { unsafe relay = fresh() }
        let relay = unsafe relay
        if let fault = wait({ await relay.fault(in: bytes) }) { fatalError(fault) }
        return 0
    }
#endif
