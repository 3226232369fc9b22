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
    let looks: Looks
    /// A check-in of the last minutes with a face and no word.
    let wordless: RecordID?
    /// To choose a word from.
    let words: [Mood]

    /// What takes one tap, in one row: a mood, a dose that is due, a symptom as before, a measurement.
    func strip(for visit: Visit) -> HTML {
        let faces = MoodFace.allCases.html {
            "<button name=\"mood\" value=\"\(String($0.mood))\" title=\"\(looks.name($0))\" aria-label=\"\(looks.name($0))\">\(looks.icon($0))</button>"
        }
        let taken = waiting.prefix(2).html { shown in
            """
            <form method="post" action="/doses/settle" data-quick>\(formToken(visit))\(wayBackField("/today"))\(DoseRow.fields(of: shown))<button class="now-due" name="outcome" value="taken">\(Icon.pill)Take \(shown.medication.value.title)</button></form>
            """
        }
        let again = symptoms.html { "<button name=\"symptom\" value=\"\($0.symptom)\">\($0.symptom)</button>" }
        return """
            <section class="now" id="now" aria-label="Now" data-live>
            <form class="now-faces" method="post" action="/health/check-in" data-quick aria-label="How are you?">\(formToken(visit))\(wayBackField("/today"))\(faces)</form>\(wordForm(visit))
            \(taken)<form method="post" action="/health/symptom">\(formToken(visit))\(again)</form><a class="button" href="/measure/new">\(Icon.plus)Measure</a></section>
            """
    }

    /// After a face: a second tap says it in a word.
    private func wordForm(_ visit: Visit) -> HTML? {
        wordless.map { id in
            let buttons = words.html { "<button name=\"word\" value=\"\($0.name)\">\($0.name)</button>" }
            return
                "<form class=\"now-words\" method=\"post\" action=\"/check-in/\(id.description)/word\" data-quick aria-label=\"In a word\">\(formToken(visit))\(wayBackField("/today"))<span>In a word?</span>\(buttons)</form>"
        }
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
    /// How long after a face a word is asked for, in milliseconds.
    private static let wordTime: Int64 = 10 * 60_000

    func healthToday(in vault: isolated OpenVault, _ preferences: Preferences) throws -> HealthToday {
        let doses = try vault.doses(on: today)
        let now = try Moment(nowIn: surroundings).instant
        let last = try vault.records(CheckIn.self, limit: 1).first
        // One that was brought in or written for an earlier hour is not what was just tapped.
        let isNew = last.map {
            now.milliseconds - min($0.created, $0.value.instant.milliseconds) < WebApp.wordTime && $0.value.mood != nil
                && $0.value.word == nil
        }
        return HealthToday(
            waiting: doses.filter(\.isWaiting), next: doses.first { $0.dose.state == .upcoming },
            measures: try vault.lastMeasures(),
            symptoms: try vault.lastSymptoms(limit: 3), today: today,
            now: now, surroundings: surroundings, dates: preferences.dates, looks: preferences.looks,
            wordless: isNew == true ? last?.id : nil, words: preferences.looks.offered(used: try vault.moodsInUse().map(\.mood)))
    }
}
