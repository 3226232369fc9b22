import Basics
import Foundation

/// One of the two files of a vault, as read.
enum VaultCopy: Equatable {
    /// It could be parsed; it is sound unless salvaging.
    case file(VaultFile)
    case missing
    case damaged(VaultPart)
    case unreadable(FileFault)
    case newer(String)
    case notAFile

    init(_ content: AtomicFile.Content, salvaging: Bool) {
        switch content {
        case .missing: self = .missing
        case .tooLong: self = .damaged(.length)
        case .notAFile: self = .notAFile
        case .unreadable(let fault): self = fault.code == ENOTDIR ? .notAFile : .unreadable(fault)
        case .bytes(let bytes):
            do throws(VaultError) {
                self = .file(try VaultFile(bytes: bytes, salvaging: salvaging))
            } catch {
                switch error {
                case .newerVersion(let version): self = .newer(version)
                case .damaged(let part): self = .damaged(part)
                default: self = .damaged(.header)
                }
            }
        }
    }

    var file: VaultFile? {
        if case .file(let file) = self { file } else { nil }
    }

    /// The copy, if its checksum matches.
    var sound: VaultFile? { file.flatMap { $0.isSound ? $0 : nil } }

    fileprivate var fault: VaultNotice.Fault? {
        switch self {
        case .file(let file): file.isSound ? nil : .damaged(.checksum)
        case .missing: .missing
        case .damaged(let part): .damaged(part)
        case .unreadable(let fault): .unreadable(fault)
        case .newer, .notAFile: .damaged(.firstLine)
        }
    }

    /// Why there is no vault to open.
    fileprivate var error: VaultError {
        switch self {
        case .file: .damaged(.checksum)
        case .missing: .missing
        case .damaged(let part): .damaged(part)
        case .unreadable(let fault): .file(fault)
        case .newer(let version): .newerVersion(version)
        case .notAFile: .notAVault
        }
    }
}

/// Both files of a vault, and which of them counts.
struct VaultCopies {
    let main: VaultCopy
    let backup: VaultCopy

    /// The copies that can be opened, best first.
    ///
    /// A sound copy before an unsound one, a newer before an older, the main copy before its equal. Throws if there is none, and
    /// always for a newer program's main copy, as its backup may be one that this program can read.
    func candidates() throws(VaultError) -> [Candidate] {
        if case .newer(let version) = main { throw .newerVersion(version) }
        if case .newer(let version) = backup, main.sound == nil { throw .newerVersion(version) }
        let first = main.file.map { Candidate(copy: .main, file: $0) }
        let second = backup.file.map { Candidate(copy: .backup, file: $0) }
        switch (first, second) {
        case (nil, nil): throw main == .missing ? backup.error : main.error
        case (let only?, nil), (nil, let only?): return [only]
        case (let first?, let second?):
            // The vault's name is not encrypted: a main copy with another name may be this vault's, altered.
            let isForeign = first.file.header.vault != second.file.header.vault
            guard !isForeign || !first.file.isSound else { return [first, second] }
            return second.isBetter(than: first) ? [second, first] : [first, second]
        }
    }

    /// The name of the vault that a sound main copy belongs to.
    var vault: [UInt8]? { main.sound?.header.vault }

    /// A copy that may open.
    struct Candidate: Equatable, Sendable {
        let copy: VaultNotice.Copy
        let file: VaultFile

        fileprivate func isBetter(than other: Candidate) -> Bool {
            if file.isSound != other.file.isSound { return file.isSound }
            return file.header.generation > other.file.header.generation
        }
    }

    var notices: [VaultNotice] {
        var notices: [VaultNotice] = []
        if let fault = main.fault { notices.append(VaultNotice(copy: .main, fault: fault)) }
        if let fault = backup.fault { notices.append(VaultNotice(copy: .backup, fault: fault)) }
        if let main = main.sound, let backup = backup.sound {
            if main.header.vault != backup.header.vault {
                notices.append(VaultNotice(copy: .backup, fault: .foreign))
            } else if backup.header.generation > main.header.generation {
                notices.append(VaultNotice(copy: .main, fault: .older))
            }
        }
        return notices
    }
}
