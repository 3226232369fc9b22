import Journal

/// The quantities of Apple Health that become measurements: their names, units and ranges here.
package struct HealthQuantity {
    /// The part after `HKQuantityTypeIdentifier`; `Workout` for workouts.
    package let type: String
    package let measure: Measure
    /// How the export writes the unit, and how much one of it is here.
    let units: [(written: String, unit: String, factor: Double)]
    /// Whether all records of a day become one, their mean: a watch measures every few minutes.
    package var isDaily = false
    /// Which number of a pair it is.
    package var isLower = false

    /// All; the index is a quantity's number.
    package static let all: [HealthQuantity] = [
        HealthQuantity("BodyMass", "Weight", [("kg", "kg", 1), ("lb", "lb", 1), ("st", "st", 1), ("g", "kg", 0.001)]),
        HealthQuantity("BodyTemperature", "Temperature", temperatures),
        HealthQuantity("BasalBodyTemperature", "Basal temperature", temperatures),
        HealthQuantity("BloodGlucose", "Glucose", [("mg/dL", "mg/dL", 1), ("mmol/L", "mmol/L", 1)]),
        HealthQuantity("BloodPressureSystolic", "Blood pressure", pressures),
        HealthQuantity("BloodPressureDiastolic", "Blood pressure", pressures, isLower: true),
        HealthQuantity("HeartRate", "Heart rate", rates, isDaily: true),
        HealthQuantity("RestingHeartRate", "Resting heart rate", rates, isDaily: true),
        HealthQuantity(
            "HeartRateVariabilitySDNN", "Heart rate variability", [("ms", "ms", 1), ("s", "ms", 1000)], isDaily: true),
        HealthQuantity("Workout", "Exercise", [("min", "min", 1), ("hr", "min", 60), ("s", "min", 1.0 / 60)]),
    ]

    private static let temperatures = [("degC", "°C", 1.0), ("degF", "°F", 1)]
    private static let pressures = [("mmHg", "mmHg", 1.0), ("kPa", "kPa", 1)]
    private static let rates = [("count/min", "bpm", 1.0), ("count/s", "bpm", 60)]

    /// The number of a quantity by the full name of its type.
    static let numbers: [String: Int] = Dictionary(
        uniqueKeysWithValues: all.enumerated().map {
            ($0.element.type == "Workout" ? "Workout" : "HKQuantityTypeIdentifier" + $0.element.type, $0.offset)
        })

    private init(
        _ type: String, _ name: String, _ units: [(String, String, Double)], isDaily: Bool = false, isLower: Bool = false
    ) {
        let form: Measure.Form = name == "Blood pressure" ? .pair : name == "Exercise" ? .duration : .number
        (self.type, self.isDaily, self.isLower) = (type, isDaily, isLower)
        measure = Measure(name, form, unit: units[0].1)
        self.units = units.map { (written: $0.0, unit: $0.1, factor: $0.2) }
    }

    /// The measure in the unit with this number.
    package func measure(unit: Int) -> Measure {
        let name = units[min(unit, units.count - 1)].unit
        return Measure(measure.name, measure.form, unit: name)
    }

    /// A number of the export in the unit here, and that unit's number; `nil` for an unknown unit and an impossible number.
    func read(_ text: String, unit written: String?) -> (value: Double, unit: Int)? {
        // The weight of a mole, which Apple writes into the unit of glucose, has had different numbers of digits.
        let written = written.map { $0.hasPrefix("mmol<") && $0.hasSuffix(">/L") ? "mmol/L" : $0 }
        guard let place = units.firstIndex(where: { $0.written == written }), let number = Double(text), number.isFinite else {
            return nil
        }
        let value = number * units[place].factor
        let range = measure(unit: place).range ?? 0...1e5
        return range.contains(value) ? (value, place) : nil
    }
}

/// The mean of a quantity's records of one day, while it is read.
package struct QuantityMean: Hashable {
    /// The number of the quantity, and of the civil day.
    package struct Key: Hashable {
        /// In `HealthQuantity.all`.
        package let quantity: Int
        /// Since 1970.
        package let day: Int
    }

    package private(set) var count = 0
    private var sum = 0.0
    /// The last second.
    package private(set) var last = Int64.min
    /// Seconds east of UTC at the last one.
    package private(set) var offset = 0
    /// The number of the source of the last one.
    package private(set) var source = 0

    mutating func add(_ value: Double, at second: Int64, offset: Int, source: Int) {
        (count, sum) = (count + 1, sum + value)
        // Of several at the same second the one further east, so that the order in the file does not matter.
        if (second, offset, source) > (last, self.offset, self.source) || last == .min {
            (last, self.offset, self.source) = (second, offset, source)
        }
    }

    /// The mean, with one decimal.
    package var value: Double { (sum / Double(max(count, 1)) * 10).rounded() / 10 }
}
