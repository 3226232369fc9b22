/// The types of records in an export, and the counts of those that are not imported.
struct HealthTypes {
    /// The types that are imported.
    enum Measure: Hashable {
        case steps
        case sleep
        case symptom(Int)
        case quantity(Int)

        /// The most seconds of one record: longer ones are impossible for a day, a night, a symptom or a workout.
        var longest: Int64 {
            switch self {
            case .steps: 2 * 86_400
            case .sleep: 86_400
            case .symptom: 366 * 86_400
            case .quantity: 7 * 86_400
            }
        }
    }

    private var names: [String] = []
    private var measures: [Measure?] = []
    private var counts: [Int] = []
    private var numbers: [[UInt8]: Int] = [:]
    private var last: (bytes: [UInt8], number: Int)?

    /// Further types count as one; Apple has some two hundred.
    private static let limit = 500

    mutating func number(of text: XMLText?) -> Int {
        guard let text, text.count <= 120 else { return add([]) }
        // An export is sorted by type: most records have the type of the one before.
        if let last, text.equals(last.bytes) { return last.number }
        let bytes = text.copy
        let number = numbers[bytes] ?? add(bytes)
        last = (bytes, number)
        return number
    }

    /// The number of workouts, which are elements of their own.
    mutating func numberOfWorkouts() -> Int { add(Array("Workout".utf8)) }

    /// How this type is imported; `nil` if it is not.
    func measure(_ number: Int) -> Measure? { measures[number] }

    /// Its name without the common prefix.
    func name(_ number: Int) -> String { names[number] }

    mutating func count(notImported number: Int) { counts[number] += 1 }

    /// The number of records of each type that is not imported.
    var notImported: [(name: String, count: Int)] {
        zip(names, counts).filter { $0.1 > 0 }.map { (name: $0.0, count: $0.1) }
    }

    private mutating func add(_ bytes: [UInt8]) -> Int {
        let isNamed = !bytes.isEmpty && numbers.count < HealthTypes.limit
        let key = isNamed ? bytes : []
        if let known = numbers[key] { return known }
        let whole = String(decoding: key, as: UTF8.self)
        names.append(isNamed ? HealthTypes.short(whole) : "other types")
        switch whole {
        case "HKQuantityTypeIdentifierStepCount": measures.append(.steps)
        case "HKCategoryTypeIdentifierSleepAnalysis": measures.append(.sleep)
        default:
            measures.append(
                HealthSymptom.numbers[whole].map(Measure.symptom) ?? HealthQuantity.numbers[whole].map(Measure.quantity))
        }
        counts.append(0)
        numbers[key] = names.count - 1
        return names.count - 1
    }

    private static func short(_ name: String) -> String {
        for prefix in ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataType"] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}
