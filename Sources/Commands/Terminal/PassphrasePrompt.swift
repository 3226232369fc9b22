import Base
import Basics
import Engine
import Foundation
import Vault

/// The source of passphrases: a file named in the environment, or hidden typing.
enum PassphrasePrompt {
    /// The passphrase in the file that an environment variable names, without the trailing line end.
    static func fromFile(namedBy variable: String) throws -> Secret? {
        guard let path = Variables[variable] else { return nil }
        var bytes = try SecretFile.bytes(at: path, limit: 8192, variable: variable)
        defer { wipe(&bytes) }
        if bytes.last == 0x0A { bytes.removeLast() }
        if bytes.last == 0x0D { bytes.removeLast() }
        guard !bytes.isEmpty else {
            throw Refusal(
                "passphrase_empty", "\(path) is empty, so it holds no passphrase",
                hint: "\(variable) names this file: write the passphrase into it, or unset the variable")
        }
        return Secret(copying: bytes)
    }

    /// Asks a person, without echo.
    static func ask(_ question: String) throws -> Secret {
        guard let input = Terminal.secretInput else { throw EngineError.locked }
        let screen = input == STDIN_FILENO ? STDERR_FILENO : input
        var before = termios()
        let isTerminal = unsafe tcgetattr(input, &before) == 0
        var hidden = before
        // Keys that would end or stop the program arrive as characters, so that the terminal is never left without echo.
        hidden.c_lflag &= ~tcflag_t(ECHO | ISIG | ICANON)
        if isTerminal { unsafe _ = tcsetattr(input, TCSAFLUSH, &hidden) }
        OpenFile.say(Terminal.visible(question), to: screen)
        defer {
            if isTerminal { unsafe _ = tcsetattr(input, TCSAFLUSH, &before) }
            OpenFile.say("\n", to: screen)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4100)
        defer { wipe(&bytes) }
        var byte: UInt8 = 0
        while unsafe read(input, &byte, 1) == 1, byte != 0x0A, byte != 0x0D, bytes.count < 4097 {
            switch byte {
            case 0x03: throw Refusal("cancelled", "cancelled", exit: .interrupted)
            case 0x04, 0x1A, 0x1C: throw Refusal("cancelled", "cancelled", exit: .failed)
            case 0x08, 0x7F: dropCharacter(from: &bytes)
            case 0x15: bytes.removeAll(keepingCapacity: true)
            default: bytes.append(byte)
            }
        }
        return Secret(copying: bytes)
    }

    /// A new passphrase: from the file that `variable` names, or typed twice.
    static func askNew(_ question: String, variable: String) throws -> Secret {
        if let secret = try fromFile(namedBy: variable) {
            let advice = advice(about: secret)
            guard advice.isPossible else { throw VaultError.passphraseRefused(.empty) }
            guard !advice.isWeak else {
                throw Refusal(
                    "weak_passphrase", "the passphrase in the file is easy to guess",
                    hint: "four or more random words make a good one; at a terminal you can insist on yours")
            }
            return secret
        }
        guard Terminal.canAsk else {
            throw Refusal(
                "no_passphrase", "no passphrase was given, and there is no terminal to ask on",
                hint: "set \(variable) to a file that holds it")
        }
        while true {
            let first = try ask(question + ": ")
            guard first.count > 0 else { throw VaultError.passphraseRefused(.empty) }
            let advice = advice(about: first)
            if advice.isWeak {
                Terminal.error(advice.sentence)
                guard Terminal.confirm(say("Use it anyway?")) else { continue }
            }
            let second = try ask("Again: ")
            if first.isEqual(to: second) { return first }
            Terminal.error(say("These were not the same. Try again."))
        }
    }

    private static func advice(about passphrase: borrowing Secret) -> PassphraseAdvice {
        PassphraseAdvice(for: unsafe passphrase.withBytes { unsafe String(decoding: $0, as: UTF8.self) })
    }

    /// The password of an encrypted file to import.
    static func askSource() throws -> Secret {
        if let secret = try fromFile(namedBy: "AURALYST_SOURCE_PASSWORD_FILE") { return secret }
        guard Terminal.canAsk else {
            throw Refusal(
                "no_password", "the source is encrypted, and there is no terminal to ask for its password",
                hint: "set AURALYST_SOURCE_PASSWORD_FILE to a file that holds it")
        }
        return try ask(say("Password of the source: "))
    }

    /// Removes the last character, all of its bytes.
    private static func dropCharacter(from bytes: inout [UInt8]) {
        while let last = bytes.popLast(), last & 0xC0 == 0x80 {}
    }

    private static func wipe(_ bytes: inout [UInt8]) {
        for index in bytes.indices { bytes[index] = 0 }
    }
}
