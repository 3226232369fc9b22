import Base
import Engine
import Exchange
import Journal
import Ledger
import Records

/// The health log and the support plan of an exported page, as tables after its entries.
struct ReaderHealth {
    private let source: ExportSource
    private let output: any ExportOutput

    init(_ source: ExportSource, _ output: any ExportOutput) { (self.source, self.output) = (source, output) }

    func write() throws {
        let present = Set(try source.kinds())
        let kinds: Set<String> = [
            SymptomEntry.kind, MeasureEntry.kind, CheckIn.kind, Medication.kind, Schedule.kind, Intake.kind, HealthSample.kind,
        ]
        guard !present.isDisjoint(with: kinds.union(SupportItem.Part.allCases.map(\.rawValue))) else { return }
        try put("<section class=\"health\" id=\"health\"><h2>Health log</h2>\n")
        if present.contains(SymptomEntry.kind) { try symptoms() }
        if present.contains(MeasureEntry.kind) { try measures() }
        if present.contains(CheckIn.kind) { try checkIns() }
        if present.contains(Medication.kind) { try medications() }
        if present.contains(Schedule.kind) { try schedules() }
        if present.contains(Intake.kind) { try doses() }
        if present.contains(HealthSample.kind) { try samples() }
        try support(present)
        try put("</section>\n")
    }

    private func put(_ html: HTML) throws { try output.write(Array(html.markup.utf8)) }

    private func table(_ title: String, _ columns: [String], _ rows: () throws -> Void) throws {
        try put(
            """
            <details><summary>\(title)</summary><div class="table" role="region" aria-label="\(title)" tabindex="0"><table>
            <thead><tr>\(columns.html { "<th scope=\"col\">\($0)</th>" })</tr></thead>
            <tbody>

            """)
        try rows()
        try put("</tbody></table></div></details>\n")
    }

    private func row(_ cells: [String], words: String? = nil) throws {
        let last: HTML? = words.map { "<td class=\"words\">\($0)</td>" }
        try put("<tr>\(cells.html { "<td>\($0)</td>" })\(last)</tr>\n")
    }

    private func when(_ value: some MomentValue) -> String {
        let wall = (CivilTime(named: value.zone) ?? source.zone).wall(at: value.instant.milliseconds)
        return value.day.iso + " " + (wall?.time.clock ?? "")
    }

    private func number(_ number: Int?) -> String { number.map(String.init) ?? "" }

    private func symptoms() throws {
        try table("Symptoms", ["When", "Symptom", "0–10", "Note"]) {
            try source.each(SymptomEntry.self) { stored in
                try row([when(stored.value), stored.value.symptom, String(stored.value.severity)], words: stored.value.note)
            }
        }
    }

    private func measures() throws {
        try table("Measurements", ["When", "What", "Value", "Note"]) {
            try source.each(MeasureEntry.self) { stored in
                try row([when(stored.value), stored.value.measure.name, stored.value.amount], words: stored.value.note)
            }
        }
    }

    private func checkIns() throws {
        try table("Check-ins", ["When", "Mood", "Craving", "Sleep", "Triggers", "Note"]) {
            try source.each(CheckIn.self) { stored in
                let value = stored.value
                try row(
                    [
                        when(value), number(value.mood), number(value.craving), number(value.sleep),
                        value.triggers.joined(separator: ", "),
                    ], words: value.note)
            }
        }
    }

    private func medications() throws {
        try table("Medicines", ["Medicine", "Amount", say("As needed"), "Archived", "Notes"]) {
            try source.each(Medication.self) { stored in
                let value = stored.value
                try row(
                    [value.title, value.words(value.amount), value.asNeeded ? "yes" : "", value.archived ? "yes" : ""],
                    words: value.notes)
            }
        }
    }

    private func schedules() throws {
        let titles = try source.medicationTitles()
        try table("Schedules", ["Medicine", "From", "To", "When"]) {
            try source.each(Schedule.self) { stored in
                let value = stored.value
                try row(
                    [titles[value.medication.name] ?? "a medicine", value.start.iso, value.lastDay?.iso ?? ""],
                    words: value.phrase.words)
            }
        }
    }

    private func doses() throws {
        let titles = try source.medicationTitles()
        try table("Doses", ["When", "Medicine", "Amount", "", "Note"]) {
            try source.each(Intake.self) { stored in
                let value = stored.value
                try row(
                    [
                        when(value), titles[value.medication.name] ?? "a medicine",
                        Medication.words(value.amount, unit: value.unit),
                        outcomeWord(value.outcome),
                    ], words: value.note)
            }
        }
    }

    private func samples() throws {
        try table(say("Sleep and steps"), ["Day", "What", "Value", "Unit", "Source"]) {
            try source.each(HealthSample.self) { stored in
                let value = stored.value
                let figure = Int(exactly: value.value).map(String.init) ?? String(value.value)
                try row([value.day.iso, value.measure.rawValue, figure, value.measure.unit], words: value.source)
            }
        }
    }

    private func support(_ present: Set<String>) throws {
        let titles: [SupportItem.Part: String] = [
            .trigger: "Triggers", .step: say("What helps"), .buddy: "Buddies", .contact: say("Contacts in need"),
        ]
        for part in SupportItem.Part.allCases where present.contains(part.rawValue) {
            try table(titles[part] ?? "", ["Name", "Telephone", "Note"]) {
                try source.eachRecord(kind: part.rawValue) { record in
                    guard let item = SupportItem(part, fields: record.state.values) else { return }
                    try row([item.name, item.phone], words: item.note)
                }
            }
        }
    }
}
