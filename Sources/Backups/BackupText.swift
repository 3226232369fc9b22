enum BackupText {
    /// `README.txt` in every backup, for a person who has only this file and the recovery code.
    static func readme(_ manifest: BackupManifest) -> String {
        let parents = manifest.parents.map(\.name)
        let order =
            parents.isEmpty
            ? "This file holds everything."
            : "This file holds what came after these, which are needed as well:\n\n"
                + parents.map { "    " + $0 }.joined(separator: "\n")
        return """
            A backup of a journal that was kept with Auralyst.

            \(order)

            With Auralyst:      auralyst backup restore FOLDER --to NEW-FOLDER
            Without Auralyst:   age -d -i recovery.txt FILE.age | tar x
                                recovery.txt holds the recovery code, AGE-SECRET-KEY-1... (in capitals, on one line);
                                age is a free program: https://age-encryption.org

            manifest.json   what is in here, and a digest of all records
            manifest.code   shows the vault that it made this file itself
            keys            the keys of the journals, as fields: u16 tag, u32 length, value
            log.ops         the log: u32 length, operation, and so on
            attachments/    sealed files, named by their SHA-256; the records hold their keys
            journal.json    (monthly backups) every record, readable as it is

            How the log and the attachments are opened, with a script of a page, is told in
            docs/reading-a-backup.md of Auralyst's sources.

            """
    }
}
