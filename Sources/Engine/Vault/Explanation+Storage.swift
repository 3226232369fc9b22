import Base
import Basics
import Ledger
import SQLite
import Store
import Vault

private let repairHint = "'auralyst repair' rescues what can be read; the damaged file is kept"

extension SQLiteError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .damaged: Explanation("damaged", "the database journal.db is damaged", hint: repairHint, exit: .damaged)
        case .full:
            Explanation(
                "disk_full", "no room is left on the disk, so nothing was saved",
                hint: "make room and try again; all earlier entries are safe")
        case .busy: Explanation("busy", "another program is writing to this vault", hint: "wait for it to end, then try again")
        case .readOnly:
            Explanation(
                "read_only", "the vault's folder may not be written to",
                hint: "check the disk and who owns the folder ('ls -l'); reading and exporting go on")
        case .cannotOpen:
            Explanation(
                "cannot_open", "the database journal.db cannot be opened",
                hint: "check the vault's folder and who owns it ('ls -l')")
        case .constraint(let code), .failed(let code):
            Explanation(
                "internal", "the database refused (code \(code))",
                hint: "nothing was changed; please report what you did to see this")
        case .io(let code):
            Explanation(
                "io", "the disk failed to read or write (code \(code))",
                hint: "check the disk; all that was confirmed as saved is on it")
        }
    }
}

extension StoreError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .newerVersion:
            Explanation(
                "newer_version", "a newer version of Auralyst has written this vault",
                hint: "update Auralyst; nothing was changed")
        case .olderVersion:
            Explanation(
                "older_version", "the database was made by an older version of Auralyst",
                hint: "'auralyst repair' brings it up to date")
        case .damagedRow: Explanation("damaged", "a row of the database is damaged", hint: repairHint, exit: .damaged)
        case .outOfOrder:
            Explanation(
                "out_of_order", "operations of a relay came out of their order",
                hint: "nothing was changed; 'auralyst sync now' asks again")
        case .otherOperation:
            Explanation(
                "device_forked", "this vault was copied, and both copies write as the same device",
                hint: "export what only this copy has; 'auralyst sync link' makes a proper second device")
        }
    }
}

extension LedgerError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .newerVersion:
            Explanation(
                "newer_version", "a newer version of Auralyst has written to this journal",
                hint: "update Auralyst; nothing was changed")
        default: Explanation("damaged", "an operation of the log is damaged", hint: repairHint, exit: .damaged)
        }
    }
}

extension VaultError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .missing:
            Explanation("no_vault", "there is no vault here", hint: "'auralyst init' makes one; --vault DIR names another folder")
        case .exists:
            Explanation(
                "exists", "there is a vault in this folder already, or what is left of one",
                hint: "nothing was touched; --vault DIR names another folder"
            )
        case .notAVault: Explanation("not_a_vault", "this is not a vault's folder", hint: "--vault DIR names another one")
        case .newerVersion:
            Explanation(
                "newer_version", "a newer version of Auralyst has made this vault", hint: "update Auralyst; nothing was changed")
        case .damaged(let part):
            Explanation(
                "damaged", "the vault file is damaged (\(part.words)), and so is its second copy",
                hint: "put vault.auralyst back from a backup; your passphrase may well be right", exit: .damaged)
        case .wrongPassphrase:
            Explanation(
                "wrong_passphrase", "the passphrase is wrong",
                hint: "the recovery code also opens this vault: 'auralyst unlock --recovery'", exit: .locked)
        case .wrongRecoveryCode:
            Explanation(
                "wrong_recovery_code", "this recovery code does not open this vault",
                hint: "check --vault, or look for the other paper", exit: .locked)
        case .wrongKeychainKey:
            Explanation(
                "wrong_keychain_key", "the key in the keychain is not this vault's",
                hint: "unlock with the passphrase, then 'auralyst keys add keychain'", exit: .locked)
        case .wrongPasskey:
            Explanation(
                "wrong_passkey", "this passkey does not open the vault",
                hint: "use the passphrase, then add the passkey again in the settings", exit: .locked)
        case .passkeyRefused(.malformed):
            Explanation(
                "passkey_refused", "what the browser gave is not a passkey that can hold a key",
                hint: "another browser or security key may do it; the passphrase opens the vault as before")
        case .passkeyRefused(.tooMany):
            Explanation(
                "too_many_passkeys", "this vault has \(UnlockedVault.passkeyLimit) passkeys, the most that it can have",
                hint: "remove one that is not used any more")
        case .wrongVaultKey:
            Explanation(
                "locked", "the key that was kept is not this vault's", hint: "'auralyst unlock' asks for the passphrase",
                exit: .locked)
        case .keyChanged:
            Explanation(
                "locked", "the vault has a new key, so what unlocked it before no longer does",
                hint: "'auralyst unlock' asks for the passphrase that was set with the new key", exit: .locked)
        case .malformedRecoveryCode(let fault): fault.explanation
        case .passphraseRefused(.empty):
            Explanation(
                "passphrase_empty", "the passphrase is empty", hint: "four or more random words make a good one", exit: .usage)
        case .passphraseRefused(.tooLong):
            Explanation(
                "passphrase_too_long", "the passphrase has more than 4096 bytes", hint: "is it the right file?", exit: .usage)
        case .passphraseRefused(.notText):
            Explanation("passphrase_not_text", "the passphrase is not text", hint: "is it the right file?", exit: .usage)
        case .noSlot(let type):
            Explanation("no_slot", "this vault has no \(type.words)", hint: "'auralyst keys list' shows what opens it")
        case .noSuchSlot: Explanation("no_such_slot", "no key slot has this name", hint: "'auralyst keys list' shows them")
        case .costRefused:
            Explanation(
                "cost_refused", "the vault file asks for more work or memory than any real vault",
                hint: "put vault.auralyst back from a backup: this copy was tampered with", exit: .damaged)
        case .outOfMemory:
            Explanation(
                "out_of_memory", "there is not enough free memory to check the passphrase (256 MiB)",
                hint: "close other programs and try again")
        case .busy: Explanation("busy", "another program is changing this vault", hint: "wait for it to end, then try again")
        case .lastRecoverySlot:
            Explanation(
                "last_slot", "this is the only recovery code",
                hint: "'auralyst keys recovery --new' puts another one in its place")
        case .lastSlot:
            Explanation(
                "last_slot", "nothing but the recovery code would open the vault then",
                hint: "add another key first: 'auralyst keys add keychain'")
        case .tooLarge:
            Explanation(
                "too_large", "the vault file would grow too large",
                hint: "remove key slots that are not needed: 'auralyst keys list'")
        case .file(let fault): Explanation(systemError: fault.code, path: "the vault file")
        }
    }
}

