import Basics
import Foundation
import Journal
import Ledger
import Records
import Vault

/// The folder of encrypted files beside the database: each named by the hash of its own bytes.
package struct AttachmentFolder {
    /// The folder, in the vault’s.
    package let path: String

    package init(path: String) { self.path = path }

    /// L("blob") ‖ journal ‖ blob id: the place that an encrypted file is bound to.
    package static func context(journal: JournalID, blob: [UInt8]) -> [UInt8] {
        .label("blob") + journal.bytes + blob
    }

    /// A name that cannot lead out of its folder.
    package static func safeName(_ name: String) -> String {
        let plain = name.replacing("/", with: "_").replacing("\0", with: "_")
        return plain.isEmpty || plain == "." || plain == ".." ? "attachment" : plain
    }

    /// The name of a file that came from a browser: the last part of a path, without control characters, of limited length.
    package static func plainName(_ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        let scalars = last.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }
        return safeName(FileName.cut(String(String.UnicodeScalarView(scalars))))
    }

    /// Removes an encrypted file that no record names.
    package func remove(_ hash: [UInt8]) { _ = remove([hex(hash)]) }

    /// Creates the folder if it is missing, readable by its owner only.
    package func make() throws {
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw EngineError.file(path: path, code: errno) }
    }

    /// Encrypts a file. When this returns it is on the disk, under its final name.
    func seal(_ source: String, key: borrowing Secret, context: [UInt8]) throws -> SealedStream.Receipt {
        let input = try AttachmentFolder.openedFile(source)
        defer { close(input) }
        let partial = try PartialFile(in: path)
        let receipt: SealedStream.Receipt
        do throws(SealedStreamError) {
            receipt = try SealedStream.seal(from: input, to: partial.descriptor, key: key, context: context)
        } catch .reading(let code) {
            throw EngineError.file(path: source, code: code)
        } catch {
            throw explained(error, name: source, target: path)
        }
        try partial.keep(as: hex(receipt.name))
        return receipt
    }

    /// Throws if one of these files cannot be attached as it is now, or if they are too many for an entry without others.
    package static func check(sources: [String]) throws {
        guard sources.count <= Limits.attachments else { throw EngineError.tooManyAttachments(count: sources.count) }
        for source in sources { close(try openedFile(source)) }
    }

    /// Decrypts a file into a new file that only its owner can read, and leaves out where a picture was taken unless it `keepsPlace`.
    /// Output from a damaged file is removed.
    func open(_ record: AttachmentRecord, context: [UInt8], to target: String, keepsPlace: Bool) throws {
        let input = try openedBlob(record)
        defer { close(input) }
        let output = unsafe Foundation.open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw errno == EEXIST ? EngineError.exists(path: target) : EngineError.file(path: target, code: errno)
        }
        defer { close(output) }
        do {
            let patches = keepsPlace ? [] : try placeRemoval(record, context: context)
            try SealedStream.open(
                from: input, to: output, plaintextCount: record.size, name: record.hash,
                key: Secret(copying: record.key), context: context
            ) { PicturePatch.apply(patches, to: &$0, at: $1) }
        } catch {
            unsafe _ = unlink(target)
            throw (error as? SealedStreamError).map { explained($0, name: record.name, target: target) } ?? error
        }
    }

    /// Checks an encrypted file to its end.
    package func verify(_ record: AttachmentRecord, context: [UInt8]) throws {
        let input = try openedBlob(record)
        defer { close(input) }
        do {
            try SealedStream.verify(
                input, plaintextCount: record.size, name: record.hash, key: Secret(copying: record.key), context: context)
        } catch {
            throw explained(error, name: record.name, target: path)
        }
    }

    /// Removes what interrupted encryption left.
    /// - Returns: the number of files.
    func removePartials() -> Int { remove(names().filter { $0.hasSuffix(".partial") }) }

    /// Removes files by name.
    /// - Returns: the number of files.
    func remove(_ names: [String]) -> Int { names.count { unsafe unlink(path + "/" + $0) == 0 } }

    func holds(_ hash: [UInt8]) -> Bool { unsafe access(path + "/" + hex(hash), F_OK) == 0 }

    /// Whether a file exists; if so, it counts as new from now on.
    func touch(_ hash: [UInt8]) -> Bool { unsafe utimes(path + "/" + hex(hash), nil) == 0 }

    /// Names of files last written before a moment, in milliseconds since 1970.
    func names(olderThan moment: Int64) -> [String] {
        names().filter { name in
            let about = try? FileManager.default.attributesOfItem(atPath: path + "/" + name)
            guard about?[.type] as? FileAttributeType == .typeRegular, let date = about?[.modificationDate] as? Date
            else { return false }
            return date < Date(timeIntervalSince1970: Double(moment) / 1000)
        }
    }

    /// Whether this can be the name of an encrypted file: 64 lower-case hexadecimal digits.
    package static func isSealedName(_ name: String) -> Bool { bytes(fromHex: name)?.count == 32 && name == name.lowercased() }

    package func sealedNames() -> Set<String> { Set(names().filter(Self.isSealedName)) }

    private func names() -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// The error for an encrypted file: `name` is what the owner calls it, `target` is the file being written.
    package func explained(_ error: SealedStreamError, name: String, target: String) -> EngineError {
        switch error {
        case .sealed, .otherName: EngineError.attachmentDamaged(name: name)
        case .reading(let code): EngineError.file(path: path, code: code)
        case .writing(let code): EngineError.file(path: target, code: code)
        }
    }

    /// An encrypted file, opened for reading; the caller closes it.
    package func openedBlob(_ record: AttachmentRecord) throws -> Int32 {
        let file = unsafe Foundation.open(path + "/" + hex(record.hash), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            throw errno == ENOENT
                ? EngineError.attachmentMissing(name: record.name) : EngineError.file(path: path, code: errno)
        }
        return file
    }

    private static func openedFile(_ source: String) throws -> Int32 {
        // Non-blocking, so that a named pipe cannot hang the program.
        let file = unsafe Foundation.open(source, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw EngineError.file(path: source, code: errno) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(file)
            throw EngineError.notAFile(path: source)
        }
        return file
    }
}
