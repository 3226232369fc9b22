import HTTP
import NIOCore
import NIOHTTP1

// On the event loop.
extension Wire {
    func wait(_ reader: Reader) {
        guard self.reader == nil else { return resume(reader, throwing: .connectionEnded) }
        self.reader = reader
        switch reader {
        case .head:
            if isStopping { endInput(.connectionEnded) }
            connections.begins(self, isWaiting: true)
            restart(&readClock, TimeAmount(limits.idleTime)) { $0.endInput(.connectionEnded) }
        case .piece:
            if owesContinue, !isResponding, inbox.isEmpty { sendContinue() }
            owesContinue = false
            connections.waits(for: self, true)
            waitsSince = .now()
            restart(&readClock, patience) { $0.endInput(.tooSlow) }
        }
        deliver()
    }

    /// Delivers what has arrived to the reader, or reads more.
    func deliver() {
        switch reader {
        case .head(let continuation):
            while let part = inbox.popFirst() {
                guard case .head(let head) = part else { continue }
                begin(head)
                takeReader()
                let source = context?.remoteAddress?.ipAddress ?? ""
                return continuation.resume(returning: Arrival(exchange: exchange, head: head, source: Wire.plain(source)))
            }
        case .piece(let continuation):
            let bytes = takeBody()
            if !bytes.isEmpty || !isBodyOpen {
                takeReader()
                earnPatience(bytes.count)
                return continuation.resume(returning: bytes.isEmpty ? nil : bytes)
            }
        case nil:
            return
        }
        if let inputEnd, let waiting = takeReader() {
            resume(waiting, throwing: inputEnd)
        } else {
            context?.read()
        }
    }

    @discardableResult private func takeReader() -> Reader? {
        defer { reader = nil }
        readClock?.cancel()
        readClock = nil
        connections.waits(for: self, false)
        return reader
    }

    /// Each second of waiting costs one, and each `bodyRate` bytes bring one back: a body that drips in is too slow however short
    /// its pauses are.
    private func earnPatience(_ bytes: Int) {
        if let waitsSince { patience = patience - (.now() - waitsSince) }
        waitsSince = nil
        let earned = TimeAmount.nanoseconds(Int64(clamping: bytes) * 1_000_000_000 / Int64(limits.bodyRate))
        patience = max(.zero, min(TimeAmount(isResponding ? limits.lingerTime : limits.bodyPause), patience + earned))
    }

    private func resume(_ reader: Reader, throwing fault: HTTPFault) {
        switch reader {
        case .head(let continuation):
            if fault == .connectionEnded { continuation.resume(returning: nil) } else { continuation.resume(throwing: fault) }
        case .piece(let continuation):
            continuation.resume(throwing: fault)
        }
    }

    private func begin(_ head: HTTPRequestHead) {
        exchange += 1
        patience = TimeAmount(limits.bodyPause)
        connections.begins(self, isWaiting: false)
        isBodyOpen = true
        isResponding = false
        hasResponded = false
        isEventStream = false
        announced = head.headers.first(name: "content-length").flatMap { Int($0) }
        if announced == nil, !head.headers.contains(name: "transfer-encoding") { announced = 0 }
        owesContinue =
            head.version == .http1_1 && head.headers.first(name: "expect")?.lowercased() == "100-continue"
    }

    private func takeBody() -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < 64 << 10, let part = inbox.first {
            switch part {
            case .body(let buffer):
                bytes += buffer.readableBytesView
            case .end:
                guard bytes.isEmpty else { return bytes }
                isBodyOpen = false
            case .head:
                return bytes
            }
            inbox.removeFirst()
            if !isBodyOpen { break }
        }
        announced = announced.map { max(0, $0 - bytes.count) }
        return bytes
    }

    /// Whether the whole body has arrived.
    private var isEndHere: Bool { !isBodyOpen || inbox.contains { if case .end = $0 { true } else { false } } }

    /// Whether the rest of the body is small enough to discard.
    var isEndNear: Bool {
        if isEndHere { return true }
        // A client that waits for "100 Continue" may leave the body out.
        return !owesContinue && announced.map { $0 <= limits.drainBytes } ?? false
    }

    /// Whether the client may be sending bytes that no one reads.
    var isUnread: Bool {
        !isEndHere || silentBytes > 0 || inbox.contains { if case .head = $0 { true } else { false } }
    }

    /// Stops reading; what has arrived is still delivered.
    func endInput(_ fault: HTTPFault) {
        inputEnd = inputEnd ?? fault
        deliver()
    }

    /// Called by the meter before the parser; returns whether the parser gets the bytes.
    func meter(_ bytes: ByteBuffer) -> Bool {
        if let drained = lingering {
            lingering = drained + bytes.readableBytes
            if drained > limits.drainBytes { context?.close(promise: nil) }
            return false
        }
        guard inputEnd == nil else { return false }
        if !isBodyOpen {
            hasLineEnded = hasLineEnded || bytes.readableBytesView.contains(0x0a)
            if case .head = reader, silentBytes == 0 {
                restart(&readClock, TimeAmount(limits.headTime)) { $0.endInput(.tooSlow) }
            }
        }
        silentBytes += bytes.readableBytes
        return true
    }

    /// Called after the parser. The parser limits single fields only, not their sum, nor the bytes between chunks.
    func checkSilence() {
        guard silentBytes > limits.targetBytes + limits.headerBytes else { return }
        endInput(isBodyOpen ? .malformed : hasLineEnded ? .headersTooLarge : .targetTooLong)
    }

    /// Converts an IPv4-mapped IPv6 address to IPv4.
    private static func plain(_ address: String) -> String {
        address.hasPrefix("::ffff:") && address.contains(".") ? String(address.dropFirst(7)) : address
    }
}
