import Base
import Engine
import Journal
import Ledger

/// The content of an excerpt: medicines and schedules, then the days, latest first. The same on the app's pages and in a sealed
/// page.
package struct ExcerptSheet {
    /// By time.
    package let records: [ExcerptRecord]
    /// How dates are written.
    package let dates: DateLanguage

    package init(records: [ExcerptRecord], dates: DateLanguage) {
        (self.records, self.dates) = (records, dates)
    }

    /// The medicines, then the days, the latest first.
    package var html: HTML { "\(medicines)\(days)" }

    private var medicines: HTML? {
        let list = records.compactMap { record -> (record: ExcerptRecord, medicine: Medication)? in
            if case .medicine(let medicine) = record.content { (record, medicine) } else { nil }
        }.sorted { ($0.medicine.archived ? 1 : 0, $0.medicine.title) < ($1.medicine.archived ? 1 : 0, $1.medicine.title) }
        guard !list.isEmpty else { return nil }
        let items = list.html { record, _ in
            let own = records.filter { schedule in
                if case .schedule(let value, _, _) = schedule.content {
                    value.medication.name == record.id.description
                } else {
                    false
                }
            }
            return
                "<li>\(ExcerptLook.words(record.content))\(own.html { "<span class=\"excerpt-schedule\">\(ExcerptLook.words($0.content))</span>" })</li>"
        }
        return
            "<section class=\"card\" aria-labelledby=\"medicines\"><h2 id=\"medicines\">Medicines</h2><ul class=\"excerpt-list\">\(items)</ul></section>"
    }

    private var days: HTML {
        var days: [(day: LocalDay, records: [ExcerptRecord])] = []
        for record in records {
            guard let day = record.day else { continue }
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].records.append(record)
        }
        return days.reversed().html { day, records in
            """
            <section class="card excerpt-day" aria-labelledby="day-\(day.iso)"><h2 id="day-\(day.iso)">\(dates.day(day, style: .long))</h2><ul class="excerpt-list">\(records.html(row))</ul></section>
            """
        }
    }

    private func row(_ record: ExcerptRecord) -> HTML {
        let zone = record.fields["zone"]?.string ?? ""
        let clock = record.instant.map { clockWords(of: $0, in: zone) } ?? ""
        return "<li class=\"excerpt-row\"><time>\(clock)</time><div>\(ExcerptLook.words(record.content))</div></li>"
    }
}
