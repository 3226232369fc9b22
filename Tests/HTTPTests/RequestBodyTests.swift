import HTTP
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
}
