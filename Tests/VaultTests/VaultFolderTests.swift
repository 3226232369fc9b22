import Crypto
import Foundation
import Testing
import Vault

/// The vault file and its copies: what is written, what a crash or a flipped byte leaves, and who may write.
@Suite struct VaultFolderTests {
    private let temporary = TemporaryFolder()
    private var folder: VaultFolder { VaultFolder(path: temporary.path, patience: 0) }
    private let passphrase = "correct horse"

    @discardableResult
    private func create(_ code: borrowing RecoveryCode = .random()) throws(VaultError) -> UnlockedVault {
        try folder.create(
            passphrase: secret(passphrase), recoveryCode: code, cost: .testOnlyCheapest, deviceName: "desk",
            createdMilliseconds: 1_773_525_600_000)
    }

    private func unlock() throws(VaultError) -> UnlockedVault {
        try folder.read().unlock(passphrase: secret(passphrase))
    }

    /// The file with one thing exchanged and the checksum made right again, as somebody would do on purpose.
    private func altered(_ file: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var content = Array(file.dropLast(32))
        change(&content)
        return content + Array(SHA256.hash(data: content))
    }

    private func exchanged(_ file: [UInt8], _ old: String, _ new: String) -> [UInt8] {
        altered(file) { content in
            let place = (0...(content.count - old.utf8.count)).first { content[$0...].starts(with: old.utf8) }
            guard let place else { return #expect(Bool(false), "the file holds no \(old)") }
            content.replaceSubrange(place..<(place + old.utf8.count), with: old.isEmpty ? [] : Array(new.utf8))
        }
    }

    // MARK: Making and reading

    @Test func `a new vault stands in two equal copies, and opens with its passphrase`() throws {
        let made = try create()
        let (main, backup) = temporary.copies
        #expect(main == backup)
        let locked = try folder.read()
        #expect(locked.notices.isEmpty)
        #expect(locked.header.generation == 1)
        #expect(locked.header.created == 1_773_525_600_000)
        #expect(locked.header.slots.map(\.type) == [.passphrase, .recovery])
        let opened = try unlock()
        #expect(bytes(opened.vaultKey()) == bytes(made.vaultKey()))
        #expect(opened.openedBy == locked.header.slots[0].id)
        let (first, second) = (made.body.identity, opened.body.identity)
        #expect(first == second)
    }

    @Test func `the file has the four parts and the checksum that its format says`() throws {
        let vault = try create()
        let file = temporary.copies.main
        let lines = file.split(separator: 0x0a, maxSplits: 3, omittingEmptySubsequences: false)
        #expect(String(decoding: lines[0], as: UTF8.self) == "auralyst-vault/1")
        let object = try JSONDecoder().decode([String: Anything].self, from: Data(lines[1]))
        #expect(Set(object.keys) == ["vault", "gen", "created", "slots"])
        let front = lines[0] + [0x0a] + lines[1] + [0x0a] + Array("---".utf8)
        let codeKey = SymmetricKey(data: bytes(vault.vaultKey().derive("header-mac")))
        let code = Data(HMAC<SHA256>.authenticationCode(for: front, using: codeKey)).base64EncodedString()
        #expect(String(decoding: lines[2], as: UTF8.self) == "--- \(code)")
        let context = Label.bytes("vault-body") + vault.header.vault + [0, 0, 0, 0, 0, 0, 0, 1]
        let sealed = lines[3].dropLast(32)
        let body = try Seal.open(sealed, key: vault.vaultKey().derive("vault-body"), context: context)
        let encoded = bytes(vault.body.encoded())
        #expect(body == encoded)
        #expect(Array(SHA256.hash(data: file.dropLast(32))) == Array(file.suffix(32)))
    }

    @Test func `a slot is the vault key sealed for its place`() throws {
        let typed = Secret.random(count: 32)
        let vault = try create(RecoveryCode(secret: typed.duplicate()))
        let slot = vault.header.slots[1]
        let context =
            Label.bytes("slot") + vault.header.vault + slot.id.bytes + [0, 0, 0, 8] + Array("recovery".utf8) + [
                0, 0, 0, 0,
            ]
        let key = try Seal.open(slot.sealed, key: typed.derive("recovery-slot"), context: context)
        #expect(key == bytes(vault.vaultKey()))
        #expect(slot.sealed.count == 328)
    }

    @Test func `files and folder are for their owner only`() throws {
        let inner = VaultFolder(path: temporary.path + "/a/b/vault", patience: 0)
        _ = try inner.create(
            passphrase: secret("x"), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "",
            createdMilliseconds: 0)
        let modes = try [
            "a", "a/b/vault", "a/b/vault/vault.auralyst", "a/b/vault/vault.auralyst.bak", "a/b/vault/vault.lock",
        ].map {
            try FileManager.default.attributesOfItem(atPath: temporary.path + "/" + $0)[.posixPermissions] as? Int
        }
        #expect(modes == [0o700, 0o700, 0o600, 0o600, 0o600])
    }

    @Test func `a folder with a vault, or with a backup copy only, is never overwritten`() throws {
        try create()
        let before = temporary.copies
        #expect(throws: VaultError.exists) { try create() }
        #expect(temporary.copies == before)
        temporary.remove("vault.auralyst")
        #expect(throws: VaultError.exists) { try create() }
        #expect(temporary.copies.backup == before.backup)
    }

    @Test func `a folder with what another vault left is not taken`() throws {
        for name in ["journal.db", "vault.auralyst.damaged"] {
            temporary.write([1], to: name)
            #expect(throws: VaultError.exists) {
                _ = try folder.create(
                    passphrase: secret("x"), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "",
                    createdMilliseconds: 0, mustNotHold: ["journal.db"])
            }
            #expect(temporary.names() == [name, "vault.lock"])
            temporary.remove(name)
        }
        // Of names that it is not told, a vault knows nothing.
        temporary.write([1], to: "journal.db")
        #expect(throws: Never.self) { try create() }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `an empty folder is closed to others, and one in use keeps its rights`() throws {
        #expect(unsafe chmod(temporary.path, 0o755) == 0)
        temporary.write([1], to: "letter")
        try create()
        #expect(try mode(temporary.path) == 0o755)
        for name in temporary.names() { temporary.remove(name) }
        try create()
        #expect(try mode(temporary.path) == 0o700)
    }

