import Base
import Engine
import Journal

/// A reading with each doubt, for the pages of all messages.
enum MeasureDoubts {
    static let all: [any Error] = {
        func entry(_ measure: Measure, _ value: Double) -> [MeasureEntry] {
            guard let instant = Instant(milliseconds: 0), let day = LocalDay(iso: "1970-01-01") else { return [] }
            return [MeasureEntry(instant: instant, zone: "UTC", day: day, measure: measure, value: value)]
        }
        let weight = Measure("Weight", unit: "kg")
        let readings = [
            MeasureReading("10,500", of: "Steps", known: nil, recent: []),
            MeasureReading("5.4", of: "Glucose", known: nil, recent: []),
            MeasureReading("157", of: "Weight", known: weight, recent: entry(weight, 71.4)),
            MeasureReading("98 °C", of: "Temperature", known: nil, recent: []),
            MeasureReading("82/128", of: "Blood pressure", known: nil, recent: []),
            MeasureReading("614", of: "Weight", known: weight, recent: entry(weight, 71.4)),
            MeasureReading("2", of: "Weight", known: nil, recent: []),
            MeasureReading("3 bags", of: "Weight", known: nil, recent: []),
            MeasureReading("500 steps", of: "Steps", known: Measure("Steps"), recent: []),
            MeasureReading("3 mmol/L", of: "Iron", known: Measure("Iron", unit: "mg"), recent: []),
        ]
        return readings.compactMap { $0.map(HealthError.unclear) }
    }()
}
