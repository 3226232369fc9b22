import Documents
import Engine

/// What is asked for in the health log, for those who use it.
struct HealthSettings {
    let tracked: Tracked

    func html(for visit: Visit) -> HTML {
        let fields: HTML = """
            \(switchField("craving", "Craving", tracked.craving, hint: "Asks in a check-in how strong a craving is. Support asks for it in any case."))
            \(switchField("menstruation", "Menstruation", tracked.menstruation, hint: "Asks with a symptom whether it was a day of menstruation."))
            """
        return """
            <section class="card setting" aria-label="Health">\(savingForm("/settings/health", visit, fields))
            <p class="hint">What you logged before stays in the history and in reports.</p></section>
            """
    }
}
