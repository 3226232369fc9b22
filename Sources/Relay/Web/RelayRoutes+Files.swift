import Foundation
import HTTP
import Ledger
import Sync

extension RelayRoutes {
    @Sendable func blob(_ request: Request) async throws -> Response {
        let (caller, journal, hash) = (try await caller(request), try journal(request), try hash(request))
        let progress = try await relay.progress(ofBlob: hash, of: journal, by: caller)
        guard progress.isComplete else {
            // What has come so far, for whoever goes on with an upload.
            var missing = RelayApp.response(.notFound)
            missing.headers["upload-offset"] = String(progress.held)
            return missing
        }
        return send(try await relay.blob(hash, of: journal, by: caller), to: request)
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

    /// Which part of a file a body is: `Content-Range: bytes 0-1023/4096` (RFC 9110, 14.4), or all of it, as long as it says.
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

    /// The file, or the rest of it from where `Range: bytes=1024-` says.
    private func send(_ file: (path: String, size: Int), to request: Request) -> Response {
        var headers = RelayRoutes.octets
        headers["accept-ranges"] = "bytes"
        var start = 0
        if let range = request.headers["range"], range.hasPrefix("bytes="), range.hasSuffix("-"),
            let from = Int(range.dropFirst(6).dropLast()), (0..<max(1, file.size)).contains(from), from > 0
        {
            start = from
            headers["content-range"] = "bytes \(start)-\(file.size - 1)/\(file.size)"
        }
        let (path, first) = (file.path, start)
        return Response(
            start > 0 ? .partialContent : .ok, headers: headers,
            body: .stream(length: file.size - start) { writer in
                let reading = try FileDownload(path, from: first)
                while let piece = try await reading.next() { try await writer.write(piece) }
            })
    }
}

/// Reads a file piece by piece, on a thread of its own.
private actor FileDownload {
    private nonisolated let thread = RelayThread("download")
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let file: FileHandle

    init(_ path: String, from start: Int) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { throw HTTPFault.connectionEnded }
        try file.seek(toOffset: UInt64(start))
        self.file = file
    }

    func next() throws -> [UInt8]? {
        guard let data = try file.read(upToCount: 256 << 10), !data.isEmpty else { return nil }
        return Array(data)
    }
}
