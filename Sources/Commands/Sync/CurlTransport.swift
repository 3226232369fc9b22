import CCurl
import Engine
import Foundation
import Journal

/// Requests to one relay over libcurl: one after the other, over one connection, on a separate thread.
package final class CurlTransport: RelayTransport {
    private let address: RelayAddress
    private let queue = DispatchQueue(label: "auralyst.relay")
    private let handle: CurlHandle?

    package init(_ address: RelayAddress) {
        self.address = address
        handle = CurlHandle()
    }

    package func send(_ request: RelayRequest) async throws -> RelayResponse {
        guard let handle else { throw SyncError.noLibrary }
        let url = address.text + request.path
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try handle.send(request, to: url) }) }
        }
    }

    package func close() { handle?.cancel() }
}

/// The library's connection. Only its owner's queue sends through it; any thread may end it.
@safe
private final class CurlHandle: @unchecked Sendable {
    private let handle: OpaquePointer

    init?() {
        guard let handle = unsafe ccurl_open() else { return nil }
        unsafe self.handle = handle
    }

    deinit { unsafe ccurl_close(handle) }

    func cancel() { unsafe ccurl_cancel(handle) }

    func send(_ request: RelayRequest, to url: String) throws -> RelayResponse {
        let lines = request.headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        let texts = unsafe ([request.method, url] + lines).map { unsafe strdup($0) }
        defer { unsafe texts.forEach { unsafe free($0) } }
        var bytes: [UInt8]?
        var asked = unsafe ccurl_request()
        unsafe asked.method = unsafe UnsafePointer(texts[0])
        unsafe asked.url = unsafe UnsafePointer(texts[1])
        unsafe asked.body_file = -1
        unsafe asked.answer_file = request.answerFile ?? -1
        unsafe asked.answer_limit = Int64(request.fileLimit ?? 0)
        unsafe asked.still_seconds = 60
        switch request.body {
        case .none: break
        case .bytes(let body): bytes = body
        case .file(let file, let count):
            unsafe asked.body_file = file
            unsafe asked.body_length = count
        }
        unsafe asked.limits = ccurl_limits(
            connect: 15_000, total: UInt32(clamping: request.patience), body: max(0, request.bodyLimit), redirects: 0)
        var answer = unsafe ccurl_answer()
        let headers = unsafe texts.dropFirst(2).map { unsafe UnsafePointer<CChar>($0) }
        // One byte more: an empty body needs a valid pointer too.
        let code = unsafe headers.withUnsafeBufferPointer { headers in
            unsafe ((bytes ?? []) + [0]).withUnsafeBufferPointer { body in
                unsafe asked.headers = headers.baseAddress
                unsafe asked.header_count = headers.count
                unsafe asked.body = bytes == nil ? nil : body.baseAddress
                unsafe asked.body_count = body.count - 1
                return unsafe ccurl_send(handle, &asked, &answer)
            }
        }
        defer { unsafe ccurl_release(&answer) }
        if let fault = CurlHandle.fault(code: Int(code)) { throw fault }
        return RelayResponse(
            status: unsafe answer.status,
            headers: CurlHandle.headers(unsafe Array(UnsafeBufferPointer(start: answer.head, count: answer.head_count))),
            body: unsafe Array(UnsafeBufferPointer(start: answer.body, count: answer.count)))
    }

    /// The last block of headers: others may precede it.
    private static func headers(_ bytes: [UInt8]) -> [String: String] {
        var headers: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            if line.hasPrefix("HTTP/") { headers = [:] }
            guard let colon = line.firstIndex(of: ":") else { continue }
            headers[line[..<colon].lowercased()] = trimmed(line[line.index(after: colon)...])
        }
        return headers
    }

    private static func fault(code: Int) -> SyncError? {
        switch code {
        case CCURL_DONE: nil
        case CCURL_NO_LIBRARY: .noLibrary
        case CCURL_NO_NAME: .unreachable(.name)
        case CCURL_NO_CONNECTION: .unreachable(.connection)
        case CCURL_NOT_TRUSTED: .unreachable(.trust)
        case CCURL_TIMEOUT: .unreachable(.time)
        case CCURL_CANCELLED: .stopped
        case CCURL_TOO_LARGE: .notARelay
        default: .unreachable(.transfer)
        }
    }
}
