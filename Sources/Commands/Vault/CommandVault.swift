import Base
import Engine
import Foundation
import Journal
import Synchronization
import Vault

/// The vault of the command that runs: unlocked and opened once, although the order of numeric dates may be read from it before.
final class CommandVault: Sendable {
    @TaskLocal static var current: CommandVault = CommandVault()

    private struct Opened: ~Copyable {
        let vault: OpenVault
        let key: Secret
    }

    /// What the command itself takes over.
    private let opened: Mutex<Opened?>
    /// What could not be read in the vault that was opened last.
    private let unreadable = Mutex<UnreadableRecords?>(nil)
    /// Whether the owner writes the day first; `nil` if nothing is set, or no date needs it.
    let isDayFirst: Bool?

    private init() {
        opened = Mutex(nil)
        isDayFirst = nil
    }

    /// Opens the vault if a date in the command's words can be read in two ways, and someone can be asked for its key.
    init(at location: VaultLocation, for words: [String]) async throws {
        guard NumericDates.areAmbiguous(in: words), FileManager.default.fileExists(atPath: location.vaultFile),
            let unlocked = try Unlocking.ifPossible(location)
        else {
            opened = Mutex(nil)
            isDayFirst = nil
            return
        }
        let key = unlocked.vaultKey()
        let vault = try OpenVault(unlocked, at: location, surroundings: Environment.surroundings)
        isDayFirst = try await vault.preferences().dateLanguage.map { DateLanguage.of($0).order.hasPrefix("day") }
        opened = Mutex(Opened(vault: vault, key: key))
    }

    func takeVault() -> OpenVault? {
        opened.withLock { opened -> OpenVault? in
            guard let taken = opened.take() else { return nil }
            return taken.vault
        }
    }

    /// Hands on the key, and closes the vault.
    func takeKey() -> Secret? {
        opened.withLock { opened -> Secret? in
            guard let taken = opened.take() else { return nil }
            return taken.key
        }
    }

    func note(_ records: UnreadableRecords) { unreadable.withLock { $0 = records } }

    /// Throws if records had to be skipped: the command has shown or counted less than there is.
    func checkWhole() throws {
        let count = unreadable.withLock { $0?.count ?? 0 }
        guard count > 0 else { return }
        throw Refusal(
            "damaged", "\(counted(count, "record", "records")) could not be read: the database is damaged",
            hint: "'auralyst repair' rescues what can be read; the damaged file is kept", exit: .damaged)
    }
}
