/// What may be worth a glance and is not confirmed: of the questions about factors those that Benjamini and Hochberg's rule keeps.
///
/// The rule aims at one false line in ten; beside a true effect, whose neighbouring lags come with it, up to a quarter and more
/// of the lines are false, so the list stands without a colour and is called unconfirmed.
package enum QuietList {
    /// The share of false lines that is aimed at.
    package static let share = 0.10

    /// Those findings of a look, the surest first; by the p of each question alone, among all that were asked.
    package static func lines(of look: FamilyLook, share: Double = share) -> [Finding] {
        let sorted = look.findings.enumerated().sorted { ($0.element.p, $0.offset) < ($1.element.p, $1.offset) }
            .map { $0.element }
        let asked = Double(max(look.asked, sorted.count))
        let last = sorted.indices.last { sorted[$0].p <= share * Double($0 + 1) / asked }
        return last.map { Array(sorted[...$0]) } ?? []
    }
}
