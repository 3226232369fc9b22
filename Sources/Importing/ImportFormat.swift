package enum ImportFormat: String, CaseIterable, Sendable {
    /// Day One: JSON, its zip with photos, classic folders of plists, plain text.
    case dayone
    /// jrnl: text files, folder journals, JSON exports, encrypted files with their password.
    case jrnl
    /// Daylio: CSV exports and `.daylio` backups.
    case daylio
    /// Journey: its zip of JSON files.
    case journey
    /// Bearable: its CSV export.
    case bearable
    /// Standard Notes: its backup, decrypted.
    case standardnotes
    /// Joplin: JEX, or a RAW folder.
    case joplin
    /// RedNotebook: a folder of months.
    case rednotebook
    /// Diaro: its zip.
    case diaro
    /// Apple Journal: HTML pages.
    case applejournal
    /// Nomie: JSON backups and CSV.
    case nomie
    /// TapLog: its CSV.
    case taplog
    /// Google Keep: its part of a Google Takeout.
    case keep
    /// Simplenote: its zip, or the JSON in it.
    case simplenote
    /// A folder of Markdown notes, or one note: Obsidian, Logseq and others.
    case markdown
    /// A table of a SQLite database, with a map of its columns.
    case sqlite
    /// A CSV table, with a map of its columns.
    case csv

    package var title: String {
        switch self {
        case .dayone: "Day One"
        case .jrnl: "jrnl"
        case .daylio: "Daylio"
        case .journey: "Journey"
        case .bearable: "Bearable"
        case .standardnotes: "Standard Notes"
        case .joplin: "Joplin"
        case .rednotebook: "RedNotebook"
        case .diaro: "Diaro"
        case .applejournal: "Apple Journal"
        case .nomie: "Nomie"
        case .taplog: "TapLog"
        case .keep: "Google Keep"
        case .simplenote: "Simplenote"
        case .markdown: "Markdown"
        case .sqlite: "SQLite"
        case .csv: "CSV"
        }
    }
}
