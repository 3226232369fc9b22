import HTTP
import Synchronization

extension RequestBody {
    /// A body that comes in just these pieces; empty ones are left out.
    init(pieces: [[UInt8]], length: Int? = nil) {
        let rest = Mutex(pieces.filter { !$0.isEmpty }[...])
        self.init(length: length) { rest.withLock { $0.popFirst() } }
    }
}
