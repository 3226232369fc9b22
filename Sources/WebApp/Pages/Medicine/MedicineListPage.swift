import Base
import Documents
import Engine
import Journal
import Ledger
import Records

struct MedicineListPage {
    let inUse: [MedicationStatus]
    let archived: [MedicationStatus]
    let words: MedicineWords

    var html: HTML {
        """
        <p class="way-back"><a href="/health">\(Icon.back)Health</a></p>
        <header class="med-head"><h1>Medicines</h1><a class="button primary" href="/medicine/new">\(Icon.plus)Add a medicine</a></header>
        <div id="medicines" data-live>\(list)\(folded)</div>
        """
    }

    private var list: HTML {
        guard !inUse.isEmpty else {
            return """
                <div class="empty">\(Icon.pill)<p>No current medicines.</p>
                <p>Add what you take, on a schedule or as needed. Auralyst shows when the next dose is due and how long the pack lasts.</p></div>
                """
        }
        return "<ul class=\"med-list\">\(inUse.html(row))</ul>"
    }

    private func row(_ status: MedicationStatus) -> HTML {
        let (stored, medication) = (status.medication, status.medication.value)
        let id = stored.id.description
        let strength: HTML = "<span class=\"med-strength\">\(medication.strength)</span>"
        return """
            <li class="card med-row" id="medicine-\(id)" data-entry="\(id)" data-version="\(stored.modified)">
            <h2><a href="/medicine/\(id)">\(medication.name) \(strength, if: !medication.strength.isEmpty)</a></h2>
            \(rhythm(status))
            <dl class="med-facts">\(next(status))\(left(status))</dl>
            \(words.cueList(status))</li>
            """
    }

    private func rhythm(_ status: MedicationStatus) -> HTML {
        let medication = status.medication.value
        guard !status.schedules.isEmpty else {
            let dose = medication.words(medication.amount)
            return medication.asNeeded
                ? "<p class=\"med-rhythm\">\(dose) as needed.</p>"
                : "<p class=\"med-rhythm\">No schedule. <a href=\"/medicine/\(status.medication.id.description)/schedule/new\">Add one</a></p>"
        }
        return status.schedules.html { "<p class=\"med-rhythm\">\(words.schedule($0.value, unit: medication.unit))</p>" }
    }

    private func next(_ status: MedicationStatus) -> HTML? {
        guard !status.schedules.isEmpty else { return nil }
        return "<div><dt>Next dose</dt><dd>\(status.next.map { words.shortDue($0) } ?? say("no more doses"))</dd></div>"
    }

    private func left(_ status: MedicationStatus) -> HTML? {
        words.left(status).map { "<div><dt>Left</dt><dd>\($0)</dd></div>" }
    }

    private var folded: HTML? {
        guard !archived.isEmpty else { return nil }
        let rows = archived.html { status in
            "<li class=\"line\"><a href=\"/medicine/\(status.medication.id.description)\">\(status.medication.value.title)</a></li>"
        }
        return """
            <details class="med-archived"><summary>No longer taken (\(archived.count))</summary><ul class="lines">\(rows)</ul></details>
            """
    }
}
