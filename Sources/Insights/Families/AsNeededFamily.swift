import Journal

/// Medicine as needed: is the level lower after treated high moments than after untreated ones?
///
/// The level afterwards is regressed on the dose, the level at the moment, the mean of the 24 hours before, afternoon and
/// evening; errors may be correlated within a civil day. Doses are taken at bad times, so that days with a dose are worse, and
/// levels fall after a peak with or without one: neither may be taken for an effect of the medicine. The comparison is valid
/// because "how is it now?" is asked after every high moment, treated or not.
///
/// All medicines and outcomes that can be asked about share the error (Bonferroni). Only what is rated from 0 to 10 is asked, and
/// not the mood: there high is good.
package enum AsNeededFamily {
    /// The minimum numbers of days, of moments, and of treated and untreated ones each.
    package static let (leastDays, leastMoments, leastEach) = (60, 25, 8)

    /// Compares each medicine as needed with each outcome.
    package static func look(_ diary: Diary, window: ClosedRange<Int>) -> FamilyLook {
        var found: [Finding] = []
        var waiting: [FamilyLook.Waiting] = []
        let days = window.clamped(to: diary.days)
        for medicine in diary.medicines where medicine.asNeeded && !medicine.taken.isEmpty {
            for outcome in diary.outcomes where outcome.name.isBurden {
                let hypothesis = Hypothesis.asNeeded(medicine.id, outcome.name)
                let moments = usable(outcome, medicine, window: days)
                if let need = need(moments, days: days.count) {
                    waiting.append(FamilyLook.Waiting(hypothesis, need))
                } else if let finding = compare(moments, hypothesis, outcome, window: days) {
                    found.append(finding)
                } else {
                    waiting.append(FamilyLook.Waiting(hypothesis, .moments(1)))
                }
            }
        }
        let findings = found.map { $0.adjusted(to: $0.p * Double(found.count)) }
        return FamilyLook(.asNeeded, asked: findings.count, findings: findings.surestFirst, waiting: waiting)
    }

    /// The same comparison on fresh days only, if these have at least eight treated and eight untreated moments; otherwise `nil`.
    package static func confirm(_ hypothesis: Hypothesis, in diary: Diary, fresh: ClosedRange<Int>) -> Finding? {
        guard case .asNeeded(let id, let name) = hypothesis, diary.days.overlaps(fresh),
            let medicine = diary.medicines.first(where: { $0.id == id }),
            let outcome = diary.outcomes.first(where: { $0.name == name })
        else { return nil }
        let days = fresh.clamped(to: diary.days)
        let moments = usable(outcome, medicine, window: days)
        let treated = moments.count { $0.treated }
        guard treated >= leastEach, moments.count - treated >= leastEach else { return nil }
        return compare(moments, hypothesis, outcome, window: days)
    }

    /// High moments with readings before and after.
    private static func usable(_ outcome: Outcome, _ medicine: Medicine, window: ClosedRange<Int>) -> [HighMoment] {
        HighMoment.all(of: outcome, doses: medicine.taken, window: window).filter { $0.before != nil && $0.after != nil }
    }

    private static func need(_ moments: [HighMoment], days: Int) -> FamilyLook.Waiting.Need? {
        let treated = moments.count { $0.treated }
        let untreated = moments.count - treated
        if untreated == 0, treated >= leastEach { return .alwaysTreated }
        if days < leastDays { return .days(leastDays - days) }
        if treated < leastEach { return .with(leastEach - treated) }
        if untreated < leastEach { return .without(leastEach - untreated) }
        if moments.count < leastMoments { return .moments(leastMoments - moments.count) }
        return nil
    }

    private static func compare(
        _ moments: [HighMoment], _ hypothesis: Hypothesis, _ outcome: Outcome, window: ClosedRange<Int>
    ) -> Finding? {
        // Rows of one day are consecutive, even if the clock went back on a journey.
        let rows = moments.enumerated().sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map { $0.element }
        let columns: [[Double]] = [
            rows.map { _ in 1 }, rows.map { $0.treated ? 1 : 0 }, rows.map { $0.level }, rows.map { $0.before ?? 0 },
            rows.map { $0.slot == .afternoon ? 1 : 0 }, rows.map { $0.slot == .evening ? 1 : 0 },
        ]
        guard
            let fit = ClusteredRegression(rows.map { $0.after ?? 0 }, on: columns, asked: 1, cluster: rows.map { $0.day }),
            fit.clusters > columns.count
        else { return nil }
        let treated = rows.count { $0.treated }
        return Finding(
            hypothesis, estimate: fit.estimate, error: fit.error, degrees: Double(fit.clusters - columns.count),
            with: treated, without: rows.count - treated, levels: DailyLevels(of: outcome, days: window))
    }
}
