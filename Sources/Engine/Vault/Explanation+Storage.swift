import Base
import Basics
import Ledger
import SQLite
import Store
import Vault

extension Hint {
    /// For damage that only `auralyst repair` mends: the app has no page for it.
    package static let repair = Hint.on(
        commandLine: "'auralyst repair' rescues what can be read, and keeps the damaged file",
        page: "run Auralyst's repair command in a terminal: it rescues what can be read", phone: linkAgain)
    /// On a phone no one can repair files, or put them back.
    static let linkAgain: Sentence =
        "link this phone again: in Settings, Sync, or after removing this site's data; what was sent comes back"
    static let update = Hint.on(
        computer: "update Auralyst; nothing was changed",
        phone: "the app must be updated where this phone gets it; nothing was changed")
    static let otherCopy = Hint.on(
        computer: "restore the file from a backup; the entry itself is safe",
        phone: "look at it on another of your devices; the entry itself is safe")
    static let moreMemory = Hint.on(computer: "close other programs and try again", phone: "close other apps and try again")
}

extension SQLiteError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .damaged: Explanation("damaged", "the vault's database is damaged", hint: .repair, exit: .damaged)
        case .full:
            Explanation(
                "disk_full", "the disk is full, so nothing was saved", phone: "this phone has no room left, so nothing was saved",
                hint: .moreRoom)
        case .busy: Explanation("busy", "this vault is being changed elsewhere", hint: "wait for it to finish, then try again")
        case .readOnly:
            Explanation(
                "read_only", "the vault's folder cannot be written to",
                hint: "check the disk and who owns the folder ('ls -l'); reading and exporting still work")
        case .cannotOpen:
            Explanation(
                "cannot_open", "the vault's database cannot be opened",
                hint: .on(computer: "check the vault's folder and who owns it ('ls -l')", phone: restart))
        case .constraint(let code), .failed(let code):
            Explanation("internal", "the database reported an error (code \(code))", hint: .ourMistake)
        case .stopped: Explanation("internal", "reading the database was stopped", hint: .ourMistake)
        case .io(let code):
            Explanation(
                "io", "the disk could not be read or written (code \(code))",
                phone: "this phone's storage could not be read or written (code \(code))",
                hint: .on(computer: "check the disk; everything that was confirmed as saved is on it", phone: restart))
        }
    }

    private var restart: Sentence { "open Auralyst again, or restart the phone; everything that was confirmed as saved is there" }
}

extension StoreError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .newerVersion:
            Explanation(
                "newer_version", "this vault was written by a newer version of Auralyst", hint: .update)
        case .damagedRow: Explanation("damaged", "a row of the database is damaged", hint: .repair, exit: .damaged)
        case .outOfOrder:
            Explanation(
                "out_of_order", "the relay sent changes in the wrong order, so none of them were applied", hint: .tryAgain)
        case .otherOperation:
            Explanation("device_forked", "this vault was copied, and both copies write as the same device", hint: .copiedVault)
        }
    }
}

extension LedgerError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .newerVersion:
            Explanation(
                "newer_version", "this journal was changed by a newer version of Auralyst", hint: .update)
        default: Explanation("damaged", "a change saved in the journal is damaged", hint: .repair, exit: .damaged)
        }
    }
}

