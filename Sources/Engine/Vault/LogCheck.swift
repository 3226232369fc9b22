import Ledger

/// Holds a log against its own rules while it is read from the beginning: every operation follows the one before it on
/// its chain, and the first one of a journal founds it.
///
/// A gap is let through (it is counted elsewhere): what follows it is still sealed for its place, under a key that only
/// members hold. Where a snapshot was joined, what stood in a gap may come later all the same, once: from a relay that was given
/// everything anew.
package struct LogCheck {
    /// A log of which nothing has been read yet.
    package init() {}

    private struct Chain: Hashable {
        let journal: JournalID
        let device: DeviceID
    }

    private var ends: [Chain: (position: UInt64, hash: [UInt8])] = [:]
    private var controls: [JournalID: ControlLog] = [:]
    /// What follows from them, made once for each change of them.
    private var rules: [JournalID: SharingRule] = [:]
    private var withGaps: Set<JournalID> = []
    private var joined: Set<JournalID> = []
    /// How everybody was let in who was ever a member, by name.
    private var admissions: [JournalID: [[UInt8]: Member]] = [:]
    /// Places that were passed over.
    private var gaps: [Chain: Set<Range<UInt64>>] = [:]

    /// Refuses an operation that does not fit.
    package mutating func take(_ operation: Operation) throws(LedgerError) {
        let header = operation.header
        let chain = Chain(journal: header.journal, device: header.device)
        let end = ends[chain]
        if header.lane == .snapshot { joined.insert(header.journal) }
        if header.position == (end?.position ?? 0) + 1 {
            try operation.verifyFollows(end)
        } else if header.position <= end?.position ?? 0 {
            guard joined.contains(header.journal), let gap = gaps[chain]?.first(where: { $0.contains(header.position) })
            else { throw .brokenChain(expected: (end?.position ?? 0) + 1, found: header.position) }
            gaps[chain]?.remove(gap)
            for rest in [gap.lowerBound..<header.position, header.position + 1..<gap.upperBound] where !rest.isEmpty {
                gaps[chain]?.insert(rest)
            }
            return
        } else {
            withGaps.insert(header.journal)
            gaps[chain, default: []].insert((end?.position ?? 0) + 1..<header.position)
        }
        ends[chain] = (header.position, operation.hash)
        if header.lane == .control { try takeControl(operation) }
    }

    /// What of an operation counts, as the journal's control operations stand so far.
    package func counted(_ payload: Payload, of operation: Operation) -> Payload {
        rules[operation.header.journal]?.counted(payload, of: operation) ?? payload
    }

    /// Whether what was sealed in an epoch is withheld from a person: somebody who was let in to what is new has no key for what was
    /// before. As far as the log was taken.
    func isWithheld(epoch: UInt32, of journal: JournalID, from person: [UInt8]) -> Bool {
        guard let member = admissions[journal]?[person] else { return false }
        return member.history == .new && epoch < member.sinceEpoch
    }

    private mutating func takeControl(_ operation: Operation) throws(LedgerError) {
        let journal = operation.header.journal
        defer { rules[journal] = controls[journal].map { SharingRule($0) } }
        guard controls[journal] != nil else {
            controls[journal] = try ControlLog(founding: operation)
            return
        }
        try controls[journal]?.take(operation, behindGap: withGaps.contains(journal))
        if let members = controls[journal]?.members { admissions[journal, default: [:]].merge(members) { $1 } }
    }
}
