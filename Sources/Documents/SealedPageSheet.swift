import Base
import Engine
import Journal
import Ledger

/// The records on a sealed page: medicines and schedules, then the days, latest first.
package struct SealedPageSheet {
    /// By time.
    package let records: [SealedPageRecord]
    package let dates: DateLanguage

    package init(records: [SealedPageRecord], dates: DateLanguage) {
        (self.records, self.dates) = (records, dates)
    }

    /// The medicines, then the days, the latest first.
    package var html: HTML { "\(medicines)\(days)" }

    private var medicines: HTML? {
        let list = records.compactMap { record -> (record: SealedPageRecord, medicine: Medication)? in
            if case .medicine(let medicine) = record.content { (record, medicine) } else { nil }
        }.sorted { ($0.medicine.archived ? 1 : 0, $0.medicine.title) < ($1.medicine.archived ? 1 : 0, $1.medicine.title) }
        guard !list.isEmpty else { return nil }
        let items = list.html { record, _ in
            let own = records.filter { schedule in
                if case .schedule(let value, _) = schedule.content {
                    value.medication == record.id
                } else {
                    false
                }
            }
            return
                "<li>\(SealedPageLook.words(record.content))\(own.html { "<span class=\"sealed-schedule\">\(SealedPageLook.words($0.content))</span>" })</li>"
        }
        return
            "<section class=\"card\" aria-labelledby=\"medicines\"><h2 id=\"medicines\">Medicines</h2><ul class=\"sealed-list\">\(items)</ul></section>"
    }

    private var days: HTML {
        var days: [(day: LocalDay, records: [SealedPageRecord])] = []
        for record in records {
            guard let day = record.moment?.day else { continue }
            if days.last?.day != day { days.append((day, [])) }
            days[days.count - 1].records.append(record)
        }
        return days.reversed().html { day, records in
            """
            <section class="card" aria-labelledby="day-\(day.iso)"><h2 id="day-\(day.iso)">\(dates.day(day, style: .long))</h2><ul class="sealed-list">\(records.html(row))</ul></section>
            """
        }
    }

    private func row(_ record: SealedPageRecord) -> HTML {
        let clock = record.moment.map { clockWords(of: $0.instant, in: $0.zone) } ?? ""
        return "<li class=\"sealed-row\"><time>\(clock)</time><div>\(SealedPageLook.words(record.content))</div></li>"
    }
}
