import Base
import Engine
import Exchange
import Importing

extension ToldTables {
    static let export: [Told] = [
        Told(
            ExportReadingError.notAnExport, "not_an_export", "this is no export of Auralyst",
            "'auralyst export json --out FILE' makes one"),
        Told(
            ExportReadingError.newerVersion(2), "newer_export", "the export was made by a newer version (format 2)",
            "update Auralyst, then import it again"),
        Told(
            ExportReadingError.cutOff, "broken_export", "the export ends in the middle, and nothing was imported",
            "copy or download it again: the rest is missing"),
        Told(
            ExportReadingError.malformed(afterRecord: 7), "broken_export",
            "what stands behind record 7 is no JSON, and nothing was imported", "take an unaltered copy of the export"),
        Told(
            ExportError.staysClear(.csv), "not_encrypted", "an export as csv cannot be encrypted",
            "json and html can be; or encrypt it yourself and wipe the clear one", .usage),
        Told(
            ExportError.wrongKey, "wrong_key", "this does not open the encrypted export",
            "it takes the passphrase or the key it was made for", .locked),
        Told(
            ExportError.damagedSeal, "damaged_export", "the encrypted export is damaged, and nothing was imported",
            "take another copy of it", .damaged),
        Told(
            ExportError.notOurs(path: "/tmp/x"), "not_our_export",
            "/tmp/x is no clear export of this vault",
            "it was left as it is; 'auralyst wipe-export' lists those that are known"),
        Told(
            ExportError.editedSince(path: "/tmp/x"), "export_edited", "/tmp/x was exported by this vault, and changed since",
            "it was left as it is; --edited writes over it all the same"),
        Told(
            ExportError.insideVault(path: "/v/x"), "inside_vault",
            "/v/x lies in the vault's own folder, where nothing in clear belongs", "name a place elsewhere", .usage),
    ]
}
