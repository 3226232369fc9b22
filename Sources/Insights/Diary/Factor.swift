import Journal

/// Something that may be related to an outcome: present, absent or unknown on each day.
package struct Factor: Hashable, Sendable {
    package let name: Name
    /// Whether it was present, by the number of the civil day. A day without a value is unknown, never "no".
    package let days: [Int: Bool]

    package enum Name: Hashable, Sendable {
        case tag(String)
        case trigger(String)
        /// A dose was taken of a scheduled medicine that has days off, by its record.
        case taken(RecordID)
        /// A scheduled dose of it was taken outside its window.
        case late(RecordID)
        /// A scheduled dose of it was not taken.
        case missed(RecordID)
        /// Less sleep, measured by a device, than the person's own median of the 90 days before.
        case shortSleep
        /// A night that the person rates as bad: sleep 1 or 2 of 5.
        case badSleep
        /// Fewer steps than the person's own median of the 90 days before.
        case fewSteps
        /// A craving of at least 5.
        case craving
        case menstruation
        /// Yes to a measure of yes or no, by `Measure.key`.
        case yes(String)
        /// More of a measure than the person's own median of the 90 days before, by `MeasureEntry.series`.
        case high(String)
    }

    package init(_ name: Name, _ days: [Int: Bool]) { (self.name, self.days) = (name, days) }
}
