import Foundation
import Testing

/// A file that holds a secret is its owner's alone, or it is not used.
@Suite struct SecretFileTests {
    @Test(arguments: [0o644, 0o640, 0o604, 0o602])
    func `a passphrase file that others can read or change is refused`(permissions: Int) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: sandbox.root + "/passphrase")
        try sandbox.refused(["list"], 1, "secret_readable")
        #expect(try sandbox.run("list").errors.contains("chmod 600"))
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: sandbox.root + "/passphrase")
        try sandbox.done("list")
    }

    @Test(arguments: ["AURALYST_RECOVERY_CODE_FILE", "AURALYST_RECOVERY_FILE"])
    func `so is a file with the recovery code`(variable: String) throws {
        let sandbox = try Sandbox(copying: Given.empty.folder)
        sandbox.withoutKeys()
        let file = try sandbox.write(Given.empty.recoveryCode, to: "code", permissions: 0o644)
        try sandbox.refused(["unlock", "--recovery"], 1, "secret_readable", extra: [variable: file])
    }
}
