import Backups
import Base
import Engine
import Foundation
import GivenValues
import GivenVault
import Ledger
import Records
import SeededChance
import Store
import Testing
import Vault

/// Backups that someone who knows the recovery code has altered inside, at random.
@Suite struct RestoreFuzzTests {
    @Test func `whatever is encrypted in a backup, restore and verify end, and leave no half vault behind`() async throws {
        var random = Seed.generator("hostile backups")
        let given = try BackedUp()
        let file = try given.test.scratch.write("a photo", to: "a.jpg")
        _ = try await given.vault.add(NewEntry(text: "one", attachments: [file]))
        _ = try await given.vault.add(NewEntry(text: "two"))
        try await given.backUp()
        let path = given.folder + "/" + given.files[0]
        let sound = try OpenedBackup(path, code: given.code)
        #expect(sound.parts.map(\.name).contains("log.ops") && sound.parts.count >= 5)
        let before = names(in: given.test.scratch.path)
        var restored = 0
        for number in 0..<Lane.amount(quick: 100, ci: 1_000, all: 20_000) {
            var backup = sound
            let what = backup.spoil(using: &random)
            try given.seal(backup, into: path)
            do {
                let (_, vault) = try given.restored()
                _ = try await vault.entries(Selection())
                restored += 1
            } catch {
                #expect(!Explanation(error).sentence.isEmpty, "\(number): \(what)")
            }
            do {
                _ = try OpenVault.verifyBackup(
                    at: given.folder, recoveryCode: RecoveryCode(typed: given.code), vault: nil, scratch: given.test.folder)
            } catch { #expect(!Explanation(error).sentence.isEmpty, "\(number): \(what)") }
            #expect(names(in: given.test.scratch.path) == before, "\(number): \(what)")
        }
        // What is not compared, as the README inside, may say anything.
        print("hostile backups: \(restored) restored")
    }
}

extension OpenedBackup {
    /// Changes one thing at random; what it was.
    mutating func spoil(using random: inout SplitMix64) -> String {
        // Most of the harm is in the manifest, the keys and the log.
        let wanted = random.pick(["manifest.json", "manifest.json", "keys", "log.ops", parts[random.below(parts.count)].name])
        let index = parts.firstIndex { $0.name == wanted } ?? 0
        switch random.below(8) {
        case 0:
            parts[index].size = random.pick(["77777777777", "00000000000", "-0000000001", "40000000000"])
            return "\(wanted): another size"
        case 1:
            parts[index].header[random.below(512)] = UInt8.random(in: 0...255, using: &random)
            return "\(wanted): a byte of its header"
        case 2:
            let part = parts.remove(at: index)
            if random.once(in: 2) { parts.insert(part, at: random.below(parts.count + 1)) }
            return "\(wanted): gone, or in another place"
        case 3:
            parts.insert(parts[index], at: random.below(parts.count + 1))
            return "\(wanted): twice"
        default:
            parts[index].content =
                wanted.hasSuffix(".json")
                ? OpenedBackup.spoiled(parts[index].content, using: &random)
                : OpenedBackup.cut(parts[index].content, using: &random)
            return "\(wanted): other content"
        }
    }

    private static func spoiled(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        guard let json = try? JSON(reading: bytes) else { return cut(bytes, using: &random) }
        return hostile(json, using: &random).bytes
    }

    /// Another value in one place of a document.
    private static func hostile(_ json: JSON, using random: inout SplitMix64) -> JSON {
        switch json {
        case .object(var members) where !members.isEmpty && !random.once(in: 12):
            let name = random.pick(members.keys.sorted())
            members[name] = random.once(in: 10) ? nil : hostile(members[name] ?? .null, using: &random)
            return .object(members)
        case .array(var list) where !list.isEmpty && !random.once(in: 3):
            let place = random.below(list.count)
            list[place] = hostile(list[place], using: &random)
            return .array(list)
        default:
            return random.pick([
                .int(.max), .int(.min), .int(-1), .int(0), .int(1 << 53), .double(1e308), .double(-1e308), .null, "", [], [:],
                .string(String(repeating: "0", count: 64)), [["x", .int(.max)]], [[[.int(.max), .int(.max), "x"], .int(.max)]],
                .string("../../\(random.next())"),
            ])
        }
    }

    /// Bytes with one changed, some missing, or a length in them that says the most.
    private static func cut(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        guard !bytes.isEmpty else { return random.bytes(8) }
        var bytes = bytes
        let place = random.below(bytes.count)
        switch random.below(4) {
        case 0: bytes[place] ^= UInt8.random(in: 1...255, using: &random)
        case 1: bytes.removeSubrange(place...)
        case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(40)))
        default: bytes.replaceSubrange(place..<min(bytes.count, place + 4), with: [0xFF, 0xFF, 0xFF, 0xFF])
        }
        return bytes
    }
}
