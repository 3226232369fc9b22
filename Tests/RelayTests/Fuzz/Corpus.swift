import Ledger
import SeededChance
import SharedJournal
import Sync
import Vault

/// Real messages, from which arbitrary ones are made.
enum Corpus {
    /// What a decoder is there to read.
    static func seeds(of decoder: Decoder, operations: [Operation]) -> [[UInt8]] {
        let zeros = [UInt8](repeating: 0, count: 32)
        let head = LogHead.empty
        let frames = operations.enumerated().map {
            RelayedOperation(position: UInt64($0.offset) + 1, received: 1_800_000_000_000, bytes: $0.element.bytes)
        }
        switch decoder {
        case .operation: return operations.map(\.bytes)
        case .control, .genesis: return operations.filter { $0.header.lane == .control }.map(\.body) + controls
        case .payload: return [payload]
        case .json: return [payload, Array(#"{"a":[1,-0.5e-7,"é\u00e9\ud83d\ude00",null,true,{"":[]}]}"#.utf8)]
        case .pushedFrames: return [OperationFrames.pushed(operations.map(\.bytes))]
        case .pulledFrames, .log: return [OperationFrames.pulled(frames), OperationFrames.pulled(frames.prefix(6))]
        case .account:
            let keys = IdentityKeys(sign: zeros, agree: zeros, recover: zeros)
            return [AccountRequest(owner: keys, device: zeros, certificate: zeros + zeros, invitation: "3F9K").bytes]
        case .listing:
            let listing = JournalListing(
                journal: operations[0].header.journal, headPosition: 7, head: head.value, floor: 0, epoch: 2, role: "owner")
            return [JournalListing.bytes([listing, listing])]
        case .files:
            let files = [FileListing.File(hash: zeros, size: 7), FileListing.File(hash: head.value, size: 1 << 40)]
            return [FileListing(files: files, more: true).bytes]
        case .join: return joins.map(\.bytes)
        case .joins: return [WaitingJoin.bytes(joins.map { WaitingJoin(request: $0, received: 1_800_000_000_000) })]
        case .receipt:
            let places = [PushReceipt.Accepted(place: 1, position: 2, received: 1_800_000_000_000)]
            return [PushReceipt(accepted: places, headPosition: 2, head: head.value).bytes]
        case .info: return [RelayInfo(limits: RelayLimits(), signUp: .invite, relay: Array(zeros.prefix(16))).bytes]
        case .refusal:
            let places = [PushReceipt.Accepted(place: 1, position: 2, received: 1_800_000_000_000)]
            return refusals.map { $0.bytes(accepted: places) }
        case .question:
            let device = operations[0].header.device
            return [
                Session.Request(device: device).bytes,
                Session.Request(device: device, proof: .init(nonce: zeros, signature: zeros + zeros)).bytes,
            ]
        case .answer:
            return [Session.Answer.question(nonce: zeros).bytes, Session.Answer.granted(token: zeros, expires: 1).bytes]
        case .name: return [operations[0].header.journal, operations[1].header.journal].map { Array($0.description.utf8) }
        case .linkCode: return [LinkOffer().code.text, "3f9k 7qxt ol1i 0000 zzzz"].map { Array($0.utf8) }
        case .vaultCopy:
            return [Array("auralyst-vault/1\n{\"vault\":\"AAAAAAAAAAAAAAAAAAAAAA==\",\"gen\":7}\n--- \n".utf8) + zeros]
        }
    }

    private static let payload = Array(
        #"{"m":[{"b":{"text":[1773525600000,0,"0a35tndfwvm5pmptmkc0gz0000"]},"f":{"text":"…"},"i":"810m4gt48n34ej29995mrkae9w","k":"entry"}],"t":[1773525660000,0],"v":1}"#
            .utf8)

    private static var controls: [[UInt8]] {
        let zeros = [UInt8](repeating: 0, count: 32)
        return [
            DeviceRemoval(previous: zeros, device: DeviceID(publicKey: zeros)).body,
            ControlOperation.destroy(previous: zeros).body,
            Checkpoint(previous: zeros, position: 5_000, head: zeros, snapshot: zeros).body,
        ] + shared
    }

    /// What is said where several people share a journal.
    private static var shared: [[UInt8]] {
        guard var journal = try? SharedJournal(seed: 1), let other = try? journal.person(),
            let device = try? journal.device(of: other), let (invitation, key) = try? journal.invitation(.editor),
            let addition = try? journal.addition(of: other.keys, invite: invitation.id, key: key, epochs: [3, 1]),
            let succession = try? journal.succession(of: other.name, proving: other.recover, to: device),
            let entrance = try? journal.entrance(of: device)
        else { return [] }
        let (last, names) = (journal.log.last, [other.name, journal.owner.person.name])
        return [
            invitation.body, InvitationEnd(previous: last, invite: invitation.id).body, addition.body,
            RoleChange(previous: last, identity: other.name, role: .note).body, journal.removal(of: [other.name]).body,
            ControlOperation.leave(previous: last).body, succession.body, entrance.body, journal.rotation(wraps: names).body,
            Rotation(previous: last, key: journal.change(for: names, back: true)).body,
            Rotation(previous: last, key: journal.change(for: names), keepsEarlier: true).body,
        ]
    }

    /// What somebody says who asks to join.
    static var joins: [JoinRequest] {
        guard var journal = try? SharedJournal(seed: 2), let person = try? journal.person() else { return [] }
        return [[], Array("sealed".utf8)].map {
            JoinRequest(invite: journal.bytes(16), identity: person.keys, proof: journal.bytes(64), note: $0)
        }
    }

    private static let refusals: [RelayRefusal] = [
        .noSession, .staleEpoch(epoch: 2, position: 7), .gap(expected: 3), .gone(floor: 1, checkpoint: 2),
        .quota(used: 2, limit: 1),
        .invalid(.shape), .tooMany(seconds: 9),
    ]
}

/// Makes arbitrary bytes of real ones: flips, cuts, doubles, joins, and puts in what programs stumble over.
struct Mutator {
    private static let stumbles: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0, 0, 0, 0, 0],
        Array("9223372036854775808".utf8), Array("-1".utf8), Array("1e999".utf8), Array("\\ud800".utf8), [0xC3, 0x28],
        Array("\",\"v\":1,\"".utf8), Array(repeating: 0x5B, count: 600),
    ]

    var chance: SplitMix64

    mutating func mutate(_ seeds: [[UInt8]]) -> [UInt8] {
        var bytes = chance.pick(seeds)
        for _ in 0...chance.below(4) {
            let place = chance.below(bytes.count + 1)
            switch chance.below(7) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(chance.below(8))
            case 1 where place < bytes.count: bytes[place] = UInt8(chance.below(256))
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.insert(contentsOf: chance.pick(Self.stumbles), at: place)
            case 4: bytes.replaceSubrange(place..<min(bytes.count, place + 8), with: chance.pick(Self.stumbles))
            case 5: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + chance.below(200))], at: place)
            default:
                let other = chance.pick(seeds)
                bytes = Array(bytes[..<place]) + other[min(place, other.count)...]
            }
        }
        return bytes
    }
}
