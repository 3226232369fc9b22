import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records

/// An uploaded file of an unsaved entry, and its name in the page's form.
struct StagedFile: Sendable {
    /// The value of a hidden field: the id of the future record, which is random.
    let name: String
    let file: StagedAttachment
    var draft = Draft.Name.new
    /// What it says of its time and place, if it is a picture and was uploaded in this session.
    var facts: PhotoFacts?

    /// The largest file: 512 MiB.
    static let sizeLimit = 512 << 20
    /// The most waiting files of one session: twice the limit of an entry.
    static let waitingLimit = 2 * Limits.attachments
    /// How many bytes of a rejected file are still read, so that the rest of its form arrives.
    private static let passedOver = 64 << 20

    init(_ file: StagedAttachment, draft: Draft.Name) {
        (name, self.file, self.draft) = (file.id.description, file, draft)
    }

    /// Browsers show it, and it is small enough to be shown whole.
    var isShown: Bool { AttachmentKind(file.type) == .picture && file.size <= Thumbnail.sourceLimit }

    var path: String { "/attachments/\(name)?draft=\(draft.description)" }

    /// The form stored in a draft.
    var kept: String { String(decoding: file.json.bytes, as: UTF8.self) }

    /// Reads what `kept` returned; `nil` for anything else.
    init?(kept: String, draft: Draft.Name) {
        guard let json = try? JSON(reading: Array(kept.utf8)), let file = StagedAttachment(json: json) else { return nil }
        self.init(file, draft: draft)
    }
}

extension StagedFile {
    /// Encrypts the current part of a form as it arrives. Throws `EngineError` if the file is too large or the disk is full; then
    /// the part is skipped, and the next one can be read.
    static func seal(_ name: String, from parts: Multipart, for draft: Draft.Name, in vault: OpenVault, journal: JournalID?)
        async throws -> StagedFile
    {
        let upload: AttachmentUpload
        do {
            upload = try await vault.beginAttachment(name: name, limit: sizeLimit, journal: journal)
        } catch {
            try await passOver(parts)
            throw error
        }
        do {
            while let piece = try await parts.nextPiece() { try await upload.write(piece) }
            var file = StagedFile(try await upload.finish(), draft: draft)
            file.facts = await vault.photoFacts(of: file.file)
            return file
        } catch {
            await upload.abandon()
            if error is EngineError { try await passOver(parts) }
            throw error
        }
    }

    private static func passOver(_ parts: Multipart) async throws {
        var count = 0
        while let piece = try await parts.nextPiece() {
            count += piece.count
            guard count <= passedOver else { throw HTTPFault.tooLarge(limit: sizeLimit) }
        }
    }
}

extension Visit {
    /// Keeps files in the session until their entry is saved, at most `StagedFile.waitingLimit`.
    func hold(_ files: [StagedFile]) throws {
        let isDone = update { session in
            // An upload that ends after the lock must not leave its file's key.
            guard session.isSignedIn else { return false }
            let known = Set(session.staged.map(\.name))
            let new = files.filter { !known.contains($0.name) }
            guard session.staged.count + new.count <= StagedFile.waitingLimit else { return false }
            session.staged += new
            return true
        }
        guard isDone == true else { throw EngineError.tooManyAttachments(count: session.staged.count + files.count) }
    }

    /// The waiting files with these names, in order: of this session, or of a draft from before a lock. Unknown names are left
    /// out.
    func staged(_ names: [String], for draft: Draft.Name, in vault: isolated OpenVault) throws -> [StagedFile] {
        guard !names.isEmpty else { return [] }
        let here = update { $0.staged } ?? []
        let kept = try vault.draft(draft)?.attachments.compactMap { StagedFile(kept: $0, draft: draft) } ?? []
        let all = Dictionary((here + kept).map { ($0.name, $0) }) { first, _ in first }
        var known: Set<String> = []
        return names.compactMap { known.insert($0).inserted ? all[$0] : nil }
    }

    func release(_ files: [StagedFile]) {
        let names = Set(files.map(\.name))
        _ = update { session in session.staged.removeAll { names.contains($0.name) } }
    }
}

extension WebApp {
    func addStagingRoutes(to routes: inout Routes) {
        routes.upload("/attachments") { visit, parts in try await visit.app.stage(visit, parts) }
        routes.page("/attachments/:name") { visit in try await visit.app.stagedPicture(visit) }
        routes.form("/attachments/:name/discard") { visit, _ in try await visit.app.discardStaged(visit) }
    }

    /// Uploads one file for an entry that is still being written. It is encrypted when the response is sent.
    private func stage(_ visit: Visit, _ parts: Multipart) async throws -> Response {
        // A request that declares too large a size need not be sent.
        if let length = visit.request.body.length, length > StagedFile.sizeLimit + (1 << 20) {
            return WebApp.refused(
                say("This file is larger than \(bytesInWords(StagedFile.sizeLimit)), the limit for one file."),
                .contentTooLarge)
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
                "size": .int(file.file.size), "sizeInWords": .string(FileName.size(file.file.size)),
                "type": .string(file.file.type),
                "photo": photoOffer(file.facts)?.json ?? .null,
            ])
        }
        throw HTTPFault.malformed
    }

    /// A picture of an unsaved entry, for the line of its file.
    private func stagedPicture(_ visit: Visit) async throws -> Response {
        let (vault, name) = (try await visit.vault(), visit.part("name"))
        guard let draft = Draft.Name(ofForm: visit.request.query["draft"] ?? ""),
            let file = try await visit.read({ vault, _ in try visit.staged([name], for: draft, in: vault) }).first, file.isShown
        else { throw HTTPFault.notFound }
        return try await WebApp.whole(try await vault.openStaged(file.file))
    }

    private static func status(of error: EngineError) -> Status {
        if case .attachmentTooLarge = error { .contentTooLarge } else { .unprocessable }
    }

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
