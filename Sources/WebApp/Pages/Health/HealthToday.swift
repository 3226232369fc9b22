import Base
import Documents
import Engine
import Journal

/// Health on the Today page: doses that are due, the next one, measures to log with one tap, and links to log more.
struct HealthToday {
    let waiting: [ShownDose]
    let next: ShownDose?
    /// The latest entry of each measure, the most used first.
    let measures: [MeasureEntry]
    let isCheckedIn: Bool
    let today: LocalDay
    let now: Instant
    let surroundings: Surroundings
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        """
        <section class="health-today" aria-label="Health" id="health-today" data-live>
        \(doses(visit))\(MeasureQuick.section(measures, token: formToken(visit), next: wayBackField("/today")))
        <p class="health-today-ways">\(nextLine)\(checkInLine)<a href="/health#log-symptom">\(Icon.plus) Log a symptom</a><a href="/measure/new">\(Icon.plus) Log a measurement</a></p></section>
        """
    }

    private func doses(_ visit: Visit) -> HTML? {
        guard !waiting.isEmpty else { return nil }
        let rows = waiting.html {
            DoseRow(shown: $0, now: now, surroundings: surroundings, next: "/today", day: today, dates: dates).html(for: visit)
        }
        return
            "<div class=\"card\"><h2>\(plural(waiting.count, "A dose is due", "Doses are due"))</h2><ul class=\"doses\">\(rows)</ul></div>"
    }

    private var nextLine: HTML? {
        guard let next else { return nil }
        let words = MedicineWords(dates: dates, today: today, here: CivilTime(zone: surroundings.zone))
        return "<a href=\"/health\">\(Icon.pill) Next dose \(words.due(next.dose.occurrence))</a>"
    }

    private var checkInLine: HTML {
        let words: HTML = isCheckedIn ? "Check in again" : "How are you? Check in"
        return "<a href=\"/health#check-in\">\(Icon.health) \(words)</a>"
    }
}

extension WebApp {
    func healthToday(in vault: isolated OpenVault, _ dates: DateLanguage) throws -> HealthToday {
        let doses = try vault.doses(on: today)
        return HealthToday(
            waiting: doses.filter(\.isWaiting), next: doses.first { $0.dose.state == .upcoming },
            measures: try vault.lastMeasures(),
            isCheckedIn: try !vault.records(CheckIn.self, on: today...today, limit: 1).isEmpty, today: today,
            now: try Moment(nowIn: surroundings).instant, surroundings: surroundings, dates: dates)
    }
}
