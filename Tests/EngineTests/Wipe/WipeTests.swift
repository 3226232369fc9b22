import Basics
import Engine
import Foundation
import GivenValues
import GivenVault
import Journal
import Ledger
import Testing
import Vault

/// Destroying a vault, or its journal: locked, damaged, begun before, beside files that are not ours.
@Suite struct WipeTests {
    private func filled() async throws -> TestVault {
        let vault = try TestVault()
        let open = try vault.create()
        let file = try vault.scratch.write([UInt8](repeating: 7, count: 5000), to: "scan.png")
        for number in 0..<20 { _ = try await open.add(NewEntry(text: "entry \(number)", attachments: number == 3 ? [file] : [])) }
        return vault
    }

    private func wipe(_ vault: TestVault, patience: Int = 600_000, units: VaultUnits? = nil, profiles: ProfileList.File? = nil)
        throws
        -> VaultWipe.Report
    {
        let plan = try WipePlan(vault.location, name: "diary")
        return try VaultWipe(vault.location, holders: [], units: units, profiles: profiles, patience: patience)
            .run(plan, typed: "diary")
    }

    @Test func `the plan names what is there, and says what stays`() async throws {
        let vault = try await filled()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: vault.folder + "/notes.txt"))
        try Data("mine".utf8).write(to: URL(fileURLWithPath: vault.location.attachments + "/photo.jpg"))
        let plan = try WipePlan(vault.location, name: "diary")
        #expect(plan.attachments == 1 && plan.bytes > 5000 && !plan.isBegun && plan.created == TestVault.start)
        #expect(plan.files.map(\.name).contains("journal.db") && plan.files.map(\.name).contains("vault.auralyst.bak"))
        #expect(plan.unknown == ["attachments/photo.jpg", "notes.txt"])
        #expect(plan.beyond.count >= 5 && plan.beyond.allSatisfy { !$0.what.isEmpty && !$0.command.isEmpty })
    }

    @Test func `nothing is left but what is not ours, and nothing opens`() async throws {
        let vault = try await filled()
        try Data("mine".utf8).write(to: URL(fileURLWithPath: vault.folder + "/notes.txt"))
        let report = try wipe(vault)
        #expect(report.left == ["notes.txt"] && !report.folderIsGone && report.troubles.isEmpty && report.files >= 4)
        #expect(names(in: vault.folder) == ["notes.txt"])
        #expect(throws: EngineError.noVault(folder: vault.folder)) { try vault.open() }
        #expect(throws: WipeError.notAVault(folder: vault.folder)) { try WipePlan(vault.location, name: "diary") }
    }

    /// What a check of a backup and a round of sync leave that were killed.
    private func leaveScratch(in vault: TestVault) throws {
        for name in ["backup-scratch/scratch.db", "backup-scratch/scratch.db-journal", "backup-scratch.lock"] {
            try vault.scratch.write("sealed", to: "vault/" + name)
        }
        try vault.scratch.write("sealed", to: "vault/" + UUID().uuidString.lowercased() + ".partial")
        try vault.scratch.write("sealed", to: "vault/snapshot.relay.partial")
        try vault.scratch.write("sealed", to: "vault/attachments/snapshot-4pmgg1zvk7mnbfjrkzh055dy08-5000")
    }

    @Test func `what a check of a backup left that was killed goes as well, and nothing else in its folder`() async throws {
        let vault = try await filled()
        try leaveScratch(in: vault)
        let plan = try WipePlan(vault.location, name: "diary")
        #expect(plan.unknown.isEmpty && plan.files.map(\.name).contains("backup-scratch/scratch.db"))
        #expect(try wipe(vault).folderIsGone)
        let other = try await filled()
        try leaveScratch(in: other)
        try other.scratch.write("mine", to: "vault/backup-scratch/notes.txt")
        #expect(try WipePlan(other.location, name: "diary").unknown == ["backup-scratch/notes.txt"])
        #expect(try wipe(other).left == ["backup-scratch"])
        #expect(names(in: other.folder + "/backup-scratch") == ["notes.txt"])
    }

    @Test func `with a journal that is destroyed goes what a check of a backup left`() async throws {
        let vault = try await filled()
        try leaveScratch(in: vault)
        _ = try OpenVault.wipeJournal(try vault.unlocked(), at: vault.location, surroundings: vault.copy(seed: 9).surroundings)
        #expect(names(in: vault.folder + "/backup-scratch") == [])
        #expect(!names(in: vault.folder).contains { $0.hasSuffix(".partial") })
    }

    @Test func `an empty folder goes as well, and a new vault can be made there`() async throws {
        let vault = try await filled()
        #expect(try wipe(vault).folderIsGone)
        #expect(!FileManager.default.fileExists(atPath: vault.folder))
        #expect(try await vault.create().texts().isEmpty)
    }

    @Test func `another name destroys nothing`() async throws {
        let vault = try await filled()
        let before = names(in: vault.folder)
        let plan = try WipePlan(vault.location, name: "diary")
        for typed in ["", "Diary", "diary ", "vault"] {
            #expect(throws: WipeError.otherName) { try VaultWipe(vault.location, holders: []).run(plan, typed: typed) }
        }
        #expect(names(in: vault.folder) == before)
        #expect(try await vault.open().texts().count == 20)
    }

    @Test func `a folder that is no vault is refused and left alone`() throws {
        let vault = try TestVault()
        try vault.scratch.write("not a vault", to: "vault/journal.db")
        try vault.scratch.write("mine", to: "vault/attachments/\(String(repeating: "a", count: 64))")
        #expect(throws: WipeError.notAVault(folder: vault.folder)) { try WipePlan(vault.location, name: "diary") }
        #expect(throws: WipeError.notAVault(folder: "/nowhere/at/all")) {
            try WipePlan(VaultLocation(folder: "/nowhere/at/all"), name: "all")
        }
        #expect(names(in: vault.folder) == ["attachments", "journal.db"])
    }

    /// What is done to the vault before.
    enum Harm: String, CaseIterable {
        case mainDamaged, bothDamaged, mainMissing, bothMissing, databaseDamaged, databaseMissing, noAttachments, kept
    }

    @Test(arguments: Harm.allCases)
    func `a damaged vault is destroyed like a sound one`(harm: Harm) async throws {
        let vault = try await filled()
        func spoil(_ name: String) throws { try Data([9, 9, 9]).write(to: URL(fileURLWithPath: vault.folder + "/" + name)) }
        func remove(_ name: String) { Folder.remove(vault.folder + "/" + name) }
        switch harm {
        case .mainDamaged: try spoil("vault.auralyst")
        case .bothDamaged:
            try spoil("vault.auralyst")
            try spoil("vault.auralyst.bak")
        case .mainMissing: remove("vault.auralyst")
        case .bothMissing:
            remove("vault.auralyst")
            remove("vault.auralyst.bak")
        case .databaseDamaged: try spoil("journal.db")
        case .databaseMissing: remove("journal.db")
        case .noAttachments: remove("attachments")
        case .kept:
            try spoil("journal.db.damaged-1773525600000")
            try spoil("journal.db.rescue-wal")
            try spoil("vault.auralyst.tmp")
        }
        let report = try wipe(vault)
        #expect(report.folderIsGone, "\(harm): \(report.left)")
        #expect(report.troubles.isEmpty == ![.bothDamaged, .bothMissing].contains(harm), "\(report.troubles)")
    }

    @Test(arguments: [
        ["vault.auralyst", "vault.auralyst.bak"], ["vault.auralyst", "vault.auralyst.bak", "journal.db"],
        ["vault.auralyst", "vault.auralyst.bak", "journal.db", "journal.heads", "attachments"],
    ])
    func `broken off after its beginning, it is known and goes on`(gone: [String]) async throws {
        let vault = try await filled()
        let name = try VaultOpening.read(vault.location).header.vault
        for file in gone { Folder.remove(vault.folder + "/" + file) }
        try Data(name).write(to: URL(fileURLWithPath: vault.folder + "/vault.wiping"))
        #expect(try WipePlan(vault.location, name: "diary").isBegun)
        let report = try wipe(vault)
        #expect(report.folderIsGone && report.troubles.isEmpty, "\(report)")
    }

    @Test func `while another program has it open nothing is destroyed`() async throws {
        let vault = try await filled()
        let open = try vault.open()
        #expect(throws: EngineError.inUse) { try wipe(vault, patience: 0) }
        let lease = ReminderLease(.window, at: vault.location, port: 1)
        #expect(throws: WipeError.appIsOpen) { try wipe(vault, patience: 0) }
        #expect(try await open.texts().count == 20)
        #expect(!names(in: vault.folder).contains("vault.wiping"))
        withExtendedLifetime(lease) {}
    }

    @Test func `through the door the vault is closed first, and then destroyed`() async throws {
        let vault = try await filled()
        let door = VaultDoor(at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest)
        try await door.unlock(passphrase: TestVault.passphrase)
        let plan = try door.wipePlan(name: "diary")
        await #expect(throws: WipeError.otherName) { try await door.wipe(plan, typed: "x", holders: []) }
        #expect(try await door.state() == .open)
        #expect(try await door.wipe(plan, typed: "diary", holders: []).folderIsGone)
        #expect(try await door.state() == .absent)
    }

    @Test func `through the door a journal is destroyed and the vault stays open`() async throws {
        let vault = try await filled()
        let door = VaultDoor(at: vault.location, surroundings: vault.surroundings, cost: .testOnlyCheapest)
        try await door.unlock(passphrase: TestVault.passphrase)
        #expect(try await door.vault().texts().count == 20)
        try await door.wipeJournal(passphrase: TestVault.passphrase)
        #expect(try await door.vault().texts().isEmpty)
        _ = try await door.vault().add(NewEntry(text: "a new beginning"))
        #expect(try await vault.open().texts() == ["a new beginning"])
    }

    @Test func `the units that name this vault go, those of others stay`() async throws {
        let vault = try await filled()
        let units = vault.scratch.path + "/units"
        func unit(_ folder: String) -> String { "[Service]\nExecStart=\"/bin/auralyst\" remind run --vault \"\(folder)\"\n" }
        try vault.scratch.write(unit(vault.folder), to: "units/auralyst-remind.service")
        try vault.scratch.write(unit(vault.folder), to: "units/auralyst-backup.service")
        try vault.scratch.write("[Timer]\n", to: "units/auralyst-backup.timer")
        try vault.scratch.write(unit(vault.folder + "-other"), to: "units/auralyst-other.service")
        try vault.scratch.write("[Timer]\n", to: "units/auralyst-other.timer")
        try vault.scratch.write(unit(vault.folder), to: "units/mine.service")
        let profiles = ProfileList.File(path: vault.scratch.path + "/settings/profiles.json")
        try profiles.change {
            try $0.add("diary", folder: vault.folder)
            try $0.add("work", folder: "/elsewhere")
            try $0.use("diary")
        }
        _ = try wipe(vault, units: VaultUnits(folder: units) { _ in false }, profiles: profiles)
        #expect(names(in: units) == ["auralyst-other.service", "auralyst-other.timer", "mine.service"])
        #expect(try profiles.read().profiles.map(\.name) == ["work"] && profiles.read().current == nil)
    }

    @Test func `a journal is destroyed and an empty one takes its place`() async throws {
        let vault = try await filled()
        let before = try VaultOpening.read(vault.location).header
        let old = try VaultInsides(vault).journal
        let database = try contents(of: vault.location.database)
        let open = try OpenVault.wipeJournal(
            try vault.unlocked(), at: vault.location, surroundings: vault.copy(seed: 9).surroundings)
        #expect(try await open.texts().isEmpty)
        let new = try VaultInsides(vault)
        #expect(new.journal != old && new.keys.body.journalsWithKeys() == [new.journal.bytes])
        #expect(try VaultOpening.read(vault.location).header.slots == before.slots)
        #expect(names(in: vault.location.attachments) == [])
        #expect(try contents(of: vault.location.database).prefix(4096) != database.prefix(4096))
        _ = try await open.add(NewEntry(text: "a new beginning"))
        let again = try vault.open()
        #expect(try await again.texts() == ["a new beginning"] && again.lostOperations == 0)
        let (_, report) = try await vault.repair()
        #expect(report.isWhole && report.applied == 2)
    }

    @Test func `a journal whose destruction was broken off is finished at the next opening`() async throws {
        let vault = try await filled()
        let after = try vault.copy()
        _ = try OpenVault.wipeJournal(try after.unlocked(), at: after.location, surroundings: after.surroundings)
        // What a kill after the first step leaves: the new vault file, all else as it was.
        var unlocked = try after.unlocked()
        try unlocked.update { (body) throws(VaultError) in
            body[setting: "wiping"] = [1]
            body[setting: "founded"] = nil
        }
        for name in ["vault.auralyst", "vault.auralyst.bak"] {
            try Data(contents(of: after.folder + "/vault.auralyst")).write(to: URL(fileURLWithPath: vault.folder + "/" + name))
        }
        let open = try vault.open()
        #expect(try await open.texts().isEmpty)
        #expect(names(in: vault.location.attachments) == [])
        _ = try await open.add(NewEntry(text: "a new beginning"))
        #expect(try await vault.open().texts() == ["a new beginning"])
    }
}

