import Journal
import Records

/// A symptom from its beginning to its end, with how strong it was in between and what was taken for it.
package struct Attack: Sendable {
    package let first: Stored<SymptomEntry>
    /// The answers to "how is it now?", by time.
    package let course: [Stored<SymptomEntry>]
    /// Doses that were taken for it, by time.
    package let doses: [Stored<Intake>]

    /// How long after its beginning something may belong to it, if it has no end.
    static let longest = 3 * Instant.dayMilliseconds
}

extension OpenVault {
    /// What belongs to a symptom: answers that follow it, and doses that were taken for one of these.
    package func attack(_ first: Stored<SymptomEntry>) throws -> Attack {
        let start = first.value.instant
        let end = max(first.value.end ?? start, start.moved(by: Attack.longest)).moved(by: 1)
        var links: Set = [first.id]
        var course: [Stored<SymptomEntry>] = []
        for entry in try records(SymptomEntry.self, in: start..<end, newestFirst: false) {
            guard let answered = entry.value.follows, links.contains(answered), entry.id != first.id else { continue }
            links.insert(entry.id)
            course.append(entry)
        }
        let doses = try records(Intake.self, in: start..<end, newestFirst: false) { dose in
            dose.outcome == .taken && dose.symptom.map(links.contains) ?? false
        }
        return Attack(first: first, course: course, doses: doses)
    }
}
