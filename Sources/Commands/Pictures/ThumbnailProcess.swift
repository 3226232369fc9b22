import ArgumentParser
import Base
import Basics
import CPixbuf
import Engine
import Foundation
import Ledger
import Records

/// Makes thumbnails, each in a process of its own that holds no key, sees no file, and is limited in memory and time: what anybody may
/// have made is decoded there. One after the other, so that many pictures need no more memory than one.
package actor ThumbnailProcess {
    package static let shared = ThumbnailProcess()

    private nonisolated let thread = VaultThread("thumbnails")
    /// A thread of its own: it waits for the process.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private var last: Task<[UInt8]?, Never>?

    /// The longest silence of the process, in seconds.
    private static let patience: Int32 = 20

    /// A JPEG of at most `Thumbnail.edge` pixels; `nil` if this machine makes none of this file.
    package func thumbnail(of file: AttachmentReading) async -> [UInt8]? {
        guard MediaType.isPicture(file.info.type), file.info.size <= Thumbnail.sourceLimit else { return nil }
        let before = last
        let own = Task {
            _ = await before?.value
            // Whatever goes wrong, there is no thumbnail.
            return try? await self.made(of: file)
        }
        last = own
        return await own.value
    }

    /// Makes those that an entry's pictures do not have yet.
    package func make(for entry: StoredEntry, in vault: OpenVault) async {
        // An entry without thumbnails is whole: they are made when they are first seen.
        guard let pictures = try? await vault.pictures(of: [entry])[entry.id] else { return }
        for picture in pictures {
            guard let file = try? await vault.openAttachment(picture.id, of: entry.id),  // as above
                let bytes = await thumbnail(of: file)
            else { continue }
            try? await vault.keepThumbnail(bytes, of: picture.id, of: entry.id)  // as above
        }
    }

    private func made(of file: AttachmentReading) async throws -> [UInt8]? {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        var child: pid_t = 0
        let line = unsafe CArguments(["auralyst", "thumbnail", file.info.type]).lend {
            unsafe cpixbuf_start(program, $0, ThumbnailProcess.patience, &child)
        }
        guard line >= 0 else { return nil }
        defer { cpixbuf_stop(child, line) }
        while let piece = try await file.next() {
            guard unsafe piece.withUnsafeBufferPointer({ unsafe cpixbuf_send(line, $0.baseAddress, $0.count) }) == 0 else {
                return nil
            }
        }
        cpixbuf_end(line)
        let bytes = try OpenFile(line, closes: false).read(Thumbnail.limit + 1)
        // One that is cut off is none: a JPEG ends with this mark.
        guard bytes.count <= Thumbnail.limit, Thumbnail.type(of: bytes) != nil, bytes.suffix(2) == [0xFF, 0xD9] else {
            return nil
        }
        return bytes
    }
}

/// The process itself: a picture comes in, a JPEG goes out.
struct ThumbnailCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnail", abstract: say("Makes a small picture; started by other commands."), shouldDisplay: false)

    @Argument var type: String

    func run() throws {
        cpixbuf_confine()
        let bytes = try OpenFile.standardInput.read(Int(Thumbnail.sourceLimit))
        var made: UnsafeMutablePointer<UInt8>?
        var count = 0
        let code = unsafe bytes.withUnsafeBufferPointer {
            unsafe cpixbuf_thumbnail($0.baseAddress, $0.count, type, Int32(Thumbnail.edge), &made, &count)
        }
        guard Int(code) == CPIXBUF_DONE, let made = unsafe made else { throw ExitCode(Int32(code)) }
        try unsafe OpenFile.standardOutput.write(Array(UnsafeBufferPointer(start: made, count: count)))
    }
}
