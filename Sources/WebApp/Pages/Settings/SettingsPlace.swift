import Documents

/// The pages of the settings, in the order of their list.
enum SettingsPlace: String, CaseIterable {
    case writing, health, reminders, look, language, journals, sync, data, lock, browsers, keys
    /// Linked below the list.
    case about

    var path: String { "/settings/" + rawValue }

    var title: HTML {
        switch self {
        case .writing: "Writing"
        case .health: "Health"
        case .reminders: "Reminders"
        case .look: "Appearance"
        case .language: "Language"
        case .journals: "Journals"
        case .sync: "Sync"
        case .data: "Your data"
        case .lock: "Lock"
        case .browsers: "Browsers"
        case .keys: "Keys"
        case .about: "About"
        }
    }

    /// The anchors of these pages when all settings were one page, for bookmarks.
    var anchors: String {
        switch self {
        case .writing: "daily templates"
        case .reminders: "reminders calendar"
        case .keys: "keys keychain slots"
        default: rawValue
        }
    }
}
