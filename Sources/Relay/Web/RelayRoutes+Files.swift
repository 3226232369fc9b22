import Basics
import Foundation
import HTTP
import Ledger
import Sync

extension RelayRoutes {
    @Sendable func blob(_ request: Request) async throws -> Response {
        let (caller, journal, hash) = (try await caller(request), try journal(request), try hash(request))
        let progress = try await relay.progress(ofBlob: hash, of: journal, by: caller)
        guard progress.isComplete else {
            // The bytes received so far, for resuming an upload.
            var missing = RelayApp.response(.notFound)
            missing.headers["upload-offset"] = String(progress.held)
            return missing
        }
        return send(try await relay.blob(hash, of: journal, by: caller), to: request)
    }

    @Sendable func blobs(_ request: Request) async throws -> Response {
        let (caller, journal) = (try await caller(request), try journal(request))
        var after: [UInt8] = []
        if let text = request.query["after"] {
            guard let hash = Ledger.bytes(fromHex: text), hash.count == 32 else { throw RelayRefusal.invalid(.shape) }
            after = hash
        }
        let limit = Int(clamping: try number("limit", in: request) ?? UInt64(FileListing.mostFiles))
        return answer(try await relay.blobs(of: journal, after: after, limit: limit, by: caller).bytes)
    }

    @Sendable func putBlob(_ request: Request) async throws -> Response {
        let (caller, journal, hash) = (try await caller(request), try journal(request), try hash(request))
        let piece = try RelayRoutes.piece(request)
        return answer(to: try await relay.put(request.body, piece: piece, asBlob: hash, of: journal, by: caller))
    }

    @Sendable func snapshot(_ request: Request) async throws -> Response {
        let (caller, journal, position) = (try await caller(request), try journal(request), try position(request))
        return send(try await relay.snapshot(at: position, of: journal, by: caller), to: request)
    }

    @Sendable func putSnapshot(_ request: Request) async throws -> Response {
        let (caller, journal, position) = (try await caller(request), try journal(request), try position(request))
        let piece = try RelayRoutes.piece(request)
        return answer(
            to: try await relay.put(request.body, piece: piece, asSnapshotAt: position, of: journal, by: caller))
    }

    private func answer(to progress: Relay.Progress) -> Response {
        Response(
            progress.isComplete ? Status(201, "Created") : Status(202, "Accepted"),
            headers: ["upload-offset": String(progress.held), "cache-control": "no-store"])
    }

    private func hash(_ request: Request) throws(RelayRefusal) -> [UInt8] {
        guard let hash = request.parameters["hash"].flatMap({ bytes(fromHex: $0) }), hash.count == 32 else { throw .notFound }
        return hash
    }

    private func position(_ request: Request) throws(RelayRefusal) -> UInt64 {
        guard let text = request.parameters["position"], let position = UInt64(text), String(position) == text,
            (1...UInt64(Int64.max)).contains(position)
        else { throw .notFound }
        return position
    }

    /// The part of a file in a body: `Content-Range: bytes 0-1023/4096` (RFC 9110, 14.4), or all of it, of the stated length.
    static func piece(_ request: Request) throws(RelayRefusal) -> Relay.Piece {
        guard let range = request.headers["content-range"] else {
            guard let length = request.body.length else { throw .invalid(.shape) }
            return Relay.Piece(start: 0, total: length)
        }
        let parts = range.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        guard range.hasPrefix("bytes "), parts.count == 2, let total = Int(parts[1]), total >= 0 else { throw .invalid(.shape) }
        let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let start = Int(ends[0]), let last = Int(ends[1]), start >= 0, start <= last, last < total
        else { throw .invalid(.shape) }
        return Relay.Piece(start: start, total: total)
    }

    /// The file, or the part requested by `Range: bytes=1024-` or `bytes=1024-2047`.
    private func send(_ file: (path: String, size: Int), to request: Request) -> Response {
        var headers = RelayRoutes.octets
        headers["accept-ranges"] = "bytes"
        let part = RelayRoutes.part(request.headers["range"], of: file.size)
        if let part { headers["content-range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.size)" }
        let (path, range) = (file.path, part ?? 0..<file.size)
        return Response(
            part == nil ? .ok : .partialContent, headers: headers,
            body: .stream(length: range.count) { writer in
                let reading = try FileDownload(path, range)
                while let piece = try await reading.next() { try await writer.write(piece) }
            })
    }

    /// The part of a file requested by a header; `nil` for all of it, and for a header of another form.
    static func part(_ header: String?, of size: Int) -> Range<Int>? {
        guard let header, header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), (0..<max(1, size)).contains(first) else { return nil }
        if ends[1].isEmpty { return first > 0 ? first..<size : nil }
        guard let last = Int(ends[1]), last >= first else { return nil }
        return first..<min(last, size - 1) + 1
    }
}

/// Reads a file piece by piece, on its own thread.
private actor FileDownload {
    private nonisolated let thread = RelayThread("download")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let file: OpenFile
    private var rest: Int

    init(_ path: String, _ range: Range<Int>) throws {
        let file: OpenFile
        do throws(FileFault) { file = try OpenFile(path: path) } catch { throw HTTPFault.connectionEnded }
        try file.seek(to: Int64(range.lowerBound))
        (self.file, rest) = (file, range.count)
    }

    func next() throws -> [UInt8]? {
        guard rest > 0, case let data = try file.read(min(rest, 256 << 10)), !data.isEmpty else { return nil }
        rest -= data.count
        return data
    }
}
