import Engine
import HTTP
import Journal
import Ledger
import Store

/// What a browser may do with a file of somebody's: only what cannot run anything is shown in place.
enum AttachmentKind: Hashable, Sendable {
    /// A picture made of pixels. A drawing (SVG) can hold scripts and is none.
    case picture
    case sound
    case film
    /// Everything else: to be saved.
    case other

    /// By the media type.
    init(_ type: String) {
        self = AttachmentKind.shown[type] ?? .other
    }

    private static let shown: [String: AttachmentKind] = [
        "image/jpeg": .picture, "image/png": .picture, "image/gif": .picture, "image/webp": .picture,
        "audio/mpeg": .sound, "audio/mp4": .sound, "audio/ogg": .sound, "audio/wav": .sound, "audio/webm": .sound,
        "audio/flac": .sound, "audio/aac": .sound, "video/mp4": .film, "video/webm": .film, "video/ogg": .film,
        "video/quicktime": .film,
    ]
}

/// Names of files, which may come from anywhere.
enum FileName {
    /// Without characters that nobody sees or that turn the direction of writing (`photo\u{202E}gpj.exe`).
    static func harmless(_ name: String) -> String {
        func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            // A joiner makes one picture of several; no other format character belongs into a name.
            case .format: scalar != "\u{200D}"
            default: false
            }
        }
        guard name.unicodeScalars.contains(where: isHarmful) else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.map { isHarmful($0) ? "_" : $0 }))
    }

    /// For a header (RFC 8187, 3.2.1): whatever the name holds, nothing of it can end the value.
    static func encoded(_ name: String) -> String {
        harmless(name).utf8.reduce(into: "") { text, byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// `2.4 MB`.
    static func size(_ bytes: Int64) -> String {
        let units = ["kB", "MB", "GB", "TB"]
        guard bytes >= 1000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        // In tenths, rounded down: what is said to be free or full is so.
        var (tenths, unit) = (bytes / 100, 0)
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        let (whole, rest) = tenths.quotientAndRemainder(dividingBy: 10)
        return whole >= 10 || rest == 0 ? "\(whole) \(units[unit])" : "\(whole).\(rest) \(units[unit])"
    }
}

/// A part of a file that is asked for (RFC 9110, 14.1.2): one range of bytes.
struct ByteRange: Hashable {
    let first: Int64
    /// Never before `first`, never behind the end of the file.
    let last: Int64

    var count: Int64 { last - first + 1 }

    /// What a header asks for.
    enum Asked: Hashable {
        /// No range, several, or none that is understood: everything.
        case all
        case range(ByteRange)
        /// Behind the end of the file.
        case nothing
    }

    /// Reads the header `range` for a file of `size` bytes.
    static func read(_ header: String?, size: Int64) -> Asked {
        guard let header, let match = header.wholeMatch(of: /[Bb][Yy][Tt][Ee][Ss]=\s*([0-9]*)-([0-9]*)\s*/) else { return .all }
        // A number with more digits than any file has bytes is the largest there is.
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
        routes.page("/attachment/:entry/:id") { visit in try await visit.app.attachment(visit) }
        routes.upload("/attachments") { visit, parts in try await visit.app.stage(visit, parts) }
        routes.form("/attachments/:name/discard") { visit, _ in try await visit.app.discardStaged(visit) }
    }

    /// The bytes of a file, opened as they go out.
    private func attachment(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let (id, entry) = (try visit.recordID(), try visit.recordID("entry"))
        let info: AttachmentInfo
        do {
            info = try await vault.attachment(id, of: entry)
        } catch EngineError.noSuchAttachment, EngineError.noSuchEntry {
            throw HTTPFault.notFound
        }
        // Nothing names a version of the file, so that a range which was asked for under a condition is the whole file.
        let isConditional = visit.request.headers["if-range"] != nil
        let asked = isConditional ? .all : ByteRange.read(visit.request.headers["range"], size: info.size)
        var headers = WebApp.headers(for: info)
        switch asked {
        case .nothing:
            headers["content-range"] = "bytes */\(info.size)"
            return Response(.rangeNotSatisfiable, headers: headers)
        case .all:
            let whole = ByteRange(first: 0, last: info.size - 1)
            return Response(headers: headers, body: try await WebApp.body(whole, of: info, entry: entry, in: vault))
        case .range(let range):
            headers["content-range"] = "bytes \(range.first)-\(range.last)/\(info.size)"
            return Response(.partialContent, headers: headers, body: try await WebApp.body(range, of: info, entry: entry, in: vault))
        }
    }

    /// A file of somebody's never acts with our name: it has no origin, no script, and a type that we know or none.
    private static func headers(for info: AttachmentInfo) -> Headers {
        let kind = AttachmentKind(info.type)
        let way = kind == .other ? "attachment" : "inline"
        return [
            "content-type": kind == .other ? "application/octet-stream" : info.type,
            "content-disposition": "\(way); filename*=UTF-8''\(FileName.encoded(info.name))",
            "content-security-policy": "sandbox; default-src 'none'", "accept-ranges": "bytes", "cache-control": "no-store",
        ]
    }

    /// Each piece is checked before it goes out, and held back until the one behind it is: so a file that was cut off or
    /// changed ends its connection early, and is never taken for whole.
    private static func body(
        _ range: ByteRange, of info: AttachmentInfo, entry: RecordID, in vault: OpenVault
    ) async throws -> Response.Body {
        let reading = try await vault.openAttachment(info.id, of: entry, from: range.first)
        let beginning = try await reading.next()
        return .stream(length: Int(range.count)) { writer in
            var rest = Int(range.count)
            var held = beginning
            while let piece = held, rest > 0 {
                held = piece.count < rest || range.last == info.size - 1 ? try await reading.next() : nil
                try await writer.write(Array(piece.prefix(rest)))
                rest -= min(rest, piece.count)
            }
            guard rest == 0 else { throw EngineError.attachmentDamaged(name: info.name) }
        }
    }

    /// Takes one file for an entry that is still being written. It is sealed when the answer goes out.
    private func stage(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        // Who says at once that it is too much need not send it.
        if let length = visit.request.body.length, length > StagedFile.sizeLimit + (1 << 20) {
            throw EngineError.attachmentTooLarge(limit: StagedFile.sizeLimit)
        }
        let vault = try await visit.vault()
        var draft = Draft.Name.new
        while let part = try await parts.nextPart() {
            guard let name = part.fileName, part.name == "files" else {
                if part.name == "draft" { draft = Draft.Name(ofForm: try await parts.text(limit: 100)) ?? draft }
                continue
            }
            var journal: JournalID?
            if let entry = draft.entry { journal = try await stored(entry, in: vault).journal }
            let file: StagedFile
            do {
                file = try await StagedFile.seal(name, from: parts, for: draft, in: vault, journal: journal)
            } catch let error as EngineError {
                return WebApp.refused(EntryForm.faultSentence(error, file: name), WebApp.status(of: error))
            }
            do {
                try visit.hold([file])
            } catch {
                try? await vault.discardStaged(file.file)
                throw error
            }
            return .json([
                "name": .string(file.name), "fileName": .string(FileName.harmless(file.file.name)),
                "size": .int(file.file.size), "sizeInWords": .string(FileName.size(file.file.size)), "type": .string(file.file.type),
            ])
        }
        throw HTTPFault.malformed
    }

    private static func status(of error: EngineError) -> Status {
        if case .attachmentTooLarge = error { .contentTooLarge } else { .unprocessable }
    }

    /// Why a script's request was not carried out.
    static func refused(_ words: String, _ status: Status) -> Response {
        .json(["error": ["code": .int(Int64(status.code)), "message": .string(words)]], status: status)
    }

    private func discardStaged(_ visit: Visit) async throws -> Response {
        let vault = try await visit.vault()
        let files = visit.update { session in session.staged.filter { $0.name == visit.part("name") } } ?? []
        for file in files { try await vault.discardStaged(file.file) }
        visit.release(files)
        return Response(.noContent)
    }
}
