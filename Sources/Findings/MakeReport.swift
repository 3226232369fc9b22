import Base
import Engine
import Insights
import Journal
import Records
import Report
import Store

extension OpenVault {
    /// Makes a report for a doctor from what was logged. Throws `ReportFault`.
    ///
    /// The calculation runs outside the vault, so that writing never waits for it.
    /// - Parameter firstWeekday: the first day of the week, 1 = Monday … 7 = Sunday.
    package nonisolated func report(_ choice: ReportChoice, firstWeekday: Int = 1) async throws -> DoctorReport {
        let material = try await reportMaterial(choice, firstWeekday: firstWeekday)
        return await Task.detached { material.report(clock: OpenVault.clock()) }.value
    }

    /// Why a report cannot have its chart on the first page; `nil` if it can.
    package func chartFault(_ choice: ReportChoice) throws -> ReportFault? {
        guard !choice.charted.isEmpty else { return nil }
        let isLogged = try symptomsLogged(choice.period).contains { SymptomEntry.key(of: $0) == choice.charted }
        let isWanted = choice.parts.contains(.symptoms) && !choice.withoutSymptoms.contains(choice.charted)
        return isLogged && isWanted ? nil : .nothingToChart
    }

    /// The symptoms logged in a range of days, by their latest spelling, the one on the most days first.
    package func symptomsLogged(_ days: ClosedRange<LocalDay>) throws -> [String] {
        let entries = try records(SymptomEntry.self, on: days, newestFirst: false)
        return ReportMaterial.symptoms(entries.map(\.value)).map(\.name)
    }

    private func reportMaterial(_ choice: ReportChoice, firstWeekday: Int) throws -> ReportMaterial {
        let today = surroundings.wall.day
        if let fault = choice.fault(today: today) { throw fault }
        let days = choice.period.lowerBound...min(choice.period.upperBound, today)
        // The first page shows as many days before; some factors are compared with the 90 days before each day, and lags reach
        // back further.
        let before = days.lowerBound.adding(days: -max(98, days.count)) ?? days.lowerBound
        return ReportMaterial(
            choice: choice, days: days, today: today, firstWeekday: firstWeekday, logged: try logged(before...days.upperBound),
            texts: choice.parts.contains(.texts) ? try texts(of: days) : [:], begins: try patterns().firstDay,
            names: Dictionary(try medications(archived: true).map { ($0.id, $0.value.title) }) { first, _ in first },
            closed: try closedFactors())
    }

    private func texts(of days: ClosedRange<LocalDay>) throws -> [LocalDay: [String]] {
        var query = SearchQuery()
        (query.firstDay, query.lastDay) = (days.lowerBound, days.upperBound)
        let entries = try store.entries(Selection(query: query, journals: ownJournals())).list.reversed().map(\.entry)
        return Dictionary(grouping: entries, by: \.day).mapValues { $0.map(\.text) }
    }
}
