import Basics

/// Why a vault was not made, read, opened or changed. Never holds anything secret.
package enum VaultError: Error, Equatable, Sendable {
    case missing
    /// There is a vault in this folder already, or something that belonged to one; nothing was touched.
    case exists
    /// The path is no folder, or what stands at the vault file's place is no file.
    case notAVault
    /// A newer program wrote this vault; the text is what follows `auralyst-vault/`.
    case newerVersion(String)
    /// No copy of the vault file is sound; the part is that of the main copy where there is one. On a change of a
    /// salvaged vault: the header's code, while the header is not accepted.
    case damaged(VaultPart)
    /// All passphrase slots are sound, and none opens with this passphrase.
    case wrongPassphrase
    /// The recovery code is well-formed, but is not this vault's.
    case wrongRecoveryCode
    case wrongKeychainKey
    /// What the passkey answered does not open its slot.
    case wrongPasskey
    case passkeyRefused(PasskeyFault)
    case wrongVaultKey
    /// The vault has got another key since: what opened it opens it no more.
    case keyChanged
    /// What was typed is no recovery code.
    case malformedRecoveryCode(RecoveryCodeFault)
    case passphraseRefused(PassphraseFault)
    case noSlot(KeyslotType)
    case noSuchSlot
    /// The slot's Argon2 parameters are outside what is computed here; nothing was allocated.
    case costRefused(Argon2CostFault)
    /// The memory that Argon2 asks for is not there.
    case outOfMemory
    case busy
    case lastRecoverySlot
    /// A vault keeps at least one passphrase or keychain slot besides those of recovery.
    case lastSlot
    case tooLarge
    case file(FileFault)
}

/// A part of a vault file, to say where the damage is.
package enum VaultPart: Equatable, Sendable {
    /// The file is empty, cut off before its parts, or longer than a vault file may be.
    case length
    /// The checksum at the end does not agree with the rest.
    case checksum
    case firstLine
    /// The line with the slots.
    case header
    /// The line with the code that authenticates the header.
    case headerCode
    /// The sealed body, which holds the keys.
    case body
}

/// Something about the copies of a vault file that the owner should hear of, though the vault opens.
package struct VaultNotice: Equatable, Sendable {
    package enum Copy: Equatable, Sendable {
        /// `vault.auralyst`.
        case main
        /// `vault.auralyst.bak`.
        case backup
    }

    package enum Fault: Equatable, Sendable {
        case missing
        /// It is there and not sound.
        case damaged(VaultPart)
        case unreadable(FileFault)
        /// It is older than the backup copy: somebody put it back, or a disk lost what it had confirmed.
        case older
        case foreign
    }

    package let copy: Copy
    /// What is wrong with it. The next change of the vault writes it anew.
    package let fault: Fault

    package init(copy: Copy, fault: Fault) {
        self.copy = copy
        self.fault = fault
    }
}
