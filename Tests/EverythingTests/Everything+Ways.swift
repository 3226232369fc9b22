import Backups
import Engine
import Exchange
import Foundation
import GivenValues
import GivenVault
import Importing
import Journal
import Ledger
import Records
import SeededChance
import Store
import Sync
import Testing
import Vault

extension Everything {
    func go(_ way: Way) async throws {
        switch way {
        case .add: try await add()
        case .edit: try await edit()
        case .delete: try await deleteSome()
        case .move: try await move()
        case .importOwnExports: try await importOwnExports()
        case .exportAndImport: try await exportAndImport()
        case .syncWithLoss: try await syncWithLoss()
        case .joinBySnapshot: try await joinBySnapshot()
        case .rotate: try await rotate()
        case .repair: try await repair()
        case .backUpAndRestore: try await backUpAndRestore()
        case .shareAndRemove: try await shareAndRemove()
        }
    }

    private func add() async throws {
        try await write(RecordMaker.all.map { make($0) })
        let words = (0..<4).map { _ in word() }
        let files = try words.dropFirst().map { try vault.scratch.write($0 + " in a file", to: $0 + ".txt") }
        _ = try await open.add(NewEntry(text: words[0], attachments: files))
    }

    private func edit() async throws {
        let some = records.sorted { $0.key < $1.key }.map(\.value).filter { !$0.isDeleted && values.random.once(in: 2) }
        try await write(some.map { Written(maker: $0.maker, id: $0.id, fields: fields(of: $0.maker)) })
    }

    private func deleteSome() async throws {
        vault.clock.advance(seconds: 10)
        var kinds: Set<String> = []
        for (key, record) in records.sorted(by: { $0.key < $1.key }) where !record.isDeleted && record.maker.delete != nil {
            // One of each kind, and not the last of it.
            let isLast = records.values.count { $0.maker.kind == record.maker.kind && !$0.isDeleted } < 2
            if !isLast, kinds.insert(record.maker.kind).inserted { try await delete(key) }
        }
    }

    /// An entry whose every field is known, and one with files and a note.
    private func move() async throws {
        vault.clock.advance(seconds: 10)
        var journals = try await open.journals()
        if journals.count < 2 { journals.append(try await open.createJournal(named: "Other " + word())) }
        let known = records.filter { $0.value.maker.kind == Entry.kind && !$0.value.isDeleted }.keys.sorted().first
        let filed = try await open.entries(Selection()).list.first { !$0.attachments.isEmpty && $0.entry.place == nil }
        if let filed { try await open.addNote(word(), to: filed.id) }
        for id in [known.flatMap { records[$0]?.id }, filed?.id].compactMap(\.self) {
            let stored = try await open.find(id.description)
            let target = try #require(journals.first { $0.id != stored.journal })
            let moved = try await open.move(id, to: target.id)
            #expect(moved.entry == stored.entry && moved.attachments.count == stored.attachments.count)
            if let known, id == records[known]?.id { rename(known, to: moved.id) }
        }
    }

