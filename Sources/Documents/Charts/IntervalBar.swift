import Findings
import Insights

/// A difference and its interval on a line with "no difference" in the middle; the numbers are next to it in words.
package struct IntervalBar {
    let low: Double
    let estimate: Double
    let high: Double
    /// The labels of the line's ends, after the number: `lower` and `higher`.
    var ends: (HTML, HTML) = ("lower", "higher")

    package init(_ finding: Finding) {
        (low, estimate, high) = (finding.interval.lowerBound, finding.difference, finding.interval.upperBound)
    }

    /// Whole points on either side, so that neighboring cards can be compared.
    private var reach: Double { max(3, max(abs(low), abs(high)).rounded(.up)) }

    private func place(_ value: Double) -> String { tenths(120 + value / reach * 112) }

    package var html: HTML {
        guard low.isFinite, estimate.isFinite, high.isFinite, low <= high, reach < 1000 else { return .empty }
        let points = String(Int(reach))
        return """
            <div class="span-bar" aria-hidden="true"><svg viewBox="0 0 240 24" focusable="false"><path class="span-axis" d="M8 12H232"/><path class="span-zero" d="M120 2V22"/><path class="span-reach" d="M\(place(low)) 12H\(place(high))"/><circle class="span-point" cx="\(place(estimate))" cy="12" r="5"/></svg>
            <p><span>\(points) \(ends.0)</span><span>no difference</span><span>\(points) \(ends.1)</span></p></div>
            """
    }
}

/// A share of counted doses and its interval, on a line from none to all.
struct ShareBar {
    let share: Double
    let interval: ClosedRange<Double>

    private func place(_ value: Double) -> String { tenths(8 + min(max(value, 0), 1) * 224) }

    var html: HTML {
        """
        <div class="span-bar" aria-hidden="true"><svg viewBox="0 0 240 24" focusable="false"><path class="span-axis" d="M8 12H232"/><path class="span-reach" d="M\(place(interval.lowerBound)) 12H\(place(interval.upperBound))"/><circle class="span-point" cx="\(place(share))" cy="12" r="5"/></svg></div>
        """
    }
}