extension FileFault: Explainable {
    package var explanation: Explanation { Explanation(systemError: code, path: "a file that is needed here") }
}

extension RecoveryCodeFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: String, _ hint: String) -> Explanation {
            Explanation("malformed_recovery_code", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("no recovery code was typed", "it begins with AGE-SECRET-KEY-1")
        case .otherKind: usage("this is not a recovery code", "it begins with AGE-SECRET-KEY-1")
        case .character(let position):
            usage(
                "the recovery code has an impossible character at place \(position) behind the 1",
                "the letters b, i, o and the digit 1 do not occur there")
        case .length(let found):
            usage("the recovery code has \(found) characters behind the 1 instead of 58", "a part is missing or typed twice")
        case .checksum: usage("the recovery code has a typing mistake", "compare it with the paper, group by group")
        }
    }
}

extension KeychainError: Explainable {
    package var explanation: Explanation {
        let usePassphrase = "unlock with the passphrase; nothing was changed"
        return switch self {
        case .noLibrary:
            Explanation(
                "no_keychain", "the library that speaks to the desktop's keychain is not installed",
                hint: "install libsecret (Debian: 'apt install libsecret-1-0'), or unlock with the passphrase")
        case .noService: Explanation("no_keychain", "no keychain runs in this session", hint: usePassphrase)
        case .locked:
            Explanation(
                "keychain_locked", "the keychain of this desktop is locked",
                hint: "unlock it and try again, or use the passphrase",
                exit: .locked)
        case .timedOut:
            Explanation("keychain_timeout", "the keychain of this desktop did not answer in time", hint: usePassphrase)
        case .damaged:
            Explanation(
                "keychain_damaged", "what the keychain of this desktop holds for this vault is not a key",
                hint: "unlock with the passphrase, then 'auralyst keys add keychain' puts a new key there")
        case .failed: Explanation("keychain_failed", "the keychain of this desktop refused", hint: usePassphrase)
        }
    }
}

extension KeyHolderError: Explainable {
    package var explanation: Explanation {
        func cannotKeep(_ sentence: String, hint: String) -> Explanation { Explanation("no_key_holder", sentence, hint: hint) }
        let useFile = "set AURALYST_PASSPHRASE_FILE, or type the passphrase for each command"
        return switch self {
        case .noKeyring:
            cannotKeep(
                "the kernel keeps no keys here, so the vault cannot stay unlocked between commands",
                hint: "set AURALYST_KEY_HOLDER=agent to let a small program keep them")
        case .noAgent: cannotKeep("the program that keeps keys between commands does not answer", hint: useFile)
        case .agentRunning:
            cannotKeep("a program that keeps keys between commands runs already", hint: "nothing has to be done: it is used")
        case .full:
            cannotKeep(
                "no room is left for another kept key", hint: "'auralyst lock' with --vault DIR drops one of another vault")
        case .badDuration:
            Explanation("bad_duration", "a key is kept for 1 second to 30 days", hint: "try --for 15m or --for 8h", exit: .usage)
        case .unsafeFolder(let path):
            Explanation(
                "unsafe_folder", "\(path) belongs to somebody else or is open to others",
                hint: "remove it, or set XDG_RUNTIME_DIR to a folder of your own")
        case .pathTooLong(let path):
            cannotKeep(
                "the path of the socket \(path) is longer than the system allows",
                hint: "set XDG_RUNTIME_DIR to a folder with a shorter path")
        case .damaged:
            cannotKeep(
                "what was kept between commands is not a key", hint: "'auralyst lock' drops it, 'auralyst unlock' keeps a new one"
            )
        case .system(let code):
            cannotKeep("the system does not let a key be kept: \(Explanation.words(ofSystemError: code))", hint: useFile)
        }
    }
}

extension SealedStreamError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .sealed, .otherName:
            Explanation(
                "attachment_damaged", "the sealed file of an attachment is damaged",
                hint: "put the file back from a backup; the entry itself is unharmed", exit: .damaged)
        case .reading(let code), .writing(let code): Explanation(systemError: code, path: "the file of an attachment")
        }
    }
}

extension VaultPart {
    fileprivate var words: String {
        switch self {
        case .length: "cut off or too long"
        case .checksum: "its checksum is wrong"
        case .firstLine: "its first line is wrong"
        case .header: "the line with the key slots is wrong"
        case .headerCode: "the code that protects the key slots is wrong"
        case .body: "the sealed keys are wrong"
        }
    }
}

extension KeyslotType {
    fileprivate var words: String {
        switch self {
        case .passphrase: "passphrase slot"
        case .recovery, .recoveryRecipient: "recovery slot"
        case .keychain: "keychain slot"
        case .passkey: "passkey slot"
        default: "slot of that type"
        }
    }
}
