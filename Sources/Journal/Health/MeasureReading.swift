/// What a typed measurement may mean. One reading is saved; of several, or of a doubtful one, the person is asked.
package struct MeasureReading: Hashable, Sendable {
    /// What may be meant, and can be saved; without a doubt one.
    package private(set) var choices: [Choice] = []
    /// Why it is asked about; `nil` if it is clear.
    package private(set) var doubt: MeasureDoubt?
    /// What a person means who does not want to be asked; `nil` if that cannot be known.
    package private(set) var literal: Choice?

    package struct Choice: Hashable, Sendable {
        /// With the unit.
        package let measure: Measure
        /// As in `MeasureEntry`.
        package let value: Double
        /// As in `MeasureEntry`.
        package let second: Double?

        /// With its unit; typed again, it means just this.
        package var words: String {
            measure.form == .scale ? measure.typed(value, second) : measure.words(value, second)
        }

        fileprivate var numbers: [Double] { [value] + (second.map { [$0] } ?? []) }

        fileprivate var isUpsideDown: Bool { measure.kind?.form == .pair && (second ?? value - 1) >= value }

        fileprivate var isPossible: Bool {
            let range = measure.range ?? -MeasureEntry.most...MeasureEntry.most
            return numbers.allSatisfy { range.contains($0) } && !isUpsideDown
        }

        /// Whether it is a usual first number.
        fileprivate var isLikely: Bool {
            guard let unit = measure.kind?.unit(measure.unit) else { return true }
            return numbers.allSatisfy { unit.likely?.contains($0) ?? false }
        }

        /// Whether it is near the latest ones; `nil` if there are none to compare with.
        fileprivate func isNear(_ recent: [MeasureEntry]) -> Bool? {
            var (seen, jump) = (false, measure.kind?.jump ?? 10)
            if measure.form == .scale || measure.form == .yesNo { jump = .infinity }
            for (place, number) in numbers.enumerated() {
                let before = recent.compactMap { entry in
                    (place == 0 ? entry.value : entry.second).flatMap { measure.number($0, in: entry.measure.unit) }
                }
                // A zero is near nothing, and common.
                let positive = before.filter { $0 > 0 }
                guard let least = positive.min(), let most = positive.max(), number > 0 else { continue }
                seen = true
                if number * jump <= least || number >= most * jump { return false }
            }
            return seen ? true : nil
        }
    }

    /// `nil` if it is no value of this form.
    /// - Parameter typed: the value, perhaps with its unit.
    /// - Parameter unit: the unit that was given beside it.
    /// - Parameter type: its form, if that was said.
    /// - Parameter range: its range, if that was said.
    /// - Parameter known: what the latest entry says of it.
    /// - Parameter recent: its latest entries.
    package init?(
        _ typed: String, of name: String, type: Measure.Form? = nil, unit: String? = nil, range: ClosedRange<Double>? = nil,
        known: Measure?, recent: [MeasureEntry]
    ) {
        let known = known ?? Measure.unsaid(name)
        let form = type ?? known?.form ?? (range == nil ? Measure.form(of: typed) : .scale) ?? .number
        func measure(_ unit: String) -> Measure {
            let measure = Measure(known?.name ?? name, form, unit: unit, range: range)
            // A range is one of its unit.
            guard range == nil, let known, known.form == form, known.unit == measure.unit else { return measure }
            return Measure(known.name, form, unit: unit, range: known.range)
        }
        let plain = measure(known?.unit ?? "")
        var numbers: [(value: Double, second: Double?)]
        var units: [String] = []
        if form == .yesNo || form == .duration {
            if let only = plain.read(typed) {
                numbers = [only]
            } else if form == .duration, let both = TypedNumber(typed)?.readings {
                numbers = both.map { ($0.value, nil) }
            } else {
                return nil
            }
        } else {
            guard let cut = TypedMeasure(typed, scaleEnd: form == .scale ? plain.range?.upperBound : nil),
                cut.isPair == (form == .pair), form != .scale || cut.unit.isEmpty
            else { return nil }
            numbers = cut.choices
            for written in [cut.unit, unit ?? ""] where !written.isEmpty && form != .scale && !isAnyDegree(written, plain.kind) {
                let spelled = plain.spelled(written)
                if !units.contains(spelled) { units.append(spelled) }
            }
        }
        func choices(_ units: [String]) -> [Choice] {
            units.flatMap { unit in numbers.map { Choice(measure: measure(unit), value: $0.value, second: $0.second) } }
        }
        let isBare = units.isEmpty
        let kind = plain.kind
        if isBare {
            let needsUnit = kind.map { !$0.hasDefault && plain.unit.isEmpty } ?? false
            if needsUnit, let kind {
                // Both are named, the likely one first, even where only one is possible: the number alone does not say it.
                let all = choices(kind.units.map { $0.name })
                self.choices = all.filter { $0.isPossible && $0.isLikely } + all.filter { $0.isPossible && !$0.isLikely }
                doubt = .noUnit(all.map { $0.words })
                if self.choices.isEmpty { (self.choices, doubt, literal) = ([all[0]], nil, all[0]) }
                return
            }
            units = [plain.unit]
        }
        let said = choices(units)
        var possible = said.filter { $0.isPossible }
        if said.count > 1, possible.count > 1 || numbers.count > 1 && possible.contains(where: { isDoubtful($0, recent) }) {
            self.choices = possible
            doubt = numbers.count > 1 ? .separator(typed) : .twoUnits(possible.map { $0.words })
            return
        }
        guard let one = possible.first ?? said.first else { return nil }
        // A number in hours among some in minutes is as plain as one in pounds.
        var others: [Choice] = []
        if let kind, form != .duration {
            others = kind.units.filter { $0.name != one.measure.unit }
                .map { Choice(measure: measure($0.name), value: one.value, second: one.second) }
                .filter { $0.isPossible && ($0.isNear(recent) ?? $0.isLikely) }
        } else if form == .duration, typedNumber(typed) != nil, isBare {
            others = [Choice(measure: plain, value: one.value * 60, second: nil)]
                .filter { $0.isPossible && $0.isNear(recent) ?? false }
        }
        self.choices = [one]
        literal = one
        if possible.isEmpty {
            let swapped = one.second.map { Choice(measure: one.measure, value: $0, second: one.value) }
            if one.isUpsideDown, let swapped, swapped.isPossible {
                (self.choices, doubt, literal) = ([swapped], .upsideDown(swapped.words), nil)
            } else if !others.isEmpty {
                (self.choices, doubt, literal) = (others, .impossible(one.words, others.map { $0.words }), nil)
            }
            return
        }
        if let unit = units.first, !isBare, isOther(unit, plain, kind, known) {
            guard let kind else {
                doubt = .otherUnit(unit, plain.unit)
                return
            }
            // Its range would be lost with its unit.
            let units = kind.units.map { Choice(measure: measure($0.name), value: one.value, second: one.second) }
            self.choices = others.isEmpty ? units.filter { $0.isPossible } : others
            (doubt, literal) = (.unknownUnit(unit, kind.units.map { $0.name }), nil)
            return
        }
        let near = one.isNear(recent)
        if near == true {
            // A very low number in one unit of glucose is a high one in the other.
            others = isBare && kind?.hasDefault == false ? others.filter { $0.isLikely } : []
            if others.isEmpty { return }
        }
        possible = [one] + others
        let last = recent.first.map { $0.amount } ?? ""
        if !others.isEmpty, near == false || isBare {
            (self.choices, doubt) = (possible, .twoUnits(possible.map { $0.words }))
        } else if near == false {
            doubt = .far(one.words, last)
        } else if isBare, !one.isLikely {
            doubt = .unusual(one.words)
        }
    }
}

