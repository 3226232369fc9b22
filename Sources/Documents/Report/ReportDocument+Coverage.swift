import Base
import Journal
import Report

extension ReportDocument {
    /// How many days have data: shown before all numbers that depend on it.
    var coverage: HTML {
        let (coverage, length) = (report.coverage, report.days.count)
        let part = coverage.used.count
        let today: HTML = " Today is not over yet."
        return """
            <section class="sheet-part" aria-labelledby="report-coverage"><h2 id="report-coverage">How much was logged</h2>
            <p>Something was logged on <b>\(part) of \(counted(length, "day"))</b> (\(percent(Double(part) / Double(max(length, 1))))).\(begins)\(gap)\(today, if: report.includesToday) A day without a record does not mean that there was nothing.</p>
            \(strip)\(kinds)</section>
            """
    }

    private var begins: HTML? {
        report.coverage.begins.map { " The journal begins on \(day($0)); nothing was logged before." }
    }

    private var gap: HTML? {
        guard let gap = report.coverage.longestGap, !report.coverage.used.isEmpty else { return nil }
        return " The longest gap is \(counted(gap.count, "day")), \(span(gap))."
    }

    private var kinds: HTML? {
        let rows = report.coverage.kinds.filter { $0.records > 0 }.html { kind in
            "<div><dt>\(ReportDocument.words(for: kind.name))</dt><dd>\(counted(kind.records, "record")), \(kind.days) of \(counted(report.days.count, "day"))</dd></div>"
        }
        let missing = report.coverage.kinds.filter { $0.records == 0 }.map { ReportDocument.words(for: $0.name) }
        let nothing: HTML? =
            missing.isEmpty ? nil : "<p class=\"sheet-note\">Not logged: \(missing.joined(separator: "; ")).</p>"
        return missing.count == report.coverage.kinds.count ? nothing : "<dl class=\"sheet-kinds\">\(rows)</dl>\(nothing)"
    }

    private static func words(for kind: ReportCoverage.Kind.Name) -> String {
        switch kind {
        case .symptoms: "Symptoms"
        case .mood: "Mood"
        case .craving: "Craving"
        case .sleepQuality: say("Nights, own rating")
        case .sleepTime: say("Sleep, by a device")
        case .steps: say("Steps, by a device")
        case .measurements: say("Measurements")
        case .doses: "Doses"
        }
    }

    /// One box for each day, filled if it has data.
    private var strip: HTML {
        let days = report.days.numbers
        let scale = ReportScale(days: report.days)
        let used = ReportSpans.runs(of: report.coverage.used)
        let filled = used.html { run in
            let (left, right) = (scale.left(of: run.lowerBound.number), scale.left(of: run.upperBound.number + 1))
            return "<rect x=\"\(decimal(left))\" y=\"4\" width=\"\(decimal(right - left))\" height=\"12\" fill=\"#2563eb\"/>"
        }
        // Lines between days show their number, as long as there is room.
        let lines: HTML =
            days.count > 130
            ? .empty
            : days.dropFirst().html { "<path d=\"M\(decimal(scale.left(of: $0))) 4v12\" stroke=\"#ffffff\" stroke-width=\"1\"/>" }
        return """
            <svg class="sheet-strip" viewBox="0 0 720 34" role="img" aria-label="Days with a record: \(report.coverage.used.count) of \(days.count)"><rect x="\(decimal(scale.first))" y="4" width="\(decimal(scale.width))" height="12" fill="#e2e8f0"/>\(filled)\(lines)\(scale.ticks(dates, top: 16, bottom: 20, label: 31))</svg>
            """
    }
}
