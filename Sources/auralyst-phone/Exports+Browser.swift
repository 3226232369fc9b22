#if os(WASI)
    import Base
    import CBrowser
    import Foundation
    import Journal
    import Ledger
    import Phone
    import Synchronization

    // What JavaScript calls. Everything runs on one thread, and nothing blocks: each call takes bytes over, and `phone_run` continues
    // the work until all of it waits for a timer or for JavaScript.

    private let phone = Mutex<Phone?>(nil)

    /// Memory for bytes that the next call takes over.
    @_expose(wasm, "phone_room") @_cdecl("phone_room")
    func room(_ count: Int32) -> UnsafeMutableRawPointer? { unsafe malloc(max(1, Int(count))) }

    /// The bytes in such memory, which is freed.
    private func take(_ pointer: UnsafeMutableRawPointer?, _ count: Int32) -> [UInt8] {
        guard let pointer = unsafe pointer else { return [] }
        defer { unsafe free(pointer) }
        return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: Int(count)))
    }

    /// Begins, once, with `{"zone":"Europe/Vienna","folder":"/vault","origin":"https://…","languages":"de-AT"}`;
    /// on an iPhone outside the installed app with `"mustInstall":true`, and with `"device":"Pixel 7"` where that is known.
    @_expose(wasm, "phone_start") @_cdecl("phone_start")
    func start(_ pointer: UnsafeMutableRawPointer?, _ count: Int32) {
        let settings = try? JSON(reading: unsafe take(pointer, count))
        // How dates are written where the owner chose nothing.
        if let language = settings?["languages"]?.string?.split(separator: ",").first {
            unsafe setenv("LANG", String(language.map { $0 == "-" ? "_" : $0 }), 1)
        }
        let zone = settings?["zone"]?.string.flatMap { Zone(identifier: $0) } ?? .utc
        var surroundings = Surroundings.machine
        surroundings.zone = zone
        let begun = Phone(
            folder: settings?["folder"]?.string ?? "/vault", origin: settings?["origin"]?.string ?? "",
            surroundings: surroundings,
            browser: JavaScript(), name: settings?["device"]?.string, mustInstall: settings?["mustInstall"] == true)
        phone.withLock { $0 = begun }
        Task { await begun.run() }
    }

    @_expose(wasm, "phone_request") @_cdecl("phone_request")
    func request(
        _ id: Int32, _ head: UnsafeMutableRawPointer?, _ headCount: Int32, _ body: UnsafeMutableRawPointer?, _ bodyCount: Int32
    ) {
        let (head, body) = unsafe (take(head, headCount), take(body, bodyCount))
        phone.withLock { $0 }?.request(id, head: head, body: body)
    }

    @_expose(wasm, "phone_cancel") @_cdecl("phone_cancel")
    func cancel(_ id: Int32) { phone.withLock { $0 }?.cancel(id) }

    @_expose(wasm, "phone_fetched") @_cdecl("phone_fetched")
    func fetched(
        _ id: Int32, _ head: UnsafeMutableRawPointer?, _ headCount: Int32, _ body: UnsafeMutableRawPointer?, _ bodyCount: Int32
    ) {
        let (head, body) = unsafe (take(head, headCount), take(body, bodyCount))
        phone.withLock { $0 }?.fetched(id, head: head, body: body)
    }

    @_expose(wasm, "phone_fetch_failed") @_cdecl("phone_fetch_failed")
    func fetchFailed(_ id: Int32, _ word: UnsafeMutableRawPointer?, _ count: Int32) {
        let word = unsafe take(word, count)
        phone.withLock { $0 }?.fetchFailed(id, word)
    }

    /// Runs what is ready. Returns the milliseconds until the next timer, -1 if there is none.
    @_expose(wasm, "phone_run") @_cdecl("phone_run")
    func run() -> Double { phone_run_jobs() }

    /// The imports of module `phone`.
    private struct JavaScript: Browser {
        func answer(_ request: Int32, head: [UInt8]) {
            unsafe head.withUnsafeBufferPointer { unsafe phone_answer(request, $0.baseAddress, $0.count) }
        }

        func answer(_ request: Int32, bytes: [UInt8]) {
            unsafe bytes.withUnsafeBufferPointer { unsafe phone_answer_bytes(request, $0.baseAddress, $0.count) }
        }

        func endAnswer(_ request: Int32, isFailed: Bool) { phone_answer_end(request, isFailed ? 1 : 0) }

        func fetch(_ fetch: Int32, head: [UInt8], body: [UInt8]) {
            unsafe head.withUnsafeBufferPointer { head in
                unsafe body.withUnsafeBufferPointer { body in
                    unsafe phone_fetch(fetch, head.baseAddress, head.count, body.baseAddress, body.count)
                }
            }
        }

        func cancelFetch(_ fetch: Int32) { phone_fetch_cancel(fetch) }

        func note(_ document: [UInt8]) {
            unsafe document.withUnsafeBufferPointer { unsafe phone_note($0.baseAddress, $0.count) }
        }
    }
#endif