/// The list of vaults with names.
@Suite struct ProfileTests {
    private let scratch = ScratchFolder()
    private var file: ProfileList.File { ProfileList.File(path: scratch.path + "/deep/below/profiles.json") }

    @Test func `names are kept, for the owner alone`() throws {
        #expect(try file.read() == ProfileList())
        try file.change {
            try $0.add("work", folder: "/a/office")
            try $0.add("Health-1", folder: "/a/health \u{1F600}")
            try $0.use("WORK")
        }
        let list = try file.read()
        #expect(list.profiles.map(\.name) == ["Health-1", "work"] && list.current == "work")
        #expect(try list.profile(named: "health-1").folder == "/a/health \u{1F600}" && list.name(of: "/a/office") == "work")
        #expect(try isPrivate(file.path))
        try file.change { try $0.rename("work", to: "Work") }
        #expect(try file.read().current == "Work")
        try file.change { try $0.remove("work") }
        #expect(try file.read().current == nil && file.read().profiles.count == 1)
        #expect(names(in: scratch.path + "/deep/below") == ["profiles.json"])
    }

    @Test(arguments: ["", " ", "a b", "a/b", "..", "-x", "a.b", "tab\t", "nul\0", String(repeating: "x", count: 41)])
    func `a name that is none is refused`(name: String) {
        var list = ProfileList()
        #expect(throws: ProfileError.badName(name)) { try list.add(name, folder: "/a") }
    }