    #if !os(WASI)
        @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
        func `a folder of somebody else is refused`() throws {
            #expect(unsafe chown(temporary.path, 65_534, 65_534) == 0)
            #expect(throws: VaultError.self) { try create() }
            #expect(temporary.names().isEmpty)
        }
    #endif

    @Test func `nothing is made with a passphrase or a cost that protects nothing`() {
        for (typed, fault) in [
            ("", PassphraseFault.empty), (String(repeating: "a", count: 4097), .tooLong(bytes: 4097)),
        ] {
            #expect(throws: VaultError.passphraseRefused(fault)) {
                _ = try folder.create(
                    passphrase: secret(typed), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "",
                    createdMilliseconds: 0)
            }
        }
        #expect(throws: VaultError.passphraseRefused(.notText)) {
            _ = try folder.create(
                passphrase: Secret(copying: [0x61, 0xff] as [UInt8]), recoveryCode: .random(), cost: .testOnlyCheapest,
                deviceName: "", createdMilliseconds: 0)
        }
        #expect(throws: VaultError.costRefused(.memory(kibibytes: 8))) {
            _ = try folder.create(
                passphrase: secret("x"), recoveryCode: .random(), cost: Argon2Cost(memory: 8, passes: 3, lanes: 1),
                deviceName: "", createdMilliseconds: 0)
        }
        #expect(throws: VaultError.missing) { _ = try folder.read() }
    }

    @Test func `a place without a vault is told apart from a place that is no folder`() {
        #expect(throws: VaultError.missing) { _ = try folder.read() }
        #expect(throws: VaultError.missing) { _ = try VaultFolder(path: temporary.path + "/none").read() }
        temporary.write([1], to: "file")
        let inFile = VaultFolder(path: temporary.path + "/file")
        #expect(throws: VaultError.notAVault) { _ = try inFile.read() }
        #expect(throws: VaultError.notAVault) {
            _ = try inFile.create(
                passphrase: secret("x"), recoveryCode: .random(), cost: .testOnlyCheapest, deviceName: "",
                createdMilliseconds: 0)
        }
    }

    @Test(arguments: ["2", "7", "9007199254740991"])
    func `an altered generation is damage, whatever unlocks`(generation: String) throws {
        let vault = try create()
        let file = exchanged(temporary.copies.main, #","gen":1,"#, ",\"gen\":\(generation),")
        for name in ["vault.auralyst", "vault.auralyst.bak"] {
            try Data(file).write(to: URL(fileURLWithPath: temporary.path + "/" + name))
        }
        #expect(throws: VaultError.damaged(.header)) { _ = try unlock() }
        #expect(throws: VaultError.damaged(.header)) { _ = try folder.read().unlock(vaultKey: vault.vaultKey()) }
        #expect(throws: VaultError.wrongVaultKey) { _ = try folder.read().unlock(vaultKey: .random(count: 32)) }
    }

    @Test func `a wrong passphrase is called that, and costs nothing else`() throws {
        try create()
        let before = temporary.copies
        for typed in ["correct hors", "Correct horse", "correct horse ", "x"] {
            #expect(throws: VaultError.wrongPassphrase) { _ = try folder.read().unlock(passphrase: secret(typed)) }
        }
        #expect(throws: VaultError.wrongRecoveryCode) { _ = try folder.read().unlock(recoveryCode: .random()) }
        #expect(throws: VaultError.wrongVaultKey) { _ = try folder.read().unlock(vaultKey: .random(count: 32)) }
        #expect(throws: VaultError.wrongVaultKey) { _ = try folder.read().unlock(vaultKey: .random(count: 31)) }
        #expect(throws: VaultError.noSlot(.keychain)) { _ = try folder.read().unlock(keychainKey: .random(count: 32)) }
        #expect(temporary.copies == before)
    }

    // MARK: Changing

    @Test func `a change is kept, raises the generation and keeps the state before it`() throws {
        var vault = try create()
        let first = temporary.copies.main
        try vault.update { body in body[setting: "a"] = [1] }
        #expect(vault.header.generation == 2)
        #expect(temporary.copies.backup == first)
        let second = temporary.copies.main
        try vault.update { body in body[setting: "b"] = [2] }
        #expect(temporary.copies.backup == second)
        let again = try unlock()
        #expect(again.header.generation == 3)
        let settings = [again.body[setting: "a"], again.body[setting: "b"]]
        #expect(settings == [[1], [2]])
        #expect(temporary.names() == ["vault.auralyst", "vault.auralyst.bak", "vault.lock"])
    }

    @Test func `a change of nothing is a new generation of the same, in two sound copies`() throws {
        var vault = try create()
        let (slots, body) = (vault.header.slots, bytes(vault.body.encoded()))
        for generation in 2...3 as ClosedRange<UInt64> {
            try vault.update { _ in }
            let again = try unlock()
            #expect(again.notices.isEmpty)
            #expect(again.headerIsAuthentic == true)
            #expect(again.header.generation == generation)
            #expect(again.header.slots == slots)
            #expect(bytes(again.body.encoded()) == body)
        }
    }

    @Test func `what another process changed meanwhile is kept`() throws {
        var here = try create()
        var there = try unlock()
        try there.update { body in body[setting: "there"] = [1] }
        try here.update { body in body[setting: "here"] = [2] }
        let settings = [here.body[setting: "there"], here.body[setting: "here"]]
        #expect(settings == [[1], [2]])
        #expect(here.header.generation == 3)
    }

    @Test func `a change that fails changes nothing`() throws {
        var vault = try create()
        let before = temporary.copies
        #expect(throws: VaultError.noSuchSlot) {
            try vault.update { (body) throws(VaultError) in
                body.deviceName = "other"
                throw .noSuchSlot
            }
        }
        #expect(throws: VaultError.tooLarge) {
            try vault.update { body in body[setting: "much"] = [UInt8](repeating: 0, count: 70_000) }
        }
        #expect(temporary.copies == before)
        let name = vault.body.deviceName
        #expect(name == "desk")
        #expect(vault.header.generation == 1)
    }

    @Test func `a second writer is told that the vault is busy`() throws {
        var vault = try create()
        let before = temporary.copies
        let lock = unsafe open(temporary.path + "/vault.lock", O_RDWR)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        #expect(throws: VaultError.busy) { try vault.update { _ in } }
        #expect(throws: VaultError.busy) { try vault.changePassphrase(to: secret("new"), cost: .testOnlyCheapest) }
        #expect(temporary.copies == before)
        #expect(throws: Never.self) { _ = try unlock() }
        close(lock)
        try vault.update { _ in }
    }

    #if !os(WASI)
        @Test func `a writer waits for one that is soon done`() throws {
            try create()
            var vault = try VaultFolder(path: temporary.path, patience: 60_000).read().unlock(
                passphrase: secret(passphrase))
            let lock = unsafe open(temporary.path + "/vault.lock", O_RDWR)
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            let holder = Thread {
                usleep(50_000)
                close(lock)
            }
            holder.start()
            try vault.update { _ in }
            #expect(vault.header.generation == 2)
        }
    #endif

    @Test func `a vault that was taken away is missed, not made again`() throws {
        var vault = try create()
        temporary.remove("vault.auralyst")
        temporary.remove("vault.auralyst.bak")
        #expect(throws: VaultError.missing) { try vault.update { _ in } }
        #expect(temporary.names() == ["vault.lock"])
    }

    @Test func `another vault in the folder is not overwritten`() throws {
        var vault = try create()
        temporary.remove("vault.auralyst")
        temporary.remove("vault.auralyst.bak")
        try create()
        let before = temporary.copies
        #expect(throws: VaultError.wrongVaultKey) { try vault.update { _ in } }
        #expect(temporary.copies == before)
    }

    // MARK: Crashes

    @Test func `after a crash at any moment of a change the old or the new state opens`() throws {
        var vault = try create()
        try vault.update { body in body[setting: "a"] = [1] }
        let old = temporary.copies
        try vault.update { body in body[setting: "a"] = [2] }
        let new = temporary.copies
        let moments: [(main: [UInt8], backup: [UInt8], expected: [UInt8])] = [
            (old.main, old.backup, [1]), (old.main, old.main, [1]), (new.main, old.main, [2]),
        ]
        for (main, backup, expected) in moments {
            for left in [nil, 0, 1, new.main.count / 2, new.main.count] as [Int?] {
                temporary.write(main, to: "vault.auralyst")
                temporary.write(backup, to: "vault.auralyst.bak")
                temporary.remove("vault.auralyst.tmp")
                if let left { temporary.write(Array(new.main[..<left]), to: "vault.auralyst.tmp") }
                var opened = try unlock()
                #expect(opened.body[setting: "a"] == expected)
                #expect(opened.notices.isEmpty)
                try opened.update { body in body[setting: "a"] = [3] }
                #expect(opened.header.generation > 2)
                #expect(temporary.names() == ["vault.auralyst", "vault.auralyst.bak", "vault.lock"])
            }
        }
    }

    @Test func `after a crash while the first copies are made the vault opens or is not there`() throws {
        try create()
        temporary.remove("vault.auralyst.bak")
        var opened = try unlock()
        #expect(opened.notices == [VaultNotice(copy: .backup, fault: .missing)])
        try opened.update { _ in }
        #expect(try folder.read().notices.isEmpty)
    }

    // MARK: Damage

    @Test func `every flipped byte of the main copy is called damage, and the backup copy opens`() throws {
        try create()
        let good = temporary.copies
        for place in good.main.indices {
            var bad = good.main
            bad[place] ^= 1 << (place % 8)
            temporary.write(bad, to: "vault.auralyst")
            let opened = try unlock()
            #expect(opened.notices == [VaultNotice(copy: .main, fault: .damaged(.checksum))])
        }
        #expect(temporary.copies.backup == good.backup)
    }

    @Test func `every byte of the main copy that was altered on purpose is found, and the backup copy opens`() throws {
        try create()
        let good = temporary.copies
        for place in 0..<(good.main.count - 32) where !(15...16).contains(place) {
            temporary.write(altered(good.main) { $0[place] ^= 1 }, to: "vault.auralyst")
            let opened = try unlock()
            #expect(opened.notices.contains { $0.copy == .main }, "byte \(place)")
        }
    }

    @Test func `with one copy only, every flipped byte is damage and never a wrong passphrase`() throws {
        try create()
        let good = temporary.copies.main
        temporary.remove("vault.auralyst.bak")
        for place in good.indices {
            var bad = good
            bad[place] ^= 1 << (place % 8)
            temporary.write(bad, to: "vault.auralyst")
            #expect(throws: VaultError.damaged(.checksum)) { _ = try unlock() }
        }
    }

    @Test func `a file that is cut off or empty or too long is damage`() throws {
        try create()
        let good = temporary.copies.main
        for count in [0, 1, 16, 17, 46, 47, 100, good.count / 2, good.count - 33, good.count - 1] {
            temporary.write(Array(good[..<count]), to: "vault.auralyst")
            let opened = try unlock()
            let part: VaultPart = count < 47 ? .length : .checksum
            #expect(opened.notices == [VaultNotice(copy: .main, fault: .damaged(part))])
        }
        temporary.write(good + [UInt8](repeating: 0, count: 65_537), to: "vault.auralyst")
        #expect(try unlock().notices == [VaultNotice(copy: .main, fault: .damaged(.length))])
        temporary.remove("vault.auralyst")
        #expect(try unlock().notices == [VaultNotice(copy: .main, fault: .missing)])
    }

    @Test func `both copies damaged is damage, for every way of opening`() throws {
        let vault = try create()
        let key = vault.vaultKey()
        var bad = temporary.copies.main
        bad[bad.count / 2] ^= 1
        temporary.write(bad, to: "vault.auralyst")
        temporary.write(Array(bad.dropLast()), to: "vault.auralyst.bak")
        #expect(throws: VaultError.damaged(.checksum)) { _ = try unlock() }
        #expect(throws: VaultError.damaged(.checksum)) { _ = try folder.read().unlock(vaultKey: key) }
    }

    @Test func `a damaged backup copy is reported and made anew`() throws {
        var vault = try create()
        temporary.write([1, 2, 3], to: "vault.auralyst.bak")
        #expect(try unlock().notices == [VaultNotice(copy: .backup, fault: .damaged(.length))])
        try vault.update { _ in }
        #expect(try unlock().notices.isEmpty)
    }

    @Test func `a damaged main copy is kept aside when the vault is next changed`() throws {
        try create()
        var bad = temporary.copies.main
        bad[40] ^= 1
        temporary.write(bad, to: "vault.auralyst")
        var opened = try unlock()
        try opened.update { body in body[setting: "a"] = [1] }
        #expect(opened.header.generation == 3)
        #expect(temporary.read("vault.auralyst.damaged") == bad)
        let again = try unlock()
        #expect(again.notices.isEmpty)
        #expect(again.body[setting: "a"] == [1])
    }

    @Test func `an open vault writes itself anew when both copies were damaged behind its back`() throws {
        var vault = try create()
        temporary.write([0], to: "vault.auralyst")
        temporary.write([0], to: "vault.auralyst.bak")
        try vault.update { body in body[setting: "a"] = [1] }
        #expect(try unlock().notices.isEmpty)
        #expect(try unlock().body[setting: "a"] == [1])
    }

    @Test func `what can be saved of two damaged copies is opened when that is asked for`() throws {
        let code = RecoveryCode.random()
        try create(code)
        let good = temporary.copies.main
        let text = String(decoding: good, as: UTF8.self)
        let recoverySlot = try #require(text.utf8.firstRange(of: "\"recovery\"".utf8))
        var bad = good
        let place = text.utf8.distance(from: text.utf8.startIndex, to: recoverySlot.upperBound) + 200
        bad[place] = bad[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        temporary.write(bad, to: "vault.auralyst")
        temporary.write(bad, to: "vault.auralyst.bak")
        #expect(throws: VaultError.damaged(.checksum)) { _ = try unlock() }
        let locked = try folder.read(salvaging: true)
        #expect(throws: VaultError.damaged(.header)) { _ = try locked.unlock(recoveryCode: code) }
        #expect(throws: VaultError.damaged(.checksum)) { _ = try locked.unlock(passphrase: secret("wrong")) }
        var saved = try locked.unlock(passphrase: secret(passphrase))
        #expect(saved.notices.count == 2)
        #expect(saved.headerIsAuthentic == false)
        #expect(throws: VaultError.damaged(.headerCode)) { try saved.replaceRecoveryCode(with: code) }
        try saved.acceptHeader()
        #expect(saved.headerIsAuthentic == false)
        #expect(temporary.copies == (bad, bad))
        try saved.replaceRecoveryCode(with: code)
        #expect(saved.headerIsAuthentic == true)
        #expect(try unlock().notices.isEmpty)
        #expect(throws: Never.self) { _ = try folder.read().unlock(recoveryCode: code) }
    }

    @Test func `an accepted header has its recovery code proven again`() throws {
        var vault = try create()
        try vault.update { body in body.recoveryProven = 5 }
        try vault.update { _ in }
        let bad = withoutRecovery(temporary.copies.main) { $0.replacing("\"created\":17", with: "\"created\":18") }
        temporary.write(bad, to: "vault.auralyst")
        temporary.remove("vault.auralyst.bak")
        var saved = try folder.read(salvaging: true).unlock(passphrase: secret(passphrase))
        let proven = saved.body.recoveryProven
        #expect(proven == 5)
        try saved.acceptHeader()
        try saved.update { _ in }
        let opened = try unlock()
        let again = opened.body.recoveryProven
        #expect(again == nil)
        #expect(opened.notices.isEmpty)
    }

    /// A copy whose header was altered, by default by taking the recovery slot out, and whose checksum is wrong.
    private func withoutRecovery(
        _ file: [UInt8], _ change: (String) -> String = { $0.replacing(/,\{[^}]*"recovery"[^}]*\}/, with: "") }
    ) -> [UInt8] {
        var lines = file.split(separator: 0x0a, maxSplits: 2, omittingEmptySubsequences: false).map { Array($0) }
        let header = String(decoding: lines[1], as: UTF8.self)
        lines[1] = Array(change(header).utf8)
        #expect(lines[1] != Array(header.utf8))
        return Array(lines.joined(separator: [0x0a]))
    }

    @Test func `slots that were taken away on purpose are never signed by a repair`() throws {
        let vault = try create()
        let altered = withoutRecovery(temporary.copies.main)
        temporary.write(altered, to: "vault.auralyst")
        temporary.write(altered, to: "vault.auralyst.bak")
        #expect(throws: VaultError.damaged(.checksum)) { _ = try unlock() }
        let locked = try folder.read(salvaging: true)
        for way in 0...1 {
            var saved =
                try way == 0
                ? locked.unlock(passphrase: secret(passphrase)) : locked.unlock(vaultKey: vault.vaultKey())
            #expect(saved.headerIsAuthentic == false)
            #expect(saved.header.slots.map(\.type) == [.passphrase])
            #expect(throws: VaultError.noSlot(.recovery)) { try saved.acceptHeader() }
            #expect(throws: VaultError.damaged(.headerCode)) { try saved.update { _ in } }
            #expect(throws: VaultError.damaged(.headerCode)) {
                try saved.changePassphrase(to: secret("new"), cost: .testOnlyCheapest)
            }
            #expect(throws: VaultError.damaged(.headerCode)) {
                _ = try saved.replaceKeychainSlots(key: .random(count: 32))
            }
            #expect(throws: VaultError.damaged(.headerCode)) { try saved.replaceRecoveryCode(with: .random()) }
        }
        #expect(temporary.copies == (altered, altered))
    }

    @Test func `a header that agrees in one damaged copy is used, whichever copy it is`() throws {
        let made = try create()
        let good = temporary.copies.main
        var bad = good
        bad[bad.count - 1] ^= 1
        var withoutBody = good
        withoutBody[withoutBody.count - 40] ^= 1
        for authentic in [bad, withoutBody] {
            for (main, backup) in [(withoutRecovery(good), authentic), (authentic, withoutRecovery(good))] {
                temporary.write(main, to: "vault.auralyst")
                temporary.write(backup, to: "vault.auralyst.bak")
                var saved = try folder.read(salvaging: true).unlock(passphrase: secret(passphrase))
                #expect(saved.headerIsAuthentic == true)
                #expect(saved.header == made.header)
                try saved.update { _ in }
                #expect(try unlock().header.slots == made.header.slots)
            }
        }
    }

    @Test func `a sound copy that appears meanwhile is changed, not the one that was salvaged`() throws {
        let made = try create()
        let good = temporary.copies.main
        temporary.write(withoutRecovery(good), to: "vault.auralyst")
        temporary.write(withoutRecovery(good), to: "vault.auralyst.bak")
        var saved = try folder.read(salvaging: true).unlock(passphrase: secret(passphrase))
        temporary.write(good, to: "vault.auralyst.bak")
        try saved.update { _ in }
        #expect(saved.headerIsAuthentic == true)
        #expect(try unlock().header.slots == made.header.slots)
    }

    @Test func `a main copy older than the backup copy is noticed, and the newer one is used`() throws {
        var vault = try create()
        let first = temporary.copies.main
        try vault.update { body in body[setting: "a"] = [1] }
        temporary.write(temporary.copies.main, to: "vault.auralyst.bak")
        temporary.write(first, to: "vault.auralyst")
        let opened = try unlock()
        #expect(opened.notices == [VaultNotice(copy: .main, fault: .older)])
        #expect(opened.body[setting: "a"] == [1])
    }

    @Test func `the backup copy of another vault is noticed and not used`() throws {
        try create()
        let other = temporary.copies.main
        temporary.remove("vault.auralyst")
        temporary.remove("vault.auralyst.bak")
        try create()
        temporary.write(other, to: "vault.auralyst.bak")
        #expect(try unlock().notices == [VaultNotice(copy: .backup, fault: .foreign)])
    }

    @Test func `a vault of a newer version is called that, whatever the backup copy is`() throws {
        try create()
        let good = temporary.copies.main
        temporary.write(exchanged(good, "auralyst-vault/1\n", "auralyst-vault/2\n"), to: "vault.auralyst")
        #expect(throws: VaultError.newerVersion("2")) { _ = try folder.read() }
        temporary.write([1], to: "vault.auralyst")
        temporary.write(exchanged(good, "auralyst-vault/1\n", "auralyst-vault/12\n"), to: "vault.auralyst.bak")
        #expect(throws: VaultError.newerVersion("12")) { _ = try folder.read() }
    }

    @Test func `parameters made absurd on purpose are refused before anything is allocated`() throws {
        try create()
        let good = temporary.copies.main
        let cases: [(String, Argon2CostFault)] = [
            ("m=4294967295,t=1,p=1", .memory(kibibytes: .max)), ("m=8,t=4000000000,p=1", .passes(4_000_000_000)),
            ("m=4194304,t=1,p=255", .lanes(255)),
        ]
        for (parameters, fault) in cases {
            let bad = exchanged(good, "m=8,t=1,p=1", parameters)
            temporary.write(bad, to: "vault.auralyst")
            temporary.write(bad, to: "vault.auralyst.bak")
            #expect(throws: VaultError.costRefused(fault)) { _ = try unlock() }
        }
        temporary.write(good, to: "vault.auralyst.bak")
        #expect(try unlock().notices == [VaultNotice(copy: .main, fault: .damaged(.headerCode))])
    }

    @Test(arguments: [
        ("\"gen\":1,", "\"gen\":0,"), ("\"gen\":1,", "\"gen\":01,"), ("\"gen\":1,", "\"gen\":+1,"),
        ("\"gen\":1,", "\"gen\":9007199254740992,"), ("\"gen\":1,", "\"gen\":99999999999999999999,"),
        ("\"gen\":1,", "\"gen\": 1,"), ("\"gen\":1,", "\"gen\":,"), ("\"gen\":1,", "\"gen\":1,\"x\":1,"),
        ("\"created\":1773525600000", "\"created\":1773525600000.0"), ("{\"vault\":\"", "{\"vault\":\"A"),
        ("\"slots\":[{", "\"slots\":[],[{"), ("\"type\":\"recovery\"", "\"type\":\"Recovery\""),
        ("\"type\":\"recovery\"", "\"type\":\"\""), ("\"type\":\"recovery\"", "\"type\":\"argon2id\\u0000\""),
        ("m=8,t=1,p=1", "m=8,\\t=1,p=1"), ("\"sealed\":\"", "\"sealed\":\"AAAA"), ("]}\n", "]}\n\n"), ("]}\n", "]}"),
        ("]}\n--- ", "]}\n--  "), ("]}\n--- ", "]}\n--- A"), ("auralyst-vault/1\n", "auralyst-vault/1\r\n"),
        ("auralyst-vault/1\n", "Auralyst-vault/1\n"), ("auralyst-vault/1\n", "auralyst-vault/\u{1}\n"),
    ])
    func `a header in another form than its own is damage`(old: String, new: String) throws {
        try create()
        let bad = exchanged(temporary.copies.main, old, new)
        temporary.write(bad, to: "vault.auralyst")
        temporary.remove("vault.auralyst.bak")
        do throws(VaultError) {
            _ = try folder.read()
            #expect(Bool(false), "\(new) was taken")
        } catch {
            switch error {
            case .damaged(.header), .damaged(.headerCode), .damaged(.firstLine), .damaged(.body): break
            default: #expect(Bool(false), "\(new): \(error)")
            }
        }
    }

    #if !os(WASI)
        @Test func `a named pipe or a folder in the file's place does not hang or crash`() throws {
            try create()
            temporary.remove("vault.auralyst")
            #expect(unsafe mkfifo(temporary.path + "/vault.auralyst", 0o600) == 0)
            #expect(try unlock().notices == [VaultNotice(copy: .main, fault: .damaged(.firstLine))])
            temporary.remove("vault.auralyst.bak")
            #expect(throws: VaultError.notAVault) { _ = try folder.read() }
        }
    #endif

    @Test func `nothing is written through a link at the temporary name, soft or hard`() throws {
        var vault = try create()
        let (letter, name) = (temporary.path + "/letter", temporary.path + "/vault.auralyst.tmp")
        temporary.write([1, 2, 3], to: "letter")
        for isHard in [true, false] {
            #expect(unsafe (isHard ? link(letter, name) : symlink(letter, name)) == 0)
            try vault.update { body in body.recoveryProven = 5 }
            #expect(FileManager.default.contents(atPath: letter) == Data([1, 2, 3]))
            #expect(throws: Never.self) { _ = try unlock() }
        }
        #expect(vault.header.generation == 3)
    }

    @Test func `a full disk is told apart, and the vault stays as it was`() throws {
        var vault = try create()
        let before = temporary.copies
        // A folder in the temporary file's place: nothing can be written.
        try FileManager.default.createDirectory(
            atPath: temporary.path + "/vault.auralyst.tmp", withIntermediateDirectories: false)
        #expect(throws: VaultError.self) { try vault.update { _ in } }
        #expect(temporary.copies == before)
        #expect(vault.header.generation == 1)
        #expect(throws: Never.self) { _ = try unlock() }
    }
}

private struct Anything: Decodable {}
