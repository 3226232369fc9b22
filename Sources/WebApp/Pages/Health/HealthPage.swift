import Base
import Documents
import Engine
import HTTP
import Journal
import Records

/// Health: today's doses, mood and symptoms, each logged with one or two taps; and the latest records.
struct HealthPage {
    let doses: [ShownDose]
    /// Medicines taken as needed, the last used first.
    let needed: [(medication: Stored<Medication>, last: Stored<Intake>?)]
    let hasMedicines: Bool
    let followUps: [FollowUp]
    /// For the buttons that log a symptom again.
    let symptoms: [LastSymptom]
    /// The latest entry of each measure, the most used first.
    let measures: [MeasureEntry]
    /// For suggestions while typing.
    let symptomNames: [String]
    /// The latest of the log, the newest first.
    let latest: [HealthRecord]
    let tracked: Tracked
    let today: LocalDay
    let now: Instant
    let surroundings: Surroundings
    let dates: DateLanguage
    let looks: Looks

    static let latestCount = 8
    /// For how long a new record has its own undo button, in milliseconds.
    static let undoTime: Int64 = 3_600_000

    private var isNew: Bool { !hasMedicines && latest.isEmpty }

    func html(for visit: Visit) -> HTML {
        """
        <header class="health-head"><h1>Health</h1>
        <ul class="health-ways"><li><a href="/health/history">History</a></li><li><a href="/day">Day view</a></li><li><a href="/medicines">Medicines</a></li></ul></header>
        \(welcome, if: isNew)
        <div id="follow-ups" data-live>\(questions(visit))</div>
        \(doseSection(visit))\(neededSection(visit))
        \(symptomSection(visit))<div id="measures" data-live>\(measureSection(visit))</div>\(checkInSection(visit))
        <div id="latest" data-live>\(latestSection(visit))</div>
        """
    }

    private var welcome: HTML {
        """
        <section class="empty health-empty" aria-label="Getting started">\(Icon.mark)<p>Today’s doses and what you logged last will be here.</p>
        <p class="small">Log how you feel below, or <a href="/medicines">add a medicine</a> to see its doses here.</p></section>
        """
    }

    private func questions(_ visit: Visit) -> HTML? {
        guard !followUps.isEmpty else { return nil }
        return """
            <section class="card cue" aria-labelledby="follow-title"><h2 id="follow-title">How is it now?</h2>
            <ul class="follows">\(followUps.html { $0.html(for: visit) })</ul></section>
            """
    }

    // MARK: doses

    private func doseSection(_ visit: Visit) -> HTML {
        """
        <section class="card" aria-labelledby="doses-title"><h2 id="doses-title">Today’s doses</h2>
        <div id="doses" data-live>\(doseList(visit))</div></section>
        """
    }

    private func doseList(_ visit: Visit) -> HTML {
        guard !doses.isEmpty else {
            return hasMedicines
                ? "<p class=\"muted\">Nothing is scheduled for today. <a href=\"/medicines\">Medicines and schedules</a></p>"
                : "<p class=\"muted\">No doses to log. <a href=\"/medicines\">Add a medicine and its schedule</a>, then log each dose here with one tap.</p>"
        }
        let (open, settled) = (doses.filter { $0.intake == nil }, doses.filter { $0.intake != nil })
        let waiting: HTML? = open.isEmpty ? nil : "<ul class=\"doses\">\(rows(open, visit))</ul>"
        let done: HTML? =
            settled.isEmpty
            ? nil
            : "<details class=\"settled\" id=\"settled\"><summary>\(settled.count) done</summary><ul class=\"doses\">\(rows(settled, visit))</ul></details>"
        return "<p class=\"small dose-sum\">\(sum)</p>\(waiting)\(done)"
    }

    private func rows(_ doses: [ShownDose], _ visit: Visit) -> HTML {
        doses.html {
            DoseRow(shown: $0, now: now, surroundings: surroundings, next: "/health", day: today, dates: dates).html(for: visit)
        }
    }

    /// `2 of 4 done, 1 due now. Next: today 20:00.`
    private var sum: String {
        let settled = doses.count { $0.intake != nil }
        let waiting = doses.count(where: \.isWaiting)
        var words =
            settled == doses.count
            ? say("All \(doses.count == 1 ? "" : "\(doses.count) ")done") : say("\(settled) of \(doses.count) done")
        if waiting > 0 { words += say(", \(waiting) due now") }
        words += "."
        if let next = doses.first(where: { $0.dose.state == .upcoming })?.dose.occurrence {
            let due = MedicineWords(dates: dates, today: today, here: CivilTime(zone: surroundings.zone)).due(next)
            words += say(" Next: \(due).")
        }
        return words
    }

    private func neededSection(_ visit: Visit) -> HTML? {
        guard !needed.isEmpty else { return nil }
        let rows = needed.html { NeededRow(medication: $0.medication, last: $0.last, now: now, next: "/health").html(for: visit) }
        return """
            <section class="card" aria-labelledby="needed-title"><h2 id="needed-title">As needed</h2>
            <div id="needed" data-live><ul class="doses">\(rows)</ul></div></section>
            """
    }

