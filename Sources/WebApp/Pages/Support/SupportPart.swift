import Base
import Documents
import Journal

extension SupportItem.Part {
    /// In addresses and on the page: `/support/step`, `#step`.
    var path: String { rawValue.split(separator: "_").last.map(String.init) ?? rawValue }

    init?(path: String) {
        guard let part = SupportItem.Part.allCases.first(where: { $0.path == path }) else { return nil }
        self = part
    }

    var title: HTML {
        switch self {
        case .trigger: "What sets it off"
        case .step: "What helps, in order"
        case .buddy: "My buddy"
        case .contact: "SOS numbers"
        }
    }

    var told: HTML {
        switch self {
        case .trigger: "Situations, places, feelings. They become choices when you log a craving."
        case .step: "Written down in a calm hour, read in a hard one. Begin with the easiest."
        case .buddy: "Someone who knows, and whom you may call. With a number, one tap calls."
        case .contact: "A crisis line, a doctor, the emergency number of where you live. They come first on the SOS page."
        }
    }

    var noun: String { self == .contact ? say("SOS number") : path }

    var label: HTML {
        switch self {
        case .trigger: "Trigger"
        case .step: "Step"
        case .buddy: "Name"
        case .contact: "Name of the person or service"
        }
    }
}
