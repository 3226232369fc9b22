import Base
import Journal
import Report

/// The positions of days in a report's drawings, which are all 720 wide.
struct ReportScale {
    let days: ClosedRange<LocalDay>
    /// The left edge of the first day.
    let first = 26.0
    let width = 692.0

    /// The left edge of a day, by its number.
    func left(of day: Int) -> Double { first + width * Double(day - days.lowerBound.number) / Double(days.count) }

    func middle(of day: Int) -> Double { left(of: day) + width / Double(days.count) / 2 }

    /// Ticks at weeks of a short period or months of a long one: a small line and a date.
    func ticks(_ dates: DateLanguage, top: Double, bottom: Double, label: Double) -> HTML {
        let isShort = days.count <= 70
        let starts = days.numbers.compactMap { LocalDay(number: $0) }.filter {
            isShort ? ($0.number - days.lowerBound.number) % 7 == 0 : $0.parts.day == 1
        }
        return starts.html { day in
            let x = left(of: day.number)
            let words = dates.day(day, style: .dayMonth)
            // A date at the right edge would be cut off.
            let text: HTML =
                x > 680
                ? .empty
                : "<text x=\"\(decimal(x + 2))\" y=\"\(decimal(label))\" font-size=\"9.5\" fill=\"#475569\">\(words)</text>"
            return
                "<path d=\"M\(decimal(x)) \(decimal(top))V\(decimal(bottom))\" stroke=\"#94a3b8\" stroke-width=\"0.75\"/>\(text)"
        }
    }
}

/// A number with at most one decimal, for SVG.
func decimal(_ number: Double) -> String {
    let tenths = Int64((number * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let (whole, part) = (abs(tenths) / 10, abs(tenths) % 10)
    return part == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(part)"
}