    private func importOwnExports() async throws {
        let folder = vault.scratch.path + "/own-\(values.random.next())"
        for format in ExportFormat.allCases where format != .json {
            let (path, from): (String, ImportFormat)
            switch format {
            case .json, .html: continue  // JSON below; a page is for reading.
            case .markdown: (path, from) = (folder + "-notes", .markdown)
            case .csv: (path, from) = (folder + "-tables", .csv)
            case .jrnl: (path, from) = (folder + ".jrnl", .jrnl)
            }
            _ = try await open.export(ExportRequest(format), to: path)
            // A jrnl file has no names: what is in another journal comes into this one, once.
            let (all, home) = (try await open.entries(Selection()).list, try await open.defaultJournal())
            let elsewhere = format == .jrnl ? all.count { $0.journal != home } : 0
            let receipt = try await open.importEntries(
                ImportSource(path: path, format: from, surroundings: vault.surroundings))
            #expect(
                receipt.count(.kept) <= elsewhere && receipt.count(.merged) == 0,
                "\(format): \(receipt.lines.filter { $0.outcome != .skipped })")
        }
        let path = vault.scratch.path + "/again-\(values.random.next()).json"
        _ = try await open.export(ExportRequest(.json), to: path)
        let again = try await open.importExport(path: path)
        #expect(again.count(.skipped) == again.read)
    }

    private func exportAndImport() async throws {
        let path = vault.scratch.path + "/out-\(values.random.next()).json"
        _ = try await open.export(ExportRequest(.json), to: path)
        let next = try TestVault(seed: values.random.next())
        code = RecoveryCode.random().text()
        let opened = try VaultOpening.create(
            at: next.location, passphrase: Secret(copying: TestVault.passphrase), recoveryCode: RecoveryCode(typed: code),
            surroundings: next.surroundings, deviceName: "imported", cost: .testOnlyCheapest)
        _ = try await opened.importExport(path: path)
        goOn(with: next, opened)
        (isSyncing, hasJoined) = (false, false)
    }

    private func sync() async throws {
        if !isSyncing { try await open.startSync(with: try relay.address, over: relay.transport()) }
        isSyncing = true
        for _ in 0..<2 { try await relay.round(open) }
        // Files that another device has written are sent by it first, and an hour later by any.
        relay.clock.advance(seconds: 7_200)
        try await relay.round(open)
    }

    /// Another device of the same person takes over.
    private func link() async throws {
        let former = open
        let (next, opened) = try await relay.linked(to: former, seed: values.random.next())
        goOn(with: next, opened)
        for device in [former, opened, former, opened] { try await relay.round(device) }
    }

    private func syncWithLoss() async throws {
        try await sync()
        // Who has only a snapshot of what was before cannot give a relay what it never had (decision 0028).
        if !hasJoined {
            try await relay.wipe()
            for _ in 0..<3 {
                try await relay.round(open)
                relay.clock.advance(seconds: 7_200)
            }
        }
        try await link()
    }

    private func joinBySnapshot() async throws {
        try await sync()
        await open.makeCheckpoints(by: CheckpointRule(operations: 20, least: 5, factor: 8))
        for _ in 0..<20 { try await write([make(RecordMaker.all[0])]) }
        try await relay.round(open)
        relay.clock.advance(days: 31)
        vault.clock.advance(days: 31)
        for _ in 0..<2 {
            try await write([make(RecordMaker.all[0])])
            try await relay.round(open)
        }
        await open.makeCheckpoints(by: CheckpointRule())
        try await link()
        hasJoined = true
    }

    private func rotate() async throws {
        // The vault's key is changed in a copy, which no one has open; the copy goes on.
        let next = try vault.copy(seed: values.random.next())
        goOn(with: next, try next.changeKey())
        let report = try await open.rotateKeys()
        #expect(report.waitsForSync == isSyncing)
        if isSyncing { for _ in 0..<3 { try await relay.round(open) } }
    }

    private func repair() async throws {
        let (repaired, report) = try await vault.repair()
        #expect(report.isWhole && report.refused == 0 && report.setAside == 0, "\(report.attachmentFaults)")
        open = repaired
    }

    private func backUpAndRestore() async throws {
        let folder = vault.scratch.path + "/backups"
        _ = try await open.createBackup(in: folder)
        let found = try await open.verifyBackup(at: folder)
        #expect(found.unopened == 0)
        let next = try TestVault(seed: values.random.next())
        let target = next.scratch.path + "/restored"
        let report = try OpenVault.restoreBackup(
            from: folder, to: target, recoveryCode: RecoveryCode(typed: code),
            passphrase: Secret(copying: TestVault.passphrase),
            surroundings: next.surroundings, deviceName: "restored", cost: .testOnlyCheapest)
        #expect(report.unopened == 0)
        try FileManager.default.moveItem(atPath: target, toPath: next.folder)
        goOn(with: next, try next.open())
        if isSyncing { try await relay.join(open) }
    }

    private func shareAndRemove() async throws {
        try await sync()
        let (guestVault, guest) = try people.person(values.random.next())
        let name = "Ann " + values.word()
        let invitation = try await people.invited(open, as: .note, through: relay)
        try await people.join(guest, invitation, as: name, of: open, through: relay)
        let entry = try #require(try await guest.entries(Selection()).list.first)
        guestVault.clock.advance(seconds: 60)
        try await guest.addNote(word(), to: entry.id)
        try await relay.round(guest)
        try await relay.round(open)
        let member = try #require(try await open.shared(try await open.journalToShare(nil)).members.first { $0.name == name })
        try await open.remove([member.identity], from: try await open.journalToShare(nil))
        for _ in 0..<2 { try await relay.round(open) }
    }
}
