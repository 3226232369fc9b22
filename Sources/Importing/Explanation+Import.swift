import Base

extension ImportError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .notThisFormat:
            Explanation(
                "not_this_format", "no entry of this format is in the file",
                hint: "name the format: 'auralyst import jrnl FILE' or 'auralyst import markdown FOLDER'")
        case .notOfFormat(let format):
            Explanation(
                "not_this_format", "nothing of \(format.title) is in there",
                hint: "leave the format out: 'auralyst import PATH' tells it by what is in the files")
        case .nothingInIt:
            Explanation(
                "nothing_read", "there is no record in it, so that nothing was read",
                hint: "look whether it is the right file, or export it again from the program that wrote it")
        case .severalExports(let names):
            Explanation(
                "several_exports", "this folder is no export, but \(names.count == 1 ? "one lies" : "several lie") in it",
                hint: "name \(names.count == 1 ? "it" : "one of them"): " + Explanation.list(names))
        case .severalArchives(let names):
            Explanation(
                "several_exports", "several archives are in this one, and which is meant is not clear",
                hint: "unpack it, and import them one after the other: " + Explanation.list(names))
        case .beyondSalvage:
            Explanation(
                "beyond_salvage", "it is so broken that nothing of it can be read",
                hint: "export it again, or take another copy of it")
        case .tooLargeInside(let name, let limit):
            Explanation(
                "too_large", "\(Explanation.quoted(name)) in it has more than \(limit) bytes, the most that is read at once",
                hint: "export it in parts, such as a year each: what is there already is not added twice")
        case .noSuchTable(let name, let there):
            Explanation(
                "no_table", "the database has no table \(Explanation.quoted(name))",
                hint: there.isEmpty ? "it has no table at all" : "it has: " + Explanation.list(there))
        case .jsonLines:
            Explanation(
                "json_lines", "this is JSON with one value a line, which no known program exports",
                hint: "make a CSV table of it, with a column for the date and one for the text, and import that")
        case .encryptedJrnl:
            Explanation(
                "encrypted_jrnl", "this journal is encrypted by jrnl",
                hint: "run 'jrnl --export text --file journal.txt' first, import that file, then delete it")
        case .otherKind(let kind): kind.explanation
        case .file(let path, let code): Explanation(systemError: code, path: path)
        case .notAFile(let path): Explanation("not_a_file", "\(path) is not a file", hint: "only regular files can be read")
        case .notText:
            Explanation("not_text", "the file is not text", hint: "export it as text or JSON from the program that wrote it")
        case .malformedJSON:
            Explanation("malformed_json", "the file is not whole JSON", hint: "export it again: it may have been cut off")
        case .brokenJSON(let line):
            Explanation(
                "malformed_json", "the JSON breaks off or is not sound on line \(line)",
                hint: "export it again; or '--salvage' takes what can still be read")
        case .nestedTooDeeply(let limit):
            Explanation(
                "malformed_json", "the JSON is nested deeper than \(limit) levels", hint: "this is not an export of a journal")
        case .tooLarge(let bytes, let limit):
            Explanation(
                "too_large", "the file has \(bytes) bytes; at most \(limit) are read at once",
                hint: "export it in parts, such as a year each: what is there already is not added twice")
        case .unknownFormat:
            Explanation(
                "unknown_source", "no known program writes what is in there",
                hint: "'auralyst import --help' lists the formats; a table needs its columns named")
        case .damagedArchive:
            Explanation(
                "damaged_archive", "the archive is damaged",
                hint: "export or copy it again; or '--salvage' takes what can still be read")
        case .encryptedArchive:
            Explanation("encrypted_archive", "the archive is protected by a password", hint: "export it again without one")
        case .hostileArchive:
            Explanation(
                "hostile_archive", "the archive holds links or names that lead out of it; nothing of it was read",
                hint: "no journal exports that: find out where the file comes from")
        case .swollenArchive:
            Explanation(
                "swollen_archive", "the archive unpacks to more than 250 times its size, so reading it was stopped",
                hint: "exports of journals don't do that: check where the file comes from; nothing was imported")
        case .tooManyFiles(let limit):
            Explanation("too_many_files", "there are more than \(limit) files in it", hint: "import a part of it at a time")
        case .noArchiveLibrary:
            Explanation("no_archive_library", "libarchive, which reads archives, is not installed", hint: "install libarchive13")
        case .noYAMLLibrary:
            Explanation(
                "no_yaml_library", "libyaml, which reads RedNotebook's months, is not installed", hint: "install libyaml-0-2")
        case .hostileXML:
            Explanation(
                "hostile_xml", "the XML declares a document type, which no journal exports; nothing of it was read",
                hint: "find out where the file comes from")
        case .encryptedSource:
            Explanation(
                "encrypted_source", "this backup is encrypted by the program that wrote it",
                hint: "export it decrypted, import that, then delete it with 'shred -u FILE'")
        case .wrongPassword:
            Explanation("wrong_password", "the password does not open this journal", hint: "try again; nothing was changed")
        case .noColumn(let role, let names):
            Explanation(
                "no_column",
                "the table has no column for the \(role)" + (names.isEmpty ? "" : "; it has: " + Explanation.list(names)),
                hint: "name it: --column \(role)=NAME")
        case .notATable:
            Explanation(
                "not_a_table", "this is not a table: the file holds bytes that are not text",
                hint: "export it again as CSV, in UTF-8, from the program that wrote it")
        case .ownTable(let name):
            Explanation(
                "own_table", "\(name) of Auralyst's own CSV export cannot be imported: it does not hold everything",
                hint: "import entries.csv for the entries, or a JSON export for everything")
        case .damagedDatabase:
            Explanation(
                "damaged_source_database", "this database is damaged",
                hint: "'sqlite3 FILE .recover' may save what is left: import that")
        case .noTable(let names):
            Explanation(
                "no_table", "it is not clear which table is meant",
                hint: names.isEmpty
                    ? "the database has no table with a text and a date"
                    : "name it: --table NAME, one of " + names.prefix(5).map { $0.prefix(30) }.joined(separator: ", "))
        }
    }
}

extension ImportError.Kind: Explainable {
    package var explanation: Explanation {
        switch self {
        case .zip: Explanation("other_kind", "this is a zip archive", hint: "unpack it and import the file or folder inside")
        case .gzip: Explanation("other_kind", "this is a gzip archive", hint: "unpack it with gunzip and import what is inside")
        case .pdf: Explanation("other_kind", "this is a PDF", hint: "export text or JSON from the program that wrote it")
        case .sqlite:
            Explanation("other_kind", "this is a database", hint: "export text or JSON from the program that it belongs to")
        case .age:
            Explanation(
                "other_kind", "this file is encrypted by age",
                hint: "'age -d -i recovery.txt FILE' opens it, if it was made for your recovery code")
        case .utf16: Explanation("other_kind", "this text is in UTF-16", hint: "save it as UTF-8 and try again")
        }
    }
}
