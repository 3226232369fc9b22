import Base
import Documents
import Engine
import HTTP
import Ledger
import Records
import Synchronization

extension WebApp {
    func addThumbnailRoutes(to routes: inout Routes) {
        routes.page("/thumbnail/:entry/:id") { visit in try await visit.app.thumbnail(visit) }
        // Where this machine makes none, the browser does: it reads pictures in a confined process too.
        routes.upload("/thumbnail/:entry/:id") { visit, parts in try await visit.app.keepThumbnail(visit, parts) }
    }

    /// The thumbnail of a picture: made now, if it has none. Nothing if it cannot be made here: then the page's script tries.
    private func thumbnail(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let (id, entry) = (try visit.recordID(), try visit.recordID("entry"))
        do {
            if let bytes = try await vault.thumbnail(of: id, of: entry) { return WebApp.shown(bytes) }
            guard let make = machine.thumbnail, !unthumbed.withLock({ $0.contains(id) }) else { return Response(.noContent) }
            guard let bytes = await make(try await vault.openAttachment(id, of: entry)) else {
                unthumbed.withLock { _ = $0.insert(id) }
                return Response(.noContent)
            }
            // Who may only read in its journal sees one that is not kept.
            try? await vault.keepThumbnail(bytes, of: id, of: entry)
            return WebApp.shown(bytes)
        } catch is EngineError {
            throw HTTPFault.notFound
        }
    }

    private static func shown(_ bytes: [UInt8]) -> Response {
        Response(
            headers: [
                "content-type": Thumbnail.type(of: bytes) ?? "image/jpeg", "cache-control": "no-store",
                "content-security-policy": "sandbox; default-src 'none'",
            ], body: .bytes(bytes))
    }

    private func keepThumbnail(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        let vault = try await visit.vault()
        guard try await parts.nextPart() != nil else { throw HTTPFault.malformed }
        var bytes: [UInt8] = []
        while let piece = try await parts.nextPiece() {
            bytes += piece
            guard bytes.count <= Thumbnail.limit else { throw HTTPFault.tooLarge(limit: Thumbnail.limit) }
        }
        guard Thumbnail.type(of: bytes) != nil else { throw HTTPFault.malformed }
        do {
            try await vault.keepThumbnail(bytes, of: try visit.recordID(), of: try visit.recordID("entry"))
        } catch EngineError.noSuchAttachment, EngineError.noSuchEntry {
            throw HTTPFault.notFound
        }
        return Response(.noContent)
    }
}
