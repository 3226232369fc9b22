import CPlatform

/// Lends `byteCount` (≥ 0) zero bytes for temporary plaintext, and overwrites them afterwards.
func withScratch<R, E: Error>(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
) throws(E) -> R {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
    unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0)
    defer {
        if let start = buffer.baseAddress { unsafe platform_wipe(start, buffer.count) }
        unsafe buffer.deallocate()
    }
    return try unsafe body(UnsafeMutableRawBufferPointer(rebasing: buffer[..<byteCount]))
}