extension VaultError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .missing: EngineError.noVault(folder: "this folder").explanation
        case .exists:
            Explanation(
                "exists", "there is a vault here already, or the remains of one",
                hint: .on(
                    commandLine: "nothing was changed; choose another folder with --vault DIR", page: "nothing was changed"))
        case .notAVault:
            Explanation(
                "not_a_vault", "this is not a vault",
                hint: .on(
                    commandLine: "choose another folder with --vault DIR", page: "choose another folder", phone: Hint.linkAgain))
        case .newerVersion:
            Explanation("newer_version", "this vault was made by a newer version of Auralyst", hint: .update)
        case .damaged(let part):
            Explanation(
                "damaged", "the vault file and its second copy are damaged (\(part.words))",
                hint: .on(
                    computer: "restore vault.auralyst from a backup; your passphrase may well be right", phone: Hint.linkAgain),
                exit: .damaged)
        case .wrongPassphrase:
            Explanation(
                "wrong_passphrase", "the passphrase is wrong",
                hint: .on(
                    commandLine: "try again, or use your recovery code: 'auralyst unlock --recovery'",
                    page: "try again, or use your recovery code"), exit: .locked)
        case .wrongRecoveryCode:
            Explanation(
                "wrong_recovery_code", "this recovery code does not unlock this vault",
                hint: .on(
                    commandLine: "check that --vault names the right vault, or look for a newer recovery code",
                    page: "look for a newer recovery code, or use the passphrase"), exit: .locked)
        case .wrongKeychainKey:
            Explanation(
                "wrong_keychain_key", "the key in the keychain belongs to another vault",
                hint: .on(
                    commandLine: "unlock with the passphrase, then run 'auralyst keys add keychain'",
                    page: "unlock with the passphrase, then set up the keychain again in Settings, Keys"), exit: .locked)
        case .wrongPasskey:
            Explanation(
                "wrong_passkey", "this passkey does not unlock the vault",
                hint: .on(
                    commandLine: "unlock with the passphrase instead",
                    page: "unlock with the passphrase, then add the passkey again in Settings, Keys"), exit: .locked)
        case .passkeyRefused(.malformed):
            Explanation(
                "passkey_refused", "this passkey cannot store a key for the vault",
                hint: "try another browser or security key; the passphrase still works")
        case .passkeyRefused(.tooMany):
            Explanation(
                "too_many_passkeys", "this vault already has \(UnlockedVault.passkeyLimit) passkeys, the most it can have",
                hint: "remove one you no longer use")
        case .wrongVaultKey:
            Explanation(
                "locked", "the saved key belongs to another vault",
                hint: .on(commandLine: "'auralyst unlock' asks for the passphrase", page: "unlock with the passphrase"),
                exit: .locked)
        case .keyChanged:
            Explanation(
                "locked", "the vault has new keys, so the old way to unlock it no longer works",
                hint: .on(
                    commandLine: "'auralyst unlock' asks for the passphrase that was set with the new keys",
                    page: "use the passphrase that was set with the new keys"), exit: .locked)
        case .malformedRecoveryCode(let fault): fault.explanation
        case .passphraseRefused(.empty):
            Explanation(
                "passphrase_empty", "the passphrase is empty", hint: "four or more random words make a good one", exit: .usage)
        case .passphraseRefused(.tooLong):
            Explanation(
                "passphrase_too_long", "the passphrase is longer than 4096 bytes",
                hint: .on(commandLine: "check that you named the right file", page: "choose a shorter one"), exit: .usage)
        case .passphraseRefused(.notText):
            Explanation(
                "passphrase_not_text", "the passphrase is not text",
                hint: .on(commandLine: "check that you named the right file", page: "type it again"), exit: .usage)
        case .noSlot(let type):
            Explanation(
                "no_slot", "this vault has no \(type.words)",
                hint: .on(commandLine: "'auralyst keys list' shows what unlocks it", page: "Settings, Keys lists what unlocks it")
            )
        case .noSuchSlot:
            Explanation(
                "no_such_slot", "this vault has no key with that name",
                hint: .on(commandLine: "'auralyst keys list' shows them", page: "it may have been removed in another window"))
        case .costRefused:
            Explanation(
                "cost_refused", "the vault file asks for more work or memory than any real vault",
                hint: .on(computer: "this copy was altered; restore vault.auralyst from a backup", phone: Hint.linkAgain),
                exit: .damaged)
        case .outOfMemory:
            Explanation(
                "out_of_memory", "there is not enough free memory to check the passphrase", hint: .moreMemory)
        case .busy:
            Explanation("busy", "this vault is being changed elsewhere", hint: "wait for it to finish, then try again")
        case .lastRecoverySlot:
            Explanation(
                "last_slot", "this is the only recovery code",
                hint: .on(
                    commandLine: "replace it with 'auralyst keys recovery --new'", page: "replace it with a new one instead"))
        case .lastSlot:
            Explanation(
                "last_slot", "only the recovery code would be left to unlock the vault",
                hint: .on(commandLine: "add another key first: 'auralyst keys add keychain'", page: "add another key first"))
        case .tooLarge:
            Explanation(
                "too_large", "the vault file has no room for another key",
                hint: .on(
                    commandLine: "remove keys you no longer use: 'auralyst keys list'", page: "remove keys you no longer use"))
        case .file(let fault): Explanation(systemError: fault.code, path: "the vault file")
        }
    }
}

extension FileFault: Explainable {
    package var explanation: Explanation { Explanation(systemError: code, path: "a file in the vault") }
}