/// Whether a unit is neither one of the kind nor one that can be converted to the one before.
private func isOther(_ unit: String, _ plain: Measure, _ kind: MeasureKind?, _ known: Measure?) -> Bool {
    if let kind { return kind.unit(unit) == nil && unit != known?.unit }
    return known != nil && unit != plain.unit && plain.number(1, in: unit) == nil
}

/// Whether it says degrees, but not of which scale.
private func isAnyDegree(_ unit: String, _ kind: MeasureKind?) -> Bool {
    kind?.unit("°C") != nil && ["°", "deg", "degree", "degrees"].contains(unit.lowercased())
}

/// Whether the only possible reading of a separator is no number that a person types: thousandths of a minute or of a scale.
private func isDoubtful(_ only: MeasureReading.Choice, _ recent: [MeasureEntry]) -> Bool {
    guard only.measure.form == .number || only.measure.form == .pair else { return true }
    return only.isNear(recent) == nil && (only.measure.kind == nil || !only.isLikely)
}

/// Why a typed measurement is asked about. The texts are values with their units.
package enum MeasureDoubt: Hashable, Sendable {
    /// Its separator may be for decimals or thousands; what was typed.
    case separator(String)
    /// It is counted in several units, and none was said; all readings.
    case noUnit([String])
    /// It may be in either unit.
    case twoUnits([String])
    /// No one has such a number; what may be meant instead.
    case impossible(String, [String])
    /// The numbers of a blood pressure in the wrong order; what may be meant.
    case upsideDown(String)
    /// Far from the latest one.
    case far(String, String)
    /// No usual number, and the first one.
    case unusual(String)
    /// It is not counted in this unit, but in others.
    case unknownUnit(String, [String])
    /// It was in another unit before, and there is no way between the two.
    case otherUnit(String, String)
}
