import Base

extension AppleHealthError: Explainable {
    package var explanation: Explanation {
        let export: Hint = "on the phone: Health, your picture, Export All Health Data; then import that export.zip"
        return switch self {
        case .notAnExport: Explanation("not_this_format", "this is not an export from Apple Health", hint: export)
        case .noExportInside:
            Explanation("not_this_format", "the archive has no export from Apple Health in it", hint: export)
        case .encrypted:
            Explanation(
                "encrypted_archive", "the archive has a password", hint: "unpack it and import export.xml")
        case .damagedArchive:
            Explanation("damaged_archive", "the archive is damaged", hint: "copy it from the phone again, or export it again")
        case .swollenArchive: ImportError.swollenArchive.explanation
        case .noArchiveLibrary:
            Explanation(
                "no_archive_library", "archives cannot be read: libarchive is not installed",
                hint: "install it (Debian: libarchive13), or unpack the archive and import export.xml")
        }
    }
}
