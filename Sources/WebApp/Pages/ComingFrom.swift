import Documents

/// How to get one's entries out of another program. Its menus may be named otherwise in other versions.
enum ComingFrom {
    private static let programs: [(name: HTML, find: HTML, save: HTML)] = [
        ("Apple Health", "On the iPhone, open Health and tap your picture.", "Tap “Export All Health Data”. Save the zip."),
        ("Apple Journal", "On the iPhone, open Settings, Apps, Journal.", "Tap “Export All Journal Entries”. Zip the folder."),
        ("Bear", "Select all notes, and choose File, Export Notes.", "Choose Markdown, with attachments. Zip the folder."),
        ("Bearable", "Open the settings of your account.", "Choose to export your data, and save the CSV file."),
        ("Daylio", "Open More, then Backup & Restore.", "Export the backup (.daylio): unlike the CSV file, it has photos."),
        ("Day One", "Open Settings, Import/Export; on a Mac, File, Export.", "Choose JSON, with all journals and media."),
        ("Google Keep", "Open takeout.google.com and choose Keep only.", "Download the zip when it is ready."),
        ("Joplin", "Choose File, Export all.", "Choose JEX, and save the file."),
        ("Journey", "Open Settings, then Export.", "Choose its own format (a zip), not PDF or Word. Save all parts."),
        ("jrnl", "In a terminal, “jrnl --list” shows where your journal is.", "Use that file, even if it is encrypted."),
        ("Standard Notes", "Open Preferences, Backups.", "Choose “Decrypted”, and download the backup. Anyone can read it."),
        ("Another program", "Look for an export as Markdown, CSV or JSON.", "If there are photos, keep all in one zip."),
    ]

    /// - Parameter next: what to do with the file.
    static func html(next: HTML) -> HTML {
        let list = programs.html {
            "<details name=\"from\"><summary>\($0.name)</summary><ol><li>\($0.find)</li><li>\($0.save)</li><li>\(next)</li></ol></details>"
        }
        return """
            <section class="card narrow coming-from" id="from" aria-labelledby="from-title"><h2 id="from-title">I come from…</h2>\(list)</section>
            """
    }
}