    @Test func `what is taken, not there or too much is refused, and changes nothing`() throws {
        var list = ProfileList()
        try list.add("one", folder: "/1")
        try list.add("two", folder: "/2")
        let before = list
        #expect(throws: ProfileError.nameTaken("ONE")) { try list.add("ONE", folder: "/3") }
        #expect(throws: ProfileError.folderNamed("one")) { try list.add("three", folder: "/1") }
        #expect(throws: ProfileError.nameTaken("two")) { try list.rename("one", to: "two") }
        #expect(throws: ProfileError.badName("a b")) { try list.rename("one", to: "a b") }
        for change in [{ try $0.use("x") }, { _ = try $0.remove("x") }, { try $0.rename("x", to: "y") }]
            as [(inout ProfileList) throws -> Void]
        {
            #expect(throws: ProfileError.noSuchProfile("x")) { try change(&list) }
        }
        #expect(list == before)
        for number in 3...ProfileList.limit { try list.add("p\(number)", folder: "/\(number)") }
        #expect(throws: ProfileError.tooMany(limit: ProfileList.limit)) { try list.add("more", folder: "/more") }
    }

    @Test(arguments: [
        "", "{", "[]", "{}", #"{"v":2,"current":null,"profiles":[]}"#, #"{"v":1,"current":"x","profiles":[]}"#,
        #"{"v":1,"current":null,"profiles":[{"name":"a"}]}"#, #"{"v":1,"current":null,"profiles":[{"name":"a","folder":"b"}]}"#,
        #"{"v":1,"current":null,"profiles":[{"name":"a","folder":"/b"},{"name":"A","folder":"/c"}]}"#, "\u{0}\u{1}\u{2}",
    ])
    func `a damaged list gives a sentence, and is not written over`(text: String) throws {
        try scratch.write(text, to: "deep/below/profiles.json")
        #expect(throws: ProfileError.damagedFile(path: file.path)) { try file.read() }
        #expect(throws: ProfileError.damagedFile(path: file.path)) { try file.change { try $0.add("a", folder: "/a") } }
        #expect(try contents(of: file.path) == Array(text.utf8))
    }
}
