import Basics
import Engine
import Foundation
import Vault

/// Encrypts what is written and passes it on: an age file, which `age -d` opens too. Nothing readable touches the disk.
final class SealedOutput: ExportOutput {
    private var writer: AgeWriter?
    private let output: any ExportOutput
    private let sink: Sink

    /// Passes bytes on, and stores the error if it fails: the age writer only knows errors of its own.
    private final class Sink {
        let output: any ExportOutput
        var failure: (any Error)?

        init(_ output: any ExportOutput) { self.output = output }

        func take(_ bytes: [UInt8]) throws(AgeError) {
            do { try output.write(bytes) } catch {
                failure = error
                throw .writing(code: 0)
            }
        }
    }

    /// Encrypts for these recipients, any of whom can decrypt it.
    init(_ output: any ExportOutput, for recipients: [AgeRecipient]) throws {
        let sink = Sink(output)
        writer = try AgeWriter(to: recipients) { (bytes) throws(AgeError) in try sink.take(bytes) }
        (self.output, self.sink) = (output, sink)
    }

    init(_ output: any ExportOutput, passphrase: borrowing Secret) throws {
        let sink = Sink(output)
        writer = try AgeWriter(passphrase: passphrase) { (bytes) throws(AgeError) in try sink.take(bytes) }
        (self.output, self.sink) = (output, sink)
    }

    func write(_ bytes: [UInt8]) throws {
        do throws(AgeError) { try writer?.write(bytes) } catch { throw sink.failure ?? error }
    }

    func finish() throws {
        if let writer = writer.take() {
            do throws(AgeError) { try writer.finish() } catch { throw sink.failure ?? error }
        }
        try output.finish()
    }

    func abandon() {
        writer = nil
        output.abandon()
    }
}

/// Decrypts an encrypted export, piece by piece.
final class EncryptedInput {
    private var reader: AgeReader
    private let descriptor: Int32

    var asksForPassphrase: Bool { reader.asksForPassphrase }

    /// Reads the file's head; throws `ExportError.damagedSeal` if it is no age file.
    init(path: String) throws {
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw EngineError.file(path: path, code: errno) }
        do {
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw EngineError.notAFile(path: path)
            }
            do throws(AgeError) { reader = try AgeReader(descriptor: descriptor) } catch {
                throw EncryptedInput.explained(error, path: path)
            }
        } catch {
            close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    func unlock(_ identity: borrowing AgeIdentity, path: String) throws {
        do throws(AgeError) { try reader.unlock(with: identity) } catch { throw EncryptedInput.explained(error, path: path) }
    }

    func next(path: String) throws -> [UInt8] {
        do throws(AgeError) { return try reader.next() ?? [] } catch { throw EncryptedInput.explained(error, path: path) }
    }

    private static func explained(_ error: AgeError, path: String) -> any Error {
        switch error {
        case .reading(let code): EngineError.file(path: path, code: code)
        case .noMatch, .wrongPassphrase, .headerCode: ExportError.wrongKey
        // 2^n KiB.
        case .workFactorTooHigh(let factor): ExportError.costlySeal(gigabytes: Int64(1) << min(factor - 20, 40))
        case .outOfMemory: ExportError.outOfMemory
        default: ExportError.damagedSeal
        }
    }
}
