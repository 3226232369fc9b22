import HTTP
import Synchronization
import Testing

@Suite struct RequestBodyTests {
    @Test func `a body is collected up to its limit`() async throws {
        #expect(try await RequestBody(pieces: [[1], [2, 3]]).collect(limit: 3) == [1, 2, 3])
        #expect(try await RequestBody.empty.collect(limit: 0).isEmpty)
        await #expect(throws: HTTPFault.tooLarge(limit: 2)) { try await RequestBody(pieces: [[1], [2, 3]]).collect(limit: 2) }
    }

    @Test func `a body that announces too much is not read`() async {
        let body = RequestBody(length: 3) { throw HTTPFault.tooSlow }
        await #expect(throws: HTTPFault.tooLarge(limit: 2)) { try await body.collect(limit: 2) }
        await #expect(throws: HTTPFault.tooSlow) { try await body.collect(limit: 3) }
    }

    @Test(arguments: [
        (HTTPFault.malformed, 400), (.notFound, 404), (.methodNotAllowed(allowed: []), 405), (.tooSlow, 408),
        (.tooLarge(limit: 1), 413),
        (.targetTooLong, 414), (.unsupportedForm, 415), (.headersTooLarge, 431),
    ])
    func `each fault has its status`(fault: HTTPFault, code: Int) {
        #expect(fault.status.code == code)
    }

    @Test func `bodies that are there as a whole are passed on in pieces, and an empty one in none`() async throws {
        let bytes = [UInt8](repeating: 7, count: 2 * BodyWriter.pieceBytes + 1)
        let body = RequestBody(bytes)
        #expect(body.length == bytes.count)
        var counts: [Int] = []
        while let piece = try await body.next() { counts.append(piece.count) }
        #expect(counts == [BodyWriter.pieceBytes, BodyWriter.pieceBytes, 1])
        let written = Mutex<[[UInt8]]>([])
        let rested = Mutex(0)
        let writer = BodyWriter.atOnce { piece in
            written.withLock { $0.append(piece) }
        } rest: { count in
            rested.withLock { $0 += count }
        }
        try await Response.Body.bytes(bytes).write(to: writer)
        try await Response.Body.bytes([]).write(to: writer)
        #expect(written.withLock { $0.map(\.count) } == counts)
        #expect(rested.withLock { $0 } == bytes.count)
        try writer.writeAtOnce(bytes)
        #expect(written.withLock { $0.count } == 2 * counts.count)
        let closed = writer.checking { throw HTTPFault.tooSlow }
        #expect(throws: HTTPFault.tooSlow) { try closed.writeAtOnce(bytes) }
        await #expect(throws: HTTPFault.tooSlow) { try await closed.write(bytes) }
        #expect(throws: HTTPFault.connectionEnded) { try BodyWriter { _ in }.writeAtOnce(bytes) }
    }
}
