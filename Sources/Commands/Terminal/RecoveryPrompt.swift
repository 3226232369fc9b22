import ArgumentParser
import Base
import Basics
import Foundation
import Vault

/// The source of a recovery code: a file named in the environment, or typing.
enum RecoveryPrompt {
    /// The code as typed, or as in the file.
    static func typed() throws -> String {
        if let code = try fromFile() { return code }
        guard Terminal.canAsk else {
            throw Refusal(
                "no_recovery_code", "the recovery code is needed, and there is no terminal to ask for it",
                hint: "set AURALYST_RECOVERY_CODE_FILE to a file that contains it", exit: .locked)
        }
        while let typed = Terminal.ask(say("Recovery code: ")) {
            if typed.contains(where: { !$0.isWhitespace }) { return typed }
            Terminal.error(say("Type the code from your recovery sheet; Ctrl-C cancels."))
        }
        return ""
    }

    /// The content of the file named in the environment; `nil` if none is named.
    static func fromFile() throws -> String? {
        try file(namedBy: "AURALYST_RECOVERY_CODE_FILE") ?? file(namedBy: "AURALYST_RECOVERY_FILE")
    }

    /// The content of the file with the previous code; `nil` if none is named.
    static func former() throws -> String? { try file(namedBy: "AURALYST_FORMER_RECOVERY_CODE_FILE") }

    /// The code from shares: from a file with one share a line, or typed one by one.
    static func fromShares() throws -> RecoveryCode {
        if let text = try file(namedBy: "AURALYST_RECOVERY_SHARES_FILE") {
            var shares = ShareCollection()
            for line in text.split(whereSeparator: \.isNewline) where line.contains(where: \.isLetter) {
                try shares.add(typed: String(line))
            }
            return try shares.recoveryCode()
        }
        guard Terminal.canAsk else {
            throw Refusal(
                "no_shares", "shares of the recovery code are needed, and there is no terminal to ask for them",
                hint: "set AURALYST_RECOVERY_SHARES_FILE to a file with one share per line", exit: .locked)
        }
        guard let code = try askForShares() else { throw ShareError.share(number: 1, .empty) }
        return code
    }

    /// Asks for shares until there are enough; a refused one is asked for again. `nil` if Enter is pressed instead of the first.
    static func askForShares() throws -> RecoveryCode? {
        var shares = ShareCollection()
        while shares.missing != 0 {
            let of = shares.missing.map { " of \(shares.count + $0)" } ?? ""
            guard let typed = Terminal.ask("Share \(shares.count + 1)\(of): ") else {
                throw ShareError.tooFew(missing: shares.missing ?? 1)
            }
            if shares.count == 0, typed.allSatisfy(\.isWhitespace) { return nil }
            take(typed, into: &shares)
        }
        return try shares.recoveryCode()
    }

    /// Adds a share, which may be typed in several lines as on its sheet.
    private static func take(_ typed: String, into shares: inout ShareCollection) {
        var typed = typed
        while true {
            do throws(ShareError) {
                return try shares.add(typed: typed)
            } catch {
                if case .share(_, .length(let found)) = error, found < 33,
                    let more = Terminal.ask(say("  \(found) of 33 words, the next ones: ")), more.contains(where: \.isLetter)
                {
                    typed += " " + more
                    continue
                }
                return Terminal.error(Explanation(error).onOneLine)
            }
        }
    }

    private static func file(namedBy variable: String) throws -> String? {
        guard let path = Variables[variable] else { return nil }
        return String(decoding: try SecretFile.bytes(at: path, limit: 64 << 10, variable: variable), as: UTF8.self)
    }
}

struct RecoveryMeans: ParsableArguments {
    @Flag(name: .long, help: say("Ask for shares of the recovery code instead."))
    var shares = false

    func code() throws -> RecoveryCode {
        shares ? try RecoveryPrompt.fromShares() : try RecoveryCode(typed: RecoveryPrompt.typed())
    }
}
