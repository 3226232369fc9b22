import ArgumentParser
import Base
import Basics
import Engine
import Exchange
import Foundation
import Journal
import Ledger
import Vault

struct KeysContacts: AsyncParsableCommand {
    static let configuration = CommandConfiguration("keys contacts")

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: ArgumentHelp(say("How many of them are needed, 2 or more."), valueName: "n")) var needed: Int

    @Option(name: .customLong("of"), help: ArgumentHelp(say("How many shares are made, at most 16."), valueName: "n")) var count:
        Int

    @Option(name: .long, help: ArgumentHelp(say("Who keeps them, as in Ann,Ben,Cat."), valueName: "names")) var names: String?

    @Option(
        name: .long,
        help: ArgumentHelp(say("Write each into a new file there instead of showing it."), valueName: "dir"),
        completion: .directory)
    var out: String?

    @OptionGroup var recovery: RecoveryMeans

    func run() async throws {
        let people = try people()
        let shares = try VaultOpening.share(
            recovery.code(), of: options.location, needed: needed, among: count, names: people,
            surroundings: Environment.surroundings)
        let sheets = shares.map { ContactSheet(share: $0, needed: needed, count: count, day: today) }
        if let out {
            let paths = try ContactSheet.write(sheets, into: VaultLocation(folder: out).folder)
            if options.json { return Document.print(document(shares, paths: paths)) }
            for path in paths { print(Terminal.harmless(path)) }
            print(say("Print each on its own page, hand it over, and delete the files.\n\(ContactSheet.afterwards)"))
        } else if options.json {
            Document.print(document(shares, paths: []))
        } else {
            try show(sheets)
        }
    }

    private var today: String {
        let here = Environment.surroundings
        return CivilTime(zone: here.zone).wall(at: here.now())?.day.longName ?? ""
    }

    private func people() throws -> [String] {
        // The code is asked for last, once everything is known to be valid.
        guard (2...16).contains(count), (2...count).contains(needed) else { throw ShareError.plan }
        guard let names else { return [] }
        let people = names.split(separator: ",").map { String(trimmed($0).prefix(60)) }
        guard people.count == count, people.allSatisfy({ !$0.isEmpty }) else {
            throw Refusal(
                "bad_names", "\(counted(people.count, "name")) for \(count) shares",
                hint: "give as many names as --of says, with commas: --names Ann,Ben,Cat")
        }
        return people
    }

    private func document(_ shares: [ContactShare], paths: [String]) -> JSON {
        let list = shares.enumerated().map { place, share -> JSON in
            [
                "kind": "recovery_share", "number": .int(Int64(share.number)), "name": .text(share.name),
                "words": paths.isEmpty ? .string(share.words) : .null, "path": paths.isEmpty ? .null : .string(paths[place]),
            ]
        }
        return [
            "kind": "recovery_shares", "needed": .int(Int64(needed)), "of": .int(Int64(count)), "shares": .array(list),
        ]
    }

    /// Shows one after the other, each alone on the screen if the terminal permits, and checks them at the end.
    private func show(_ sheets: [ContactSheet]) throws {
        let isPerson = Terminal.canAsk && Terminal.isRead
        for (place, sheet) in sheets.enumerated() {
            if isPerson, place > 0 { _ = Terminal.ask(say("Enter shows the next one. ")) }
            print("\n" + Terminal.harmless(sheet.text))
        }
        print(ContactSheet.afterwards)
        guard isPerson else { return }
        print(say("Type \(needed) of them to check that they unlock the vault (Enter alone skips this)."))
        guard let code = try RecoveryPrompt.askForShares() else { return }
        _ = try VaultOpening.read(options.location).unlock(recoveryCode: code)
        print(say("They unlock the vault."))
    }
}

struct ContactSheet {
    let share: ContactShare
    let needed: Int
    let count: Int
    /// When it was created, in words.
    let day: String

    static let afterwards =
        say("The shares are not saved anywhere. Earlier shares still unlock the vault, until 'auralyst keys recovery --new'.")

    var text: String {
        let words = share.words.split(separator: " ").enumerated().map { place, word in
            (place < 9 ? "   " : "  ") + String(place + 1) + " " + word
        }
        let rows = stride(from: 0, to: words.count, by: 5).map { start in
            let row = words[start..<min(start + 5, words.count)]
            return row.dropLast().map { $0.padded(to: 14) }.joined() + (row.last ?? "")
        }
        return say(
            """
            Auralyst: share \(share.number) of \(count)\(share.name.map { ", for \($0)" } ?? "")
            Made on \(day).
            Any \(needed) of the \(count) shares open the vault together; this one alone opens nothing
            and tells nothing.

            \(rows.joined(separator: "\n"))

            Keep it on paper. Give it only to the vault's owner, or to someone the owner
            has named. 'auralyst unlock --shares' asks for it; every program that knows
            SLIP-0039 reads it too. Leave out the numbers; the first four letters of
            each word are enough.

            """)
    }

    /// Writes each to a new file that only its owner can read; all of them, or none.
    static func write(_ sheets: [ContactSheet], into folder: String) throws -> [String] {
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var written: [String] = []
        do {
            for sheet in sheets {
                let path = folder + "/share-\(sheet.share.number).txt"
                try NewFile(path: path).write(Array(sheet.text.utf8))
                written.append(path)
            }
        } catch {
            for path in written { unsafe _ = unlink(path) }
            throw error
        }
        return written
    }
}
