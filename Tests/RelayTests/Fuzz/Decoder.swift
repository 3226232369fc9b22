import Ledger
import Relay
import Sync
import Vault

/// Everything that reads the bytes of others: of a relay, of its clients, of another device. Whatever they are, it says that they are
/// none of its kind, or has read something that is written and read again as the same.
enum Decoder: String, CaseIterable, Sendable {
    case operation, control, genesis, payload, json, pushedFrames, pulledFrames, log, account, listing, receipt, info, refusal
    case question, answer, name, linkCode, vaultCopy, join, joins, files

    /// What is wrong with how it takes these bytes; `nil` for nothing.
    func fault(in bytes: [UInt8]) -> String? {
        switch self {
        case .operation: Decoder.operation(bytes)
        case .control: Decoder.control(bytes)
        case .genesis: (try? Genesis(reading: bytes)).flatMap { Decoder.genesis($0, bytes) }
        case .payload: again(try? Payload(reading: bytes)) { try? Payload(reading: $0.bytes) }
        case .json: again(try? JSON(reading: bytes)) { try? JSON(reading: $0.bytes) }
        case .pushedFrames: same(OperationFrames.read(pushed: bytes).map { OperationFrames.pushed($0) }, bytes)
        case .pulledFrames: same(OperationFrames.read(pulled: bytes).map { OperationFrames.pulled($0) }, bytes)
        case .log: Decoder.log(bytes)
        case .account:
            again(AccountRequest(reading: bytes)) {
                _ = $0.isCertified
                return AccountRequest(reading: $0.bytes)
            }
        case .listing: again(JournalListing.all(reading: bytes)) { JournalListing.all(reading: JournalListing.bytes($0)) }
        case .files: again(FileListing(reading: bytes)) { FileListing(reading: $0.bytes) }
        case .join: again(JoinRequest(reading: bytes)) { JoinRequest(reading: $0.bytes) }
        case .joins: again(WaitingJoin.all(reading: bytes)) { WaitingJoin.all(reading: WaitingJoin.bytes($0)) }
        case .receipt: again(PushReceipt(reading: bytes)) { PushReceipt(reading: $0.bytes) }
        case .info: again(RelayInfo(reading: bytes)) { RelayInfo(reading: $0.bytes) }
        case .refusal: Decoder.refusal(bytes)
        case .question: again(Session.Request(reading: bytes)) { Session.Request(reading: $0.bytes) }
        case .answer: again(Session.Answer(reading: bytes)) { Session.Answer(reading: $0.bytes) }
        case .name: Decoder.name(String(decoding: bytes, as: UTF8.self))
        case .linkCode: again(LinkCode(typed: String(decoding: bytes, as: UTF8.self))) { LinkCode(typed: $0.text) }
        case .vaultCopy: same((try? VaultPassage(bytes: bytes))?.bytes, bytes)
        }
    }

    private func again<T: Equatable>(_ read: T?, _ readAgain: (T) -> T?) -> String? {
        guard let read, readAgain(read) != read else { return nil }
        return "\(self): what was read is written as something else"
    }

    private func same(_ written: [UInt8]?, _ bytes: [UInt8]) -> String? {
        written == nil || written == bytes ? nil : "\(self): what was read is written in other bytes"
    }

    private static let zeros = [UInt8](repeating: 0, count: 32)

    private static func operation(_ bytes: [UInt8]) -> String? {
        guard let operation = try? Operation(reading: bytes) else { return nil }
        guard operation.bytes == bytes else { return "operation: written in other bytes" }
        guard operation.hash.count == 32, !operation.sealingContext.isEmpty, operation.sealedEpoch >= operation.header.epoch
        else { return "operation: without a hash, a context or an epoch" }
        if (try? operation.verify(publicKey: zeros)) != nil { return "operation: signed by nobody" }
        guard operation.header.lane != .control, operation.sealedEpoch < .max else { return nil }
        let resealed = operation.resealed(epoch: operation.sealedEpoch + 1, body: operation.body)
        return (try? Operation(reading: resealed.bytes))?.hash == operation.hash ? nil : "operation: resealed as another one"
    }

    private static func control(_ bytes: [UInt8]) -> String? {
        guard let control = try? ControlOperation(reading: bytes) else { return nil }
        guard control.body == bytes, control.previous.count == 32 else { return "control: written in other bytes" }
        guard let next = control.following(zeros) else { return nil }
        return (try? ControlOperation(reading: next.body)) == next ? nil : "control: cannot be made anew"
    }

    private static func genesis(_ genesis: Genesis, _ bytes: [UInt8]) -> String? {
        _ = genesis.isCertified
        return genesis.body == bytes && genesis.journal.bytes.count == 16 ? nil : "genesis: written in other bytes"
    }

    /// A page of a log, believed as far as it holds together.
    private static func log(_ bytes: [UInt8]) -> String? {
        var reader = LogReader()
        for frame in OperationFrames.read(pulled: bytes) ?? [] {
            guard let operation = try? Operation(reading: frame.bytes) else { return nil }
            let before = reader.head.position
            do throws(SyncFault) {
                let place = try reader.take(operation, position: frame.position, received: frame.received)
                guard place.head.position == before + 1, reader.control != nil else { return "log: a place without a head" }
            } catch {
                return nil
            }
        }
        return nil
    }

    private static func refusal(_ bytes: [UInt8]) -> String? {
        for status in [401, 403, 404, 409, 410, 413, 422, 426, 429, 503] {
            guard let read = RelayRefusal.read(status: status, body: bytes) else { continue }
            let written = RelayRefusal.read(status: status, body: read.refusal.bytes(accepted: read.accepted))
            guard written?.refusal == read.refusal, written?.accepted == read.accepted else {
                return "refusal: written as another one"
            }
        }
        return nil
    }

    private static func name(_ text: String) -> String? {
        if let range = RecordID.range(ofPrefix: text), range.lowerBound > range.upperBound { return "name: an empty range" }
        guard let name = RecordID(text: text) else { return nil }
        return name.description == text.lowercased() && RecordID(name.bytes) == name ? nil : "name: two texts"
    }
}
