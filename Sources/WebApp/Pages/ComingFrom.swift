import Documents

/// How to get one's entries out of another program. Its menus may be named otherwise in other versions.
enum ComingFrom {
    private static let programs: [(name: HTML, steps: [HTML])] = [
        (
            "Apple Health",
            ["On the iPhone, open Health and tap your picture.", "Tap “Export All Health Data”, and save the zip."]
        ),
        (
            "Apple Journal",
            ["On the iPhone, open Settings, Apps, Journal.", "Tap “Export All Journal Entries”, and save the folder or its zip."]
        ),
        ("Bear", ["Choose File, Export Notes, with all notes selected.", "Choose Markdown, with attachments. Zip the folder."]),
        ("Bearable", ["Open the settings of your account.", "Choose to export your data, and save the CSV file."]),
        (
            "Daylio",
            [
                "Open More, then Backup & Restore.",
                "Export the backup (.daylio): it has your photos. “Export entries” makes a CSV file without them.",
            ]
        ),
        (
            "Day One",
            ["Open Settings, Import/Export. On a Mac: File, Export.", "Choose JSON, with all journals and media. Save the zip."]
        ),
        ("Google Keep", ["Open takeout.google.com and choose Keep only.", "Download the zip when it is ready."]),
        ("Joplin", ["Choose File, Export all.", "Choose JEX, and save the file."]),
        ("Journey", ["Open Settings, then Export.", "Choose its own format (a zip), not PDF or Word. Save all parts."]),
        (
            "jrnl",
            ["In a terminal, “jrnl --list” shows where your journal is.", "Use that file as it is, also if it is encrypted."]
        ),
        (
            "Standard Notes",
            [
                "Open Preferences, Backups.", "Choose “Decrypted”, and download the backup.",
                "Delete the zip after the import: anyone can read it.",
            ]
        ),
        (
            "Another program",
            ["Look for an export as Markdown, CSV or JSON.", "Keep the files together, in a zip if there are photos."]
        ),
    ]

    /// - Parameter next: what to do with the file.
    static func html(next: HTML) -> HTML {
        let list = programs.html { name, steps in
            "<details name=\"from\"><summary>\(name)</summary><ol>\(steps.html { "<li>\($0)</li>" })<li>\(next)</li></ol></details>"
        }
        return """
            <section class="card narrow coming-from" id="from" aria-labelledby="from-title"><h2 id="from-title">I come from…</h2>\(list)</section>
            """
    }
}
