import Base

extension AppleHealthError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notAnExport:
            Explanation(
                "not_this_format", "this is no export of Apple Health",
                hint: "on the phone: Health, your picture, Export All Health Data; then import the export.zip it makes")
        case .noExportInside:
            Explanation(
                "not_this_format", "no export of Apple Health is in the archive",
                hint: "on the phone: Health, your picture, Export All Health Data; then import the export.zip it makes")
        case .encrypted:
            Explanation(
                "encrypted_archive", "the archive is encrypted", hint: "unpack it with its password and import export.xml")
        case .damagedArchive:
            Explanation("damaged_archive", "the archive is damaged", hint: "copy it from the phone again, or export again")
        case .swollenArchive: ImportError.swollenArchive.explanation
        case .noArchiveLibrary:
            Explanation(
                "no_archive_library", "libarchive, which reads zip archives, is not installed",
                hint: "install it (Debian: libarchive13), or unpack the archive and import export.xml")
        }
    }
}
