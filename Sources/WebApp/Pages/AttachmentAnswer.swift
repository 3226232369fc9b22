import Base
import Documents
import Engine
import HTTP
import Ledger
import Records

/// A requested part of a file (RFC 9110, 14.1.2): one range of bytes.
struct ByteRange: Hashable {
    let first: Int64
    /// Never before `first`, never after the end of the file.
    let last: Int64

    var count: Int64 { last - first + 1 }

    enum Asked: Hashable {
        /// No range, several, or an invalid one: everything.
        case all
        case range(ByteRange)
        /// After the end of the file.
        case nothing
    }

    /// Reads the header `range` for a file of `size` bytes.
    static func read(_ header: String?, size: Int64) -> Asked {
        guard let header, let match = header.wholeMatch(of: /[Bb][Yy][Tt][Ee][Ss]=\s*([0-9]*)-([0-9]*)\s*/) else { return .all }
        // A number with too many digits counts as the largest possible one.
        func number(_ digits: Substring) -> Int64? { digits.isEmpty ? nil : Int64(digits) ?? .max }
        switch (number(match.1), number(match.2)) {
        case (nil, nil): return .all
        case (nil, let suffix?):
            guard suffix > 0, size > 0 else { return .nothing }
            return .range(ByteRange(first: max(0, size - suffix), last: size - 1))
        case (let first?, let last):
            if let last, last < first { return .all }
            guard first < size else { return .nothing }
            return .range(ByteRange(first: first, last: min(last ?? size - 1, size - 1)))
        }
    }
}

extension WebApp {
    func addAttachmentRoutes(to routes: inout Routes) {
        routes.page("/attachment/:entry/:id") { visit in
            switch visit.request.headers["sec-fetch-dest"] {
            case "image", "audio", "video": return try await visit.app.attachment(visit, isSaved: false)
            case nil, "empty": return try await visit.app.attachment(visit, isSaved: true)
            // A tab: a bare file would stay on the screen after the lock.
            default: return .redirect(to: FilePage.path(of: try visit.recordID(), in: try visit.recordID("entry")))
            }
        }
        routes.page("/attachment/:entry/:id/save") { visit in try await visit.app.attachment(visit, isSaved: true) }
        routes.page("/attachment/:entry/:id/save-with-place") { visit in
            try await visit.app.attachment(visit, isSaved: true, keepsPlace: true)
        }
        routes.page("/entry/:entry/file/:id") { visit in
            let (entry, id) = (try visit.recordID("entry"), try visit.recordID())
            let page = try await visit.read { vault, _ in
                let stored = try visit.app.stored(entry, in: vault)
                let files = try vault.attachmentList(of: stored)
                guard let file = files.first(where: { $0.id == id }) else { throw HTTPFault.notFound }
                return FilePage(
                    entry: entry, file: file, absent: try vault.absentFiles(of: stored)[id],
                    saysPlace: try vault.saysPlace(id, of: stored),
                    pictures: MediaType.isPicture(file.type) ? files.filter { MediaType.isPicture($0.type) } : [])
            }
            return PageFrame(title: "File", place: .journal, name: "file", isForReading: true).page(page.html, for: visit)
        }
    }

    /// The bytes of a file, decrypted as they are sent: for a part of a page, or to be saved. A picture that is saved does not say
    /// where it was taken, unless it `keepsPlace`.
    private func attachment(_ visit: Visit, isSaved: Bool, keepsPlace: Bool = false) async throws -> Response {
        let vault = try await visit.vault()
        let (id, entry) = (try visit.recordID(), try visit.recordID("entry"))
        let info: AttachmentInfo
        do {
            info = try await vault.attachment(id, of: entry)
        } catch EngineError.noSuchAttachment, EngineError.noSuchEntry {
            throw HTTPFault.notFound
        }
        // Files have no version, so that a conditional range request gets the whole file.
        let isConditional = visit.request.headers["if-range"] != nil
        let asked = isConditional ? .all : ByteRange.read(visit.request.headers["range"], size: info.size)
        var headers = WebApp.headers(for: info, isSaved: isSaved)
        func body(_ range: ByteRange) async throws -> Response.Body {
            let reading = try await vault.openAttachment(
                id, of: entry, from: range.first, keepsPlace: keepsPlace || !isSaved)
            return try await WebApp.body(range, of: info, from: reading)
        }
        switch asked {
        case .nothing:
            headers["content-range"] = "bytes */\(info.size)"
            return Response(.rangeNotSatisfiable, headers: headers)
        case .all:
            let whole = ByteRange(first: 0, last: info.size - 1)
            return Response(headers: headers, body: try await body(whole))
        case .range(let range):
            headers["content-range"] = "bytes \(range.first)-\(range.last)/\(info.size)"
            return Response(.partialContent, headers: headers, body: try await body(range))
        }
    }

    static func whole(_ reading: AttachmentReading) async throws -> Response {
        let whole = ByteRange(first: 0, last: reading.info.size - 1)
        return Response(
            headers: headers(for: reading.info, isSaved: false), body: try await body(whole, of: reading.info, from: reading))
    }

    /// A user's file never acts with our origin: it gets no origin, no script, and a known type or none.
    private static func headers(for info: AttachmentInfo, isSaved: Bool) -> Headers {
        let kind = AttachmentKind(info.type)
        let way = kind == .other || isSaved ? "attachment" : "inline"
        return [
            "content-type": kind == .other ? "application/octet-stream" : info.type,
            "content-disposition": "\(way); filename*=UTF-8''\(FileName.encoded(info.name))",
            "content-security-policy": "sandbox; default-src 'none'", "accept-ranges": "bytes", "cache-control": "no-store",
        ]
    }

    /// Each piece is checked before it is sent, and held until the next one is checked: a truncated or changed file ends its
    /// connection early, and is never mistaken for complete.
    private static func body(
        _ range: ByteRange, of info: AttachmentInfo, from reading: AttachmentReading
    ) async throws -> Response.Body {
        let beginning = try await reading.next()
        // A length that an `Int` of 32 bits cannot hold is not announced.
        return .stream(length: Int(exactly: range.count)) { writer in
            var rest = range.count
            var held = beginning
            while let piece = held, rest > 0 {
                held = Int64(piece.count) < rest || range.last == info.size - 1 ? try await reading.next() : nil
                let part = piece.prefix(Int(clamping: rest))
                try await writer.write(Array(part))
                rest -= Int64(part.count)
            }
            guard rest == 0 else { throw EngineError.attachmentDamaged(name: info.name) }
        }
    }
}
