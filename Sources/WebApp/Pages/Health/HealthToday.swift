import Base
import Documents
import Engine
import Journal
import Records

/// Health on the Today page: what takes one tap, the doses that are due, the next one, and measures.
struct HealthToday {
    let waiting: [ShownDose]
    let next: ShownDose?
    /// The latest entry of each measure, the most used first.
    let measures: [MeasureEntry]
    let symptoms: [LastSymptom]
    let today: LocalDay
    let now: Instant
    let surroundings: Surroundings
    let dates: DateLanguage

    /// What takes one tap, in one row: a mood, a dose that is due, a symptom as before, a measurement.
    func strip(for visit: Visit) -> HTML {
        let faces = MoodFace.allCases.html {
            "<button name=\"mood\" value=\"\(String($0.mood))\" title=\"\(String($0.level)) of 5\" aria-label=\"\(String($0.level)) of 5\">\(Icon.face($0))</button>"
        }
        let taken = waiting.prefix(2).html { shown in
            """
            <form method="post" action="/doses/settle" data-quick>\(formToken(visit))\(wayBackField("/today"))\(DoseRow.fields(of: shown))<button class="now-due" name="outcome" value="taken">\(Icon.pill)Take \(shown.medication.value.title)</button></form>
            """
        }
        let again = symptoms.html { "<button name=\"symptom\" value=\"\($0.symptom)\">\($0.symptom)</button>" }
        return """
            <section class="now" id="now" aria-label="Now" data-live>
            <form class="now-faces" method="post" action="/health/check-in" data-quick aria-label="How are you?">\(formToken(visit))\(wayBackField("/today"))\(faces)</form>
            \(taken)<form method="post" action="/health/symptom">\(formToken(visit))\(again)</form><a class="button" href="/measure/new">\(Icon.plus)Measure</a></section>
            """
    }

    func html(for visit: Visit) -> HTML {
        """
        <section class="health-today" aria-label="Health" id="health-today" data-live>
        \(doses(visit))\(MeasureQuick.section(measures, token: formToken(visit), next: wayBackField("/today")))
        \(nextLine)</section>
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
        return
            "<p class=\"health-today-ways\"><a href=\"/health\">\(Icon.pill) Next dose \(words.due(next.dose.occurrence))</a></p>"
    }
}

extension WebApp {
    func healthToday(in vault: isolated OpenVault, _ dates: DateLanguage) throws -> HealthToday {
        let doses = try vault.doses(on: today)
        return HealthToday(
            waiting: doses.filter(\.isWaiting), next: doses.first { $0.dose.state == .upcoming },
            measures: try vault.lastMeasures(),
            symptoms: try vault.lastSymptoms(limit: 3), today: today,
            now: try Moment(nowIn: surroundings).instant, surroundings: surroundings, dates: dates)
    }
}