    // MARK: logging

    private func symptomSection(_ visit: Visit) -> HTML {
        let picks: HTML? =
            symptoms.isEmpty
            ? nil
            : """
            <fieldset class="picks"><legend class="hidden">Which symptom</legend>\(symptoms.html(pick))
            <label class="pick pick-other"><input type="radio" name="symptom" value=""><span>Another…</span></label></fieldset>
            """
        return """
            <section class="card" aria-labelledby="symptom-title" id="log-symptom"><div class="card-head"><h2 id="symptom-title">Log a symptom</h2><a class="small" href="/symptom/new">With details</a></div>
            <form method="post" action="/health/symptom" class="symptom-quick\(" has-picks", if: picks != nil)" id="quick-symptom" data-quick>\(formToken(visit))
            <button class="hidden" name="severity" value="" tabindex="-1" aria-hidden="true">Choose how strong</button>
            \(picks)
            <div class="field other"><label for="other">What is it?</label><input id="other" name="other" list="symptom-names" maxlength="200" autocomplete="off" placeholder="Headache"></div>
            \(suggestions("symptom-names", symptomNames))
            <div class="how-strong">\(Scale.severity.buttons("How strong is it? Choose a number to save.", id: "strength-label"))</div>
            </form></section>
            """
    }

    private func pick(_ last: LastSymptom) -> HTML {
        """
        <label class="pick"><input type="radio" name="symptom" value="\(last.symptom)"><span>\(last.symptom)</span></label>
        """
    }

    private func measureSection(_ visit: Visit) -> HTML {
        MeasureQuick.section(measures, token: formToken(visit), next: wayBackField("/health"))
            ?? """
            <section class="card"><div class="card-head"><h2>Measurements</h2><a class="small" href="/measure/new">Log one</a></div><p class="muted">Blood pressure, weight, or whatever you name.</p></section>
            """
    }

    private func checkInSection(_ visit: Visit) -> HTML {
        """
        <section class="card" aria-labelledby="check-in-title" id="check-in"><div class="card-head"><h2 id="check-in-title">How are you?</h2><a class="small" href="/check-in/new">With details</a></div>
        <form method="post" action="/health/check-in" id="quick-check-in" data-quick>\(formToken(visit))
        \(Scale.mood(looks).radios("Mood", chosen: nil))\(Scale.craving.radios("Craving", chosen: nil), if: tracked.craving)\(Scale.sleep.radios("Sleep last night", chosen: nil))
        <div class="field"><label for="check-in-note">Note <span class="hint">(optional)</span></label><input id="check-in-note" name="note" dir="auto" autocomplete="off"></div>
        <div class="actions"><button class="primary">Save</button><button type="reset" class="quiet">Clear</button></div></form></section>
        """
    }

    // MARK: latest records

    private func latestSection(_ visit: Visit) -> HTML? {
        guard !latest.isEmpty else { return nil }
        let rows = latest.html {
            HealthRow(
                record: $0, dates: dates, looks: looks, today: today, undoNext: "/health",
                undoSince: now.milliseconds - HealthPage.undoTime
            ).html(for: visit)
        }
        return """
            <section aria-labelledby="latest-title"><div class="card-head"><h2 id="latest-title">Latest records</h2><a class="small" href="/health/history">See all</a></div>
            <ul class="rows">\(rows)</ul></section>
            """
    }
}

extension WebApp {
    func health(_ visit: Visit) async throws -> Response {
        let today = today
        let page = try await visit.read { vault, preferences in
            let medications = try vault.medications()
            return HealthPage(
                doses: try vault.doses(on: today), needed: try self.needed(medications, in: vault),
                hasMedicines: !medications.isEmpty, followUps: try vault.followUps(preferences),
                symptoms: try vault.lastSymptoms(),
                measures: try vault.lastMeasures(), symptomNames: try vault.symptomNames(),
                latest: try vault.latestHealth(HealthPage.latestCount), tracked: try vault.tracked(preferences), today: today,
                now: try Moment(nowIn: self.surroundings).instant, surroundings: self.surroundings,
                dates: preferences.dates, looks: preferences.looks)
        }
        return PageFrame(title: "Health", place: .health, name: "health").page(page.html(for: visit), for: visit)
    }

    /// The last used first, according to the latest doses.
    private func needed(
        _ medications: [Stored<Medication>], in vault: isolated OpenVault
    ) throws -> [(medication: Stored<Medication>, last: Stored<Intake>?)] {
        let asNeeded = medications.filter(\.value.asNeeded)
        guard !asNeeded.isEmpty else { return [] }
        let latest = try vault.page(Intake.self, limit: 100).list.filter { $0.value.outcome == .taken }
        let list = asNeeded.map { medication in (medication, latest.first { $0.value.medication == medication.id }) }
        return list.sorted { a, b in (a.1?.value.instant.milliseconds ?? .min) > (b.1?.value.instant.milliseconds ?? .min) }
    }
}
