import Journal

extension MeasureReading {
    /// The question that a doubtful value leads to, with all its readings; `nil` if it is clear.
    package var question: Explanation? {
        guard let doubt else { return nil }
        let readings = either(choices.map(\.words))
        let sentence: Sentence =
            switch doubt {
            case .separator(let typed): "\(Explanation.quoted(typed)) may be \(readings)"
            case .noUnit(let all): "the unit is missing: this may be \(either(all))"
            case .twoUnits(let all): "this may be \(either(all))"
            case .impossible(let said, let others): "\(said) is not possible; you may mean \(either(others))"
            case .upsideDown(let other): "the upper number comes first; you may mean \(other)"
            case .far(let said, let last): "\(said) is far from the last one, \(last)"
            case .unusual(let said): "\(said) is an unusual number"
            case .unknownUnit(let unit, let known):
                "\(Explanation.quoted(unit)) is not one of the known units: \(known.joined(separator: ", "))"
            case .otherUnit(let unit, ""): "it had no unit so far, and now it would have \(Explanation.quoted(unit))"
            case .otherUnit(let unit, let known):
                "it was in \(known) so far, and \(Explanation.quoted(unit)) cannot be converted to that"
            }
        var example = choices.last?.words ?? ""
        if case .unknownUnit = doubt { example = choices.first?.words ?? "" }
        let hint: Hint
        if let literal {
            hint = .on(
                commandLine: "type it as you mean it, or add --yes to save \(literal.words)",
                page: "choose what you mean, or correct the value")
        } else {
            hint = .on(
                commandLine: "type it as you mean it: '\(example)'", page: "choose what you mean, or correct the value")
        }
        return Explanation("unclear_measure", sentence, hint: hint, exit: .usage)
    }

    /// `10.5 or 10500`.
    private func either(_ readings: [String]) -> String {
        let first = readings.dropLast().joined(separator: ", ")
        return first.isEmpty ? readings.last ?? "" : say("\(first) or \(readings.last ?? "")")
    }
}
