import Engine
import Foundation
import Ledger
import Records
import Sync
import Testing
import Vault

/// An owner's device that has turned makes a snapshot of what was never written, and the relay has forgotten what was.
@Suite struct FalseSnapshotTests {
    enum Forgery: String, CaseIterable {
        /// It says what the log says.
        case none
        /// An entry by somebody who could only ever read.
        case recordOfReader
        /// An entry by a device that was never here.
        case recordOfStranger
        /// A note under whose name somebody else has written as well.
        case noteOfTwo
        /// A note that another one than the owner hides.
        case cover
    }

    private func forged(_ forgery: Forgery, by device: DeviceID, and other: DeviceID, root: [UInt8]) -> SnapshotRecord? {
        func write(_ value: JSON, _ device: DeviceID) -> [Write] {
            [Write(name: WriteName(stamp: Stamp(rawValue: 99), device: device), value: value, replaced: nil)]
        }
        let (words, nonce) = (JSON.string(MemberHistory.forged), [UInt8](repeating: 4, count: 16))
        let record = RecordID(firstBytesOf: [UInt8](repeating: 4, count: 32))
        switch forgery {
        case .none: return nil
        case .recordOfReader, .recordOfStranger:
            let author = forgery == .recordOfReader ? other : DeviceID(publicKey: nonce)
            return SnapshotRecord(kind: "entry", record: record, writes: ["text": write(words, author)])
        case .noteOfTwo:
            return SnapshotRecord(
                kind: SharingRule.note, record: SharingRule.noteID(author: root, nonce: nonce),
                writes: ["nonce": write(.hexadecimal(nonce), device), "text": write(words, device) + write(words, other)])
        case .cover:
            return SnapshotRecord(
                kind: SharingRule.noteCover, record: record, writes: ["hidden": write(true, other), "why": write(words, other)])
        }
    }

    @Test(arguments: Forgery.allCases)
    func `who joins takes nothing of a snapshot that says what the membership log rules out`(_ forgery: Forgery) async throws {
        let history = try await MemberHistory(seed: 5, guests: [.reader, .note])
        let turned = try await Traitor(history.devices[1], journal: history.journal)
        let (reader, author) = (history.devices[2], history.devices[3])
        let entry = try await history.owner.vault.add(NewEntry(text: "what was written", journal: history.journal))
        try await history.meet()
        try await author.vault.addNote("beside it", to: entry.id)
        try await history.meet()

        let names = await (reader.vault.accountRequest(), author.vault.accountRequest())
        let record = forged(
            forgery, by: DeviceID(publicKey: names.1.device), and: DeviceID(publicKey: names.0.device), root: names.1.owner.name)
        let (found, said) = try history.owner.said(of: history.journal)
        let head = try #require(found)
        let lines =
            said.split(separator: "\n").map(String.init)
            + [record.map { String(decoding: $0.json.bytes, as: UTF8.self) }].compactMap { $0 }
        let sealed = turned.snapshot(of: head, lines: lines)
        try await history.relay.put(
            snapshot: sealed, at: head.end.position, of: history.journal, by: history.account, turned.device)
        let checkpoint = turned.control(
            {
                .checkpoint(
                    Checkpoint(
                        previous: $0, position: head.end.position, head: head.end.value, snapshot: Ledger.digest(sealed)))
            }, behind: try await history.store())
        #expect(
            try await history.relay.refusal(of: [checkpoint], to: history.journal, by: history.account, turned.device) == nil)
        // Half a year later the relay has forgotten what it stands for, though that device asks for nothing any more.
        let others = [history.owner, reader, author]
        for _ in 0..<2 {
            history.clock.advance(181 * 86_400_000)
            try await history.meet(others)
            _ = try await history.owner.vault.add(NewEntry(text: "half a year later", journal: history.journal))
            try await history.meet(others)
        }
        let newcomer = try await history.admit(.reader)
        try await newcomer.round()
        let text = try newcomer.said(of: history.journal).text
        #expect(!text.contains(MemberHistory.forged))
        if forgery == .none {
            #expect(try await newcomer.vault.syncStatus().waiting == 0)
            #expect(newcomer.fault == nil && text.contains("what was written") && text.contains("beside it"))
        } else {
            #expect(newcomer.fault == .snapshot(position: head.end.position) && !text.contains("what was written"))
        }
    }
}

extension Traitor {
    func snapshot(of head: SnapshotHead, lines: [String]) -> [UInt8] {
        let (epoch, key) = epochKeys.max { $0.key < $1.key } ?? (1, [])
        var front: [UInt8] = [1, 1, 0, 0] + journal.bytes
        front.append(bigEndian: epoch)
        front.append(bigEndian: head.end.position)
        front += head.end.value
        var text = head.json.bytes + [10]
        for line in lines { text += Array(line.utf8) + [10] }
        text += JSON.object(["records": .int(Int64(lines.count))]).bytes + [10]
        text += [UInt8](repeating: 0, count: Padding.paddedCount(of: text.count) - text.count)
        let secret = Secret(copying: key).derive("snapshot-key", OperationHeader.keyContext(journal: journal, epoch: epoch))
        return front + Cobblestone.seal(text, key: secret, context: .label("snapshot") + front)
    }
}
