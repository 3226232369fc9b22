import Foundation
import Testing

/// Kills backups, checks of them and restores at counted points.
@Suite struct BackupCrashTests {
    private let owner: BackupProcessTests.Owner
    private let whole: Snapshot
    private var sandbox: Sandbox { owner.sandbox }

    init() throws {
        owner = try BackupProcessTests.Owner()
        whole = try Snapshot(of: owner.sandbox)
    }

    @Test func `a backup that is killed leaves no half file and an unhurt vault`() throws {
        var known: Set<String> = []
        try sandbox.crash("backup create", percent: 5, folders: [owner.folder]) { _ in
            known = Set(owner.files())
            return ["backup", "create", "--to", owner.folder, "--tier", "monthly", "--json"]
        } check: { cutOff in
            let new = Set(owner.files()).subtracting(known).filter { !$0.hasSuffix(".partial") }
            for name in new {
                let checked = try sandbox.run("backup", "verify", owner.folder + "/" + name, "--json")
                #expect(checked.isDone, "\(cutOff): \(checked.summary)")
            }
            if let path = cutOff.outcome.object["path"] as? String {
                #expect(new.contains { path.hasSuffix("/" + $0) }, "\(cutOff): it was confirmed and is not there")
            }
            #expect(try Snapshot(of: sandbox) == whole, cutOff.summary)
        }
        try sandbox.done("backup", "create", "--to", owner.folder)
        #expect(owner.files().allSatisfy { $0.hasSuffix(".age") })
        try sandbox.done("backup", "verify")
        #expect(try Snapshot(of: sandbox) == whole)
    }

    @Test func `a restore that is killed leaves no half vault`() throws {
        try sandbox.done("backup", "create", "--to", owner.folder)
        let target = sandbox.root + "/restored"
        try sandbox.crash("backup restore", percent: 4, folders: [target, target + ".restoring"]) { _ in
            ["backup", "restore", owner.folder, "--to", target, "--json"]
        } check: { cutOff in
            if FileManager.default.fileExists(atPath: target) {
                let other = try Sandbox(copying: target)
                #expect(try Snapshot(of: other) == whole, cutOff.summary)
                try FileManager.default.removeItem(atPath: target)
            } else {
                #expect(cutOff.outcome.json == nil, "\(cutOff): it was confirmed and is not there")
            }
        }
        try sandbox.done("backup", "restore", owner.folder, "--to", target)
        #expect(!FileManager.default.fileExists(atPath: target + ".restoring"))
        #expect(try Snapshot(of: sandbox) == whole)
    }

    @Test func `a check of a backup that is killed leaves nothing`() throws {
        try sandbox.done("backup", "create", "--to", owner.folder)
        try sandbox.crash("backup verify", percent: 2) { _ in
            ["backup", "verify", "--json"]
        } check: { cutOff in
            let after = try Snapshot(of: sandbox)
            #expect(after == whole, cutOff.summary)
        }
        try sandbox.done("backup", "verify")
        let left = try FileManager.default.contentsOfDirectory(atPath: sandbox.vault)
        #expect(left.allSatisfy { !$0.contains("scratch") && !$0.hasSuffix(".partial") }, "\(left)")
        #expect(try Snapshot(of: sandbox) == whole)
    }
}
