import Foundation
import Ledger
import Store
import Vault

/// The folder of sealed files beside the database: each named by the hash of its own bytes.
struct AttachmentFolder {
    let path: String

    /// L("blob") ‖ journal ‖ blob id: where a sealed file may stand.
    static func context(journal: JournalID, blob: [UInt8]) -> [UInt8] {
        .label("blob") + journal.bytes + blob
    }

    /// A name that stays inside its folder.
    static func safeName(_ name: String) -> String {
        let plain = name.replacing("/", with: "_").replacing("\0", with: "_")
        return plain.isEmpty || plain == "." || plain == ".." ? "attachment" : plain
    }

    /// Safe names for files that are to lie beside each other: a second `photo.jpg` becomes `photo-2.jpg`.
    static func distinctNames(_ names: [String]) -> [String] {
        var taken: Set<String> = []
        return names.map(safeName).map { name in
            let dot = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? $0 : nil } ?? name.endIndex
            var candidate = name
            var number = 1
            // In lower case: some disks hold `A.jpg` and `a.jpg` for the same.
            while !taken.insert(candidate.lowercased()).inserted {
                number += 1
                candidate = name[..<dot] + "-" + String(number) + name[dot...]
            }
            return candidate
        }
    }

    /// Removes a sealed file that no record names.
    func remove(_ hash: [UInt8]) { unsafe _ = unlink(path + "/" + hex(hash)) }

    /// Makes the folder where it is missing, for the owner alone.
    func make() throws {
        if unsafe mkdir(path, 0o700) != 0, errno != EEXIST { throw EngineError.file(path: path, code: errno) }
    }

    /// Seals a file. It is on the disk, under its final name, when this returns.
    func seal(_ source: String, key: borrowing Secret, context: [UInt8]) throws -> SealedStream.Receipt {
        let input = try openedFile(source)
        defer { close(input) }
        let partial = path + "/" + UUID().uuidString.lowercased() + ".partial"
        let output = unsafe Foundation.open(partial, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw EngineError.file(path: path, code: errno) }
        defer { close(output) }
        do {
            let receipt = try SealedStream.seal(from: input, to: output, key: key, context: context)
            guard fsync(output) == 0, unsafe rename(partial, path + "/" + hex(receipt.name)) == 0 else {
                throw EngineError.file(path: path, code: errno)
            }
            try syncFolder(path)
            return receipt
        } catch let error as SealedStreamError {
            unsafe _ = unlink(partial)
            switch error {
            case .reading(let code): throw EngineError.file(path: source, code: code)
            case .writing(let code): throw EngineError.file(path: path, code: code)
            case .sealed, .otherName: throw error
            }
        } catch {
            unsafe _ = unlink(partial)
            throw error
        }
    }

    /// Opens a sealed file into a new file in clear, readable by the owner alone. What was written of a damaged one is removed.
    func open(_ record: AttachmentRecord, context: [UInt8], to target: String) throws {
        let input = try openedBlob(record)
        defer { close(input) }
        let output = unsafe Foundation.open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw errno == EEXIST ? EngineError.exists(path: target) : EngineError.file(path: target, code: errno)
        }
        defer { close(output) }
        do {
            try SealedStream.open(
                from: input, to: output, plaintextCount: Int(record.size), name: record.hash,
                key: Secret(copying: record.key), context: context)
        } catch {
            unsafe _ = unlink(target)
            throw explained(error, record, target: target)
        }
    }

    /// Checks a sealed file to its end.
    func verify(_ record: AttachmentRecord, context: [UInt8]) throws {
        let input = try openedBlob(record)
        defer { close(input) }
        do {
            try SealedStream.verify(
                input, plaintextCount: Int(record.size), name: record.hash, key: Secret(copying: record.key), context: context)
        } catch {
            throw explained(error, record, target: path)
        }
    }

    /// Removes what sealing left behind when it was broken off.
    /// - Returns: how many files.
    func removePartials() -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(".partial") }.count { unsafe unlink(path + "/" + $0) == 0 }
    }

    private func explained(_ error: SealedStreamError, _ record: AttachmentRecord, target: String) -> any Error {
        switch error {
        case .sealed, .otherName: EngineError.attachmentDamaged(name: record.name)
        case .reading(let code): EngineError.file(path: path, code: code)
        case .writing(let code): EngineError.file(path: target, code: code)
        }
    }

    private func openedBlob(_ record: AttachmentRecord) throws -> Int32 {
        let file = unsafe Foundation.open(path + "/" + hex(record.hash), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            throw errno == ENOENT
                ? EngineError.attachmentMissing(name: record.name) : EngineError.file(path: path, code: errno)
        }
        return file
    }

    private func openedFile(_ source: String) throws -> Int32 {
        // Not blocking: a named pipe must not hang the program.
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
