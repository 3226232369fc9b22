import Crypto
import Foundation
import Testing
import Vault

@Suite struct VaultBodyTests {
    private func newBody() -> VaultBody { VaultBody(deviceName: "desk", recoveryCode: .random()) }

    private let journal = [UInt8](repeating: 7, count: 16)

    @Test func `a new body has a person, a device and a way to back up`() throws {
        let code = RecoveryCode.random()
        let body = VaultBody(deviceName: "desk", recoveryCode: code)
        let (name, identity, recipient) = (body.deviceName, body.identity, body.recoveryRecipient)
        #expect(name == "desk")
        #expect(recipient == code.recipientKey())
        #expect(identity.recover == code.recoverPublicKey())
        #expect(Set([identity.signing, identity.agreement, identity.recover, body.devicePublicKey]).count == 4)
        #expect(body.defaultJournal == nil)
        #expect(body.recoveryProven == nil)
    }

    @Test func `signatures are those of the device and of the identity`() throws {
        let body = newBody()
        let message = Array("an operation".utf8)
        let (device, person) = (body.devicePublicKey, body.identity.signing)
        let (byDevice, byPerson) = (body.sign(message), body.signAsIdentity(message))
        let deviceKey = try Curve25519.Signing.PublicKey(rawRepresentation: device)
        let personKey = try Curve25519.Signing.PublicKey(rawRepresentation: person)
        #expect(deviceKey.isValidSignature(byDevice, for: message))
        #expect(personKey.isValidSignature(byPerson, for: message))
        #expect(!deviceKey.isValidSignature(byPerson, for: message))
    }

    @Test func `keys are kept by journal and epoch, and an epoch keeps its key`() {
        var body = newBody()
        let other = [UInt8](repeating: 8, count: 16)
        let key = Secret.random(count: 32)
        let second = Secret.random(count: 32)
        let added = [
            body.addJournalKey(key, journal: journal, epoch: 1),
            body.addJournalKey(second, journal: journal, epoch: 0x0102_0304),
            body.addJournalKey(second, journal: other, epoch: 1), body.addJournalKey(key, journal: journal, epoch: 1),
            body.addJournalKey(second, journal: journal, epoch: 1),
        ]
        #expect(added == [true, true, true, true, false])
        let (own, foreign) = (body.epochs(of: journal), body.epochs(of: other))
        #expect(own == [1, 0x0102_0304])
        #expect(foreign == [1])
        let found = [(journal, UInt32(1)), (journal, 0x0102_0304), (other, 1), (other, 2), (other, 0)].map {
            journal, epoch in
            if let found = body.journalKey(journal, epoch: epoch) { bytes(found) } else { nil as [UInt8]? }
        }
        #expect(found == [bytes(key), bytes(second), bytes(second), nil, nil])
    }

    @Test func `settings are set, replaced and removed by name`() {
        var body = newBody()
        body[setting: "relay"] = [1, 2]
        body[setting: "relay.token"] = []
        body[setting: "relay"] = [3]
        body[setting: "gone"] = [4]
        body[setting: "gone"] = nil
        body[setting: "never"] = nil
        let read = ["relay", "relay.token", "gone", "never", "rela"].map { body[setting: $0] }
        #expect(read == [[3], [], nil, nil, nil])
    }

    @Test func `single values are set, replaced and removed`() {
        var body = newBody()
        body.defaultJournal = journal
        body.recoveryProven = -5
        body.deviceName = "Küche"
        let before = (body.defaultJournal, body.recoveryProven, body.deviceName)
        #expect(before == (journal, -5, "Küche"))
        body.defaultJournal = nil
        body.recoveryProven = 1_773_525_600_000
        body.recoveryProven = nil
        let after = (body.defaultJournal, body.recoveryProven)
        #expect(after == (nil, nil))
    }

    @Test func `a body is read as it was written`() throws {
        var body = newBody()
        body.defaultJournal = journal
        body[setting: "a"] = [1]
        _ = body.addJournalKey(.random(count: 32), journal: journal, epoch: 3)
        let again = try VaultBody(decoding: body.encoded())
        let (before, after) = (bytes(body.encoded()), bytes(again.encoded()))
        #expect(before == after)
        let (first, second) = (body.identity, again.identity)
        #expect(first == second)
    }

    @Test func `fields of unknown tags stay where they are`() throws {
        let unknown: [UInt8] = [0xff, 0xfe, 0, 0, 0, 3, 9, 8, 7]
        let known = bytes(newBody().encoded())
        var body = try VaultBody(decoding: Secret(copying: unknown + known + unknown))
        body.deviceName = "a longer name than before"
        body[setting: "new"] = [1]
        let written = bytes(body.encoded())
        #expect(written.starts(with: unknown))
        #expect(written.count - known.count == 2 * unknown.count + 21 + 6 + 2 + 3 + 1)
        let copies = written.indices.filter { written[$0...].starts(with: unknown) }
        #expect(copies.count == 2)
    }

    @Test func `bytes that are no body are refused`() {
        let good = bytes(newBody().encoded())
        let setting: [UInt8] = [0, 9, 0, 0, 0, 4, 0, 1, 65, 5]
        let bad: [[UInt8]] = [
            [], [0], Array(good.dropLast()), good + [0], good + [0, 50, 0, 0, 0, 1],
            good + [0, 50, 0xff, 0xff, 0xff, 0xff],
            good + good, Array(good.dropFirst(38)),  // all doubled; the first missing
            good + [0, 8, 0, 0, 0, 2, 1, 2], good + [0, 6, 0, 0, 0, 1, 1], good + [0, 10, 0, 0, 0, 0],
            good + [0, 9, 0, 0, 0, 1, 0], good + [0, 9, 0, 0, 0, 2, 0, 1], good + [0, 9, 0, 0, 0, 3, 0, 1, 0xff],
            good + setting + setting,
        ]
        for (number, fields) in bad.enumerated() {
            #expect(throws: VaultError.damaged(.body), "case \(number)") {
                _ = try VaultBody(decoding: Secret(copying: fields))
            }
        }
        #expect(throws: Never.self) { _ = try VaultBody(decoding: Secret(copying: good + setting)) }
    }
}
