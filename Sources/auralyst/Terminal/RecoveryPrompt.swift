import Engine
import Foundation
import Vault

/// Where a recovery code comes from: a file that is named in the environment, or a person who types it.
enum RecoveryPrompt {
    static func code() throws -> RecoveryCode { try RecoveryCode(typed: try typed()) }

    /// The code as it was typed, or as the file holds it.
    static func typed() throws -> String {
        if let code = try fromFile() { return code }
        guard Terminal.canAsk else {
            throw Refusal(
                "no_recovery_code", "the recovery code is needed and nobody can be asked",
                hint: "set AURALYST_RECOVERY_CODE_FILE to a file that holds it", exit: .locked)
        }
        return Terminal.ask("Recovery code: ") ?? ""
    }

    /// What the file that is named in the environment holds; `nil` where none is named.
    static func fromFile() throws -> String? {
        for variable in ["AURALYST_RECOVERY_CODE_FILE", "AURALYST_RECOVERY_FILE"] {
            guard let path = Environment[variable] else { continue }
            guard let file = FileHandle(forReadingAtPath: path) else { throw EngineError.file(path: path, code: ENOENT) }
            return String(decoding: try file.read(upToCount: 4096) ?? Data(), as: UTF8.self)
        }
        return nil
    }
}
