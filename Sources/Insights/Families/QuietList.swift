/// Unconfirmed findings that may be worth a glance: the questions about factors that Benjamini and Hochberg's rule keeps.
///
/// The rule aims at one false line in ten. Beside a true effect, whose neighbouring lags come with it, a quarter of the lines and
/// more are false, so the list has no colour and is called unconfirmed.
package enum QuietList {
    /// The intended share of false lines.
    package static let share = 0.10

    /// These findings of a look, the most certain first; by the p of each question alone, among all that were asked.
    package static func lines(of look: FamilyLook, share: Double = share) -> [Finding] {
        let sorted = look.findings.enumerated().sorted { ($0.element.p, $0.offset) < ($1.element.p, $1.offset) }
            .map { $0.element }
        let asked = Double(max(look.asked, sorted.count))
        let last = sorted.indices.last { sorted[$0].p <= share * Double($0 + 1) / asked }
        return last.map { Array(sorted[...$0]) } ?? []
    }
}
