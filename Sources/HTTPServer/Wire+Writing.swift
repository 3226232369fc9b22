import HTTP
import NIOCore

// On the event loop.
extension Wire {
    func send(_ bytes: [UInt8], isLast: Bool, _ continuation: CheckedContinuation<Void, any Error>) {
        guard let context else { return continuation.resume(throwing: HTTPFault.connectionEnded) }
        let done = loop.makePromise(of: Void.self)
        unflushed += 1
        done.futureResult.whenComplete { _ in self.flushed() }
        if isLast {
            done.futureResult.whenComplete { continuation.resume(with: $0.mapError { _ in HTTPFault.connectionEnded }) }
        }
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: done)
        if unflushed > 0, stallClock == nil { startStallClock() }
        connections.waits(for: self, unflushed > 0)
        guard !isLast else { return }
        if self.context == nil {
            continuation.resume(throwing: HTTPFault.connectionEnded)
        } else if context.channel.isWritable {
            continuation.resume()
        } else {
            writers.append(continuation)
        }
    }

    func sendContinue() {
        context?.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
    }

    private func flushed() {
        unflushed -= 1
        stallClock?.cancel()
        stallClock = nil
        if unflushed > 0 { startStallClock() } else { connections.waits(for: self, false) }
    }

    private func startStallClock() {
        restart(&stallClock, TimeAmount(limits.stallTime)) { $0.context?.close(promise: nil) }
    }

    func linger() {
        guard let context, lingering == nil else { return }
        guard !hasPeerClosed else { return context.close(promise: nil) }
        lingering = 0
        connections.waits(for: self, true)
        restart(&lingerClock, TimeAmount(limits.lingerTime)) { $0.context?.close(promise: nil) }
        context.close(mode: .output, promise: nil)
        self.context?.read()
    }

    func restart(_ clock: inout Scheduled<Void>?, _ time: TimeAmount, _ action: @escaping @Sendable (Wire) -> Void) {
        clock?.cancel()
        clock = loop.scheduleTask(in: time) { action(self) }
    }
}
