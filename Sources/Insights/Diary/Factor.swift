import Journal

/// What may go along with an outcome: each day it was there, was not there, or nobody knows.
package struct Factor: Hashable, Sendable {
    /// What it is.
    package let name: Name
    /// By the number of the civil day: whether it was there. A day that is missing here is unknown, never "no".
    package let days: [Int: Bool]

    /// What can be a factor.
    package enum Name: Hashable, Sendable {
        /// A tag of entries.
        case tag(String)
        /// What set a craving off.
        case trigger(String)
        /// A scheduled medicine that has days off, by its record: a dose was taken.
        case taken(RecordLink)
        /// A scheduled dose of it was taken outside its window.
        case late(RecordLink)
        /// A scheduled dose of it was not taken.
        case missed(RecordLink)
        /// Less sleep, measured by a device, than the person's own median of the 90 days before.
        case shortSleep
        /// A night that the person calls bad: sleep 1 or 2 of 5.
        case badSleep
        /// Fewer steps than the person's own median of the 90 days before.
        case fewSteps
        /// A craving of at least 5.
        case craving
        /// A day of menstruation.
        case menstruation
    }

    package init(_ name: Name, _ days: [Int: Bool]) { (self.name, self.days) = (name, days) }
}
