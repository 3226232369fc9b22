/// What kind of acute medicine a person takes against pain or attacks. Set by its owner; Auralyst never guesses it from a name.
///
/// The kinds and their days are those of medication-overuse headache in the International Classification of Headache Disorders,
/// third edition (ICHD-3, 8.2.1 to 8.2.6).
package enum AcuteKind: String, CaseIterable, Hashable, Sendable {
    /// Paracetamol, aspirin, ibuprofen, naproxen and others of one substance.
    case painkiller
    case triptan
    /// Ergotamine.
    case ergot
    case opioid
    /// Painkillers of two or more substances, or with caffeine.
    case combination

    /// From this many days a month on, ICHD-3 speaks of overuse if it goes on for more than three months.
    package var referenceDays: Int { self == .painkiller ? 15 : 10 }

    /// The same for several kinds together.
    package static let referenceDaysTogether = 10

    /// `Simple painkillers`, `Triptans`.
    package var title: String {
        switch self {
        case .painkiller: "Simple painkillers"
        case .triptan: "Triptans"
        case .ergot: "Ergotamine"
        case .opioid: "Opioids"
        case .combination: "Combined painkillers"
        }
    }
}
