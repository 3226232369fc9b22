import Base
import Documents
import Engine
import Journal
import Ledger
import Records

struct MedicinePage {
    enum Form {
        case count, refill
    }

    let status: MedicationStatus
    /// Schedules that have ended, the latest first.
    let ended: [Stored<Schedule>]
    let words: MedicineWords
    let doses: MedicineDoses
    var fault: (form: Form, typed: String, sentence: String)?

    private var medication: Medication { status.medication.value }
    private var path: String { "/medicine/" + status.medication.id.description }

    func html(for visit: Visit) -> HTML {
        let strength: HTML = "<span class=\"med-strength\">\(medication.strength)</span>"
        return """
            <p class="way-back"><a href="/medicines">\(Icon.back)Medicines</a></p>
            <header class="med-head"><h1>\(medication.name) \(strength, if: !medication.strength.isEmpty)</h1>
            <a class="button" href="\(path)/edit">\(Icon.edit)Edit</a></header>
            \(words.cueList(status))
            <div id="medicine-now" data-live>\(doses.take(for: visit))</div>
            \(doses.weeks)
            <div id="medicine-doses" data-live>\(doses.log(for: visit, today: words.today))</div>
            \(schedules(visit))
            <section class="card" aria-label="What it is"><dl class="facts-list">\(facts)</dl>\(notes)</section>
            \(stock(visit))
            \(ending(visit))
            """
    }

    private var facts: HTML {
        let rows: [(HTML, String?)] = [
            ("Dose", medication.words(medication.amount) + (medication.asNeeded ? say(" as needed") : "")),
            ("Counted as", medication.acute?.title),
            ("Next dose", next),
            ("Left", words.left(status)),
            ("Refill at", medication.refillAt.map(medication.words)),
            ("Expires", medication.expiry.map { words.dates.day($0, style: .long) }), ("Limits", words.limits(medication)),
            ("State", medication.archived ? say("no longer taken") : nil),
        ]
        return rows.html { label, value in
            value.map { "<div><dt>\(label)</dt><dd>\($0)</dd></div>" } ?? .empty
        }
    }

    private var next: String? {
        medication.archived || status.schedules.isEmpty ? nil : status.next.map(words.due) ?? say("no more doses")
    }

    private var notes: HTML? {
        guard !medication.notes.isEmpty else { return nil }
        return "<p class=\"as-typed med-notes\">\(medication.notes)</p>"
    }

    private func schedules(_ visit: Visit) -> HTML? {
        guard !medication.archived else { return nil }
        let list = status.schedules.html { stored -> HTML in
            let id = stored.id.description
            let said = words.schedule(stored.value, unit: medication.unit)
            return """
                <li class="sched-row"><p id="schedule-\(id)">\(said)</p><div class="actions">
                <a class="button" href="/schedule/\(id)" aria-describedby="schedule-\(id)">Change</a>
                <form method="post" action="/schedule/\(id)/end">\(formToken(visit))<button class="quiet" aria-describedby="schedule-\(id)">End it now</button></form></div></li>
                """
        }
        let none: HTML =
            medication.asNeeded
            ? "<p class=\"muted\">Taken as needed. Add a schedule to take it at set times.</p>"
            : "<p class=\"muted\">No current schedule.</p>"
        return """
            <section class="card" id="schedules" aria-labelledby="schedules-title"><h2 id="schedules-title">Schedules</h2>
            \(none, if: status.schedules.isEmpty)\("<ul class=\"sched-list\">\(list)</ul>", if: !status.schedules.isEmpty)
            <p><a class="button\(" primary", if: status.schedules.isEmpty && !medication.asNeeded)" href="\(path)/schedule/new">\(Icon.plus)Add a schedule</a></p>\(past)</section>
            """
    }

    private var past: HTML? {
        guard !ended.isEmpty else { return nil }
        let rows = ended.prefix(50).html { stored -> HTML in
            let until = stored.value.until.flatMap { words.here.wall(at: $0)?.day }.map { words.dates.day($0, style: .medium) }
            return """
                <li class="line"><span>\(words.schedule(stored.value, unit: medication.unit))</span><span class="muted">ended \(until ?? "")</span></li>
                """
        }
        return "<details><summary>Earlier schedules (\(ended.count))</summary><ul class=\"lines small\">\(rows)</ul></details>"
    }

    private func stock(_ visit: Visit) -> HTML? {
        guard !medication.archived else { return nil }
        let told: HTML =
            status.left == nil
            ? "Enter how much you have. Each dose you log as taken is subtracted."
            : "Each dose you log as taken is subtracted. Enter a new count whenever it differs."
        return """
            <section class="card" id="stock" aria-labelledby="stock-title"><h2 id="stock-title">Stock</h2><p class="muted">\(told)</p>
            <div class="stock-forms">
            <form method="post" action="\(path)/refill">\(formToken(visit))\(amount(.refill, "refill", "Refill: add"))<button>Add</button></form>
            <form method="post" action="\(path)/count">\(formToken(visit))\(amount(.count, "count", "Counted now"))<button>Set</button></form>
            </div></section>
            """
    }

    private func amount(_ form: Form, _ name: HTML, _ label: HTML) -> HTML {
        let wrong = fault.flatMap { $0.form == form ? $0 : nil }
        let unit = MedicineWords.units(medication.unit)
        return LabelledField(
            name: name, label: "\(label) <span class=\"unit\">(\(unit))</span>", value: wrong?.typed ?? "",
            fault: wrong?.sentence,
            attributes: " inputmode=\"decimal\" maxlength=\"20\" required"
        ).html
    }

    private func ending(_ visit: Visit) -> HTML {
        let (way, label): (HTML, HTML) = medication.archived ? ("unarchive", "Take it again") : ("archive", "Stop taking it")
        let told: HTML =
            medication.archived
            ? "Its doses are in the history. To take it at set times, add a schedule again."
            : "If you stop taking it, you keep its doses in the history. Its schedules end, and it moves to “No longer taken”."
        return """
            <section class="card" aria-labelledby="ending-title"><h2 id="ending-title">\(medication.archived ? "Start again or delete" as HTML : "Stop or delete")</h2>
            <p class="muted">\(told)</p><div class="actions">
            <form method="post" action="\(path)/\(way)">\(formToken(visit))<button>\(label)</button></form>
            <form method="post" action="\(path)/delete">\(formToken(visit))<button class="danger">\(Icon.trash)Delete…</button></form>
            </div></section>
            """
    }
}