extension RecoveryCodeFault: Explainable {
    package var explanation: Explanation {
        func usage(_ sentence: Sentence, _ hint: Hint) -> Explanation {
            Explanation("malformed_recovery_code", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .empty: usage("the recovery code is missing", "type it; it begins with AGE-SECRET-KEY-1")
        case .otherKind: usage("this is not a recovery code", "it begins with AGE-SECRET-KEY-1")
        case .character(let position):
            usage(
                "character \(position) after AGE-SECRET-KEY-1 cannot be part of a recovery code",
                "a code never has the letters b, i and o or the digit 1 there")
        case .length(let found):
            usage(
                "the recovery code has \(found) characters after AGE-SECRET-KEY-1 instead of 58",
                "a part is missing or typed twice")
        case .checksum: usage("the recovery code has a typing mistake", "compare it with your printed code, group by group")
        }
    }
}

extension KeychainError: Explainable {
    package var explanation: Explanation {
        let usePassphrase: Hint = "use the passphrase; nothing was changed"
        return switch self {
        case .noLibrary:
            Explanation(
                "no_keychain", "the keychain cannot be used: libsecret is not installed",
                hint: "install it (Debian: 'apt install libsecret-1-0'), or use the passphrase")
        case .noService: Explanation("no_keychain", "this session has no keychain", hint: usePassphrase)
        case .locked:
            Explanation(
                "keychain_locked", "the keychain is locked", hint: "unlock it and try again, or use the passphrase",
                exit: .locked)
        case .timedOut: Explanation("keychain_timeout", "the keychain did not answer in time", hint: usePassphrase)
        case .damaged:
            Explanation(
                "keychain_damaged", "the keychain's key for this vault is damaged",
                hint: .on(
                    commandLine: "unlock with the passphrase, then run 'auralyst keys add keychain'",
                    page: "unlock with the passphrase, then set up the keychain again in Settings, Keys"))
        case .failed: Explanation("keychain_failed", "the keychain refused the request", hint: usePassphrase)
        }
    }
}

extension KeyHolderError: Explainable {
    package var explanation: Explanation {
        func cannotKeep(_ sentence: Sentence, _ commandLine: Sentence) -> Explanation {
            Explanation("no_key_holder", sentence, hint: .on(commandLine: commandLine))
        }
        let useFile: Sentence = "set AURALYST_PASSPHRASE_FILE, or type the passphrase for each command"
        return switch self {
        case .noKeyring:
            cannotKeep(
                "the vault cannot stay unlocked between commands: this kernel stores no keys",
                "set AURALYST_KEY_HOLDER=agent to let a small program hold them")
        case .noAgent: cannotKeep("the program that holds keys between commands does not answer", useFile)
        case .agentRunning:
            cannotKeep("a program that holds keys between commands is already running", "there is nothing to do; it will be used")
        case .full: cannotKeep("too many vaults are unlocked at once", "lock another vault: 'auralyst lock' with --vault DIR")
        case .badDuration:
            Explanation(
                "bad_duration", "a vault stays unlocked for 1 second to 30 days",
                hint: .on(commandLine: "try --for 15m or --for 8h", page: "choose a length of time in between"), exit: .usage)
        case .unsafeFolder(let path):
            Explanation(
                "unsafe_folder", "\(path) belongs to another user or is open to others",
                hint: "remove it, or set XDG_RUNTIME_DIR to a folder of your own")
        case .pathTooLong(let path):
            cannotKeep(
                "the path of the socket \(path) is longer than the system allows",
                "set XDG_RUNTIME_DIR to a folder with a shorter path")
        case .damaged: cannotKeep("the saved key is damaged", "run 'auralyst lock', then 'auralyst unlock'")
        case .system(let code):
            cannotKeep("the system refused to store a key: \(Explanation.words(ofSystemError: code))", useFile)
        }
    }
}

extension SealedStreamError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .sealed, .otherName:
            Explanation(
                "attachment_damaged", "the encrypted file of an attachment is damaged", hint: .otherCopy, exit: .damaged)
        case .reading(let code), .writing(let code): Explanation(systemError: code, path: "the file of an attachment")
        }
    }
}

extension VaultPart {
    fileprivate var words: String {
        switch self {
        case .length: "cut off or too long"
        case .checksum: "wrong checksum"
        case .firstLine: "wrong first line"
        case .header: "wrong list of keys"
        case .headerCode: "wrong code for the list of keys"
        case .body: "wrong encrypted keys"
        }
    }
}

extension KeyslotType {
    fileprivate var words: String {
        switch self {
        case .passphrase: "passphrase"
        case .recovery, .recoveryRecipient: "recovery code"
        case .keychain: "key in the keychain"
        case .passkey: "passkey"
        default: "key of that kind"
        }
    }
}
