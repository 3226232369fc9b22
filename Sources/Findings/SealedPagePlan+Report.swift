import Engine
import Journal
import Report

extension SealedPagePlan {
    /// The report on a sealed page of this plan. Sleep and steps are left out: they come from devices as well, and the plan did
    /// not ask about those.
    package func reportChoice(today: LocalDay) -> ReportChoice {
        var chosen: Set<ReportChoice.Part> = []
        if parts.contains(.symptoms) { chosen.formUnion([.symptoms, .notableDays]) }
        if parts.contains(.checkIns) { chosen.formUnion([.mood, .craving, .notableDays]) }
        if parts.contains(.medicines) { chosen.formUnion([.medicines, .medicineNames]) }
        if parts.contains(.measures) { chosen.insert(.measures) }
        if parts.contains(.cycle) { chosen.insert(.cycle) }
        if parts.contains(.notes) { chosen.insert(.notes) }
        return ReportChoice(period: window(on: today), parts: chosen)
    }
}
