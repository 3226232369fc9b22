import Ledger

/// Checks a log while it is read from the beginning: every operation follows the previous one on its chain, and the first one
/// creates the journal.
///
/// Gaps are accepted (and counted elsewhere): the next operation is still bound to its position, under a key that only members
/// have. After a snapshot was merged, operations in a gap may arrive later, once: from a relay that was sent everything again.
package struct LogCheck {
    /// A log of which nothing has been read yet.
    package init() {}

    private struct Chain: Hashable {
        let journal: JournalID
        let device: DeviceID
    }

    private var ends: [Chain: (position: UInt64, hash: [UInt8])] = [:]
    private var controls: [JournalID: ControlLog] = [:]
    /// The rules derived from them, computed once for each change.
    private var rules: [JournalID: SharingRule] = [:]
    private var withGaps: Set<JournalID> = []
    private var joined: Set<JournalID> = []
    /// How everyone who was ever a member was admitted, by name.
    private var admissions: [JournalID: [[UInt8]: Member]] = [:]
    /// Skipped positions.
    private var gaps: [Chain: Set<Range<UInt64>>] = [:]

    /// Throws if an operation does not fit.
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

    /// The part of an operation's content that counts, according to the journal's control operations so far.
    package func counted(_ payload: Payload, of operation: Operation) -> Payload {
        rules[operation.header.journal]?.counted(payload, of: operation) ?? payload
    }

    /// Whether an epoch's operations are withheld from a person: a member without the past has no key for them. According to the
    /// log read so far.
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
