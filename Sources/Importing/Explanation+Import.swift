import Base

extension ImportError: Explainable {
    package var explanation: Explanation {
        let salvage = Hint.on(
            commandLine: "export it again, or add --salvage to import what can still be read",
            page: "export it again, or choose to read what can still be read")
        let inParts: Hint = "export it in parts, such as one year at a time; nothing is imported twice"
        return switch self {
        case .notThisFormat:
            Explanation(
                "not_this_format", "the file contains no entries of this format",
                hint: .on(
                    commandLine: "name the format: 'auralyst import jrnl FILE' or 'auralyst import markdown FOLDER'",
                    page: "choose another format"))
        case .notOfFormat(let format):
            Explanation(
                "not_this_format", "this is not an export of \(format.title)",
                hint: .on(
                    commandLine: "'auralyst import PATH' without a format recognizes it by its content",
                    page: "choose another format"))
        case .pagesOnly(let format):
            Explanation(
                "pages_only", "only the pages (.html) of \(format.title) are here, and its notes are in JSON files",
                hint: .on(
                    computer: "import the whole folder of the export, with the .json files beside the pages",
                    phone: "import the whole archive of the export, with the .json files in it"))
        case .nothingInIt:
            Explanation(
                "nothing_read", "there are no records in it, so nothing was imported",
                hint: "check that it is the right file, or export it again")
        case .severalExports(let names):
            Explanation(
                "several_exports", "this folder is not an export, but contains \(plural(names.count, "one", "several"))",
                hint: "import \(plural(names.count, "it", "one of them")): \(Explanation.list(names))")
        case .severalArchives(let names):
            Explanation(
                "several_exports", "this archive contains several archives",
                hint: "unpack it and import them one after the other: \(Explanation.list(names))")
        case .beyondSalvage:
            Explanation(
                "beyond_salvage", "the file is too damaged to read anything from it", hint: "export it again, or use another copy"
            )
        case .tooLargeInside(let name, let limit):
            Explanation(
                "too_large",
                "\(Explanation.quoted(name)) in it is larger than \(grouped(limit)) bytes, the most that can be read",
                hint: inParts)
        case .noSuchTable(let name, let there):
            Explanation(
                "no_table", "the database has no table \(Explanation.quoted(name))",
                hint: there.isEmpty ? "it has no tables" : "it has: \(Explanation.list(there))")
        case .jsonLines:
            Explanation(
                "json_lines", "the file has one JSON value per line, which no supported program exports",
                hint: "convert it to a CSV table with a column for the date and one for the text")
        case .encryptedJrnl:
            Explanation(
                "encrypted_jrnl", "this journal is encrypted by jrnl",
                hint: .on(
                    commandLine: "run 'jrnl --export text --file journal.txt', import that file, then delete it",
                    page: "export it from jrnl as a text file, import that, then delete it"))
        case .otherKind(let kind): kind.explanation
        case .file(let path, let code): Explanation(systemError: code, path: path)
        case .notAFile(let path): Explanation("not_a_file", "\(path) is not a regular file", hint: "choose a file")
        case .notText:
            Explanation("not_text", "the file is not text", hint: "export it as text or JSON from the program that wrote it")
        case .malformedJSON:
            Explanation("malformed_json", "the file is not complete JSON", hint: "export it again; it may have been cut off")
        case .brokenJSON(let line): Explanation("malformed_json", "the JSON is broken on line \(line)", hint: salvage)
        case .nestedTooDeeply(let limit):
            Explanation(
                "malformed_json", "the JSON has more than \(limit) levels, so it is not an export of a journal",
                hint: "check that it is the right file")
        case .tooLarge(let bytes, let limit):
            Explanation("too_large", "the file has \(grouped(bytes)) bytes; at most \(grouped(limit)) can be read", hint: inParts)
        case .unknownFormat:
            Explanation(
                "unknown_source", "the format of the file was not recognized",
                hint: .on(
                    commandLine: "'auralyst import --help' lists the formats; for a table, name its columns",
                    page: "choose its format; for a table, name its columns"))
        case .damagedArchive: Explanation("damaged_archive", "the archive is damaged", hint: salvage)
        case .encryptedArchive:
            Explanation("encrypted_archive", "the archive has a password", hint: "export it again without one")
        case .hostileArchive:
            Explanation(
                "hostile_archive", "the archive contains links or names that lead outside it, so nothing was read",
                hint: "no journal exports that: check where the file comes from")
        case .swollenArchive:
            Explanation(
                "swollen_archive", "the archive unpacks to more than 250 times its size, so nothing was imported",
                hint: "no journal exports that: check where the file comes from")
        case .tooManyFiles(let limit):
            Explanation("too_many_files", "there are more than \(grouped(limit)) files in it", hint: "import it in parts")
        case .noArchiveLibrary:
            Explanation(
                "no_archive_library", "archives cannot be read: libarchive is not installed",
                hint: "install it (Debian: libarchive13)")
        case .noYAMLLibrary:
            Explanation(
                "no_yaml_library", "RedNotebook's files cannot be read: libyaml is not installed",
                hint: "install it (Debian: libyaml-0-2)")
        case .hostileXML:
            Explanation(
                "hostile_xml", "the XML declares a document type, so nothing was read",
                hint: "no journal exports that: check where the file comes from")
        case .encryptedSource:
            Explanation(
                "encrypted_source", "this backup is encrypted by the program that wrote it",
                hint: .on(
                    computer: "export it without encryption, import that, then delete it with 'shred -u FILE'",
                    phone: "export it without encryption, import that, then delete it"))
        case .wrongPassword:
            Explanation("wrong_password", "the password is wrong", hint: "try again; nothing was changed")
        case .noColumn(let role, let names):
            Explanation(
                "no_column",
                "the table has no column for the \(role)" + (names.isEmpty ? "" : "; it has: " + Explanation.list(names)),
                hint: .on(commandLine: "name it: --column \(role)=NAME", page: "type the name of the column"))
        case .notATable:
            Explanation("not_a_table", "the file is not a table", hint: "export it again as CSV in UTF-8")
        case .ownTable(let name):
            Explanation(
                "own_table", "\(name) cannot be imported: this part of a CSV export does not hold everything",
                hint: "import entries.csv for the entries, or a JSON export for everything")
        case .damagedDatabase:
            Explanation(
                "damaged_source_database", "this database is damaged",
                hint: "run 'sqlite3 FILE .recover' and import what it saves")
        case .endlessDatabase:
            Explanation(
                "endless_database", "reading this database needs far more work than its size explains, so it was stopped",
                hint: "export the table as CSV with the program that wrote it, and import that")
        case .noTable(let names):
            Explanation(
                "no_table", "it is not clear which table to import",
                hint: names.isEmpty
                    ? "the database has no table with a text and a date"
                    : .on(
                        commandLine: "name it: --table NAME, one of \(ImportError.few(names))",
                        page: "type the name of one: \(ImportError.few(names))"))
        }
    }

    private static func few(_ names: [String]) -> String { names.prefix(5).map { $0.prefix(30) }.joined(separator: ", ") }
}

extension ImportError.Kind: Explainable {
    package var explanation: Explanation {
        switch self {
        case .zip: Explanation("other_kind", "this is a zip archive", hint: "unpack it and import what is inside")
        case .gzip: Explanation("other_kind", "this is a gzip archive", hint: "unpack it with gunzip and import what is inside")
        case .pdf: Explanation("other_kind", "this is a PDF", hint: "export text or JSON from the program that wrote it")
        case .sqlite: Explanation("other_kind", "this is a database", hint: "export text or JSON from the program it belongs to")
        case .age:
            Explanation(
                "other_kind", "this file is encrypted with age",
                hint: "if it was made for your recovery code, 'age -d -i recovery.txt FILE' decrypts it")
        }
    }
}
