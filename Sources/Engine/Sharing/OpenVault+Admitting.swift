import Ledger
import Store

/// What replay would refuse is not written: an operation counts as a whole, so one such change would take its neighbours with it.
extension OpenVault {
    /// Whether replay takes a change of this device, on a lane of a journal.
    func admits(_ mutation: Mutation, on lane: OperationHeader.Lane, in journal: JournalID) throws -> Bool {
        if let rule = sharingRules[journal], rule.knows(device) { return rule.admits(mutation, lane: lane, device: device) }
        let rule = SharingRule(try control(of: journal))
        sharingRules[journal] = rule
        return rule.admits(mutation, lane: lane, device: device)
    }

    /// The lane on which a kind of record is written.
    func lane(of kind: String) -> OperationHeader.Lane { kind == SharingRule.note ? .note : .record }
}
