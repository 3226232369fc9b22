import ArgumentParser
import Base
import Basics
import Engine
import Foundation
import Journal
import Ledger
import MoodClassifier
import Records

struct SuggestMood: AsyncParsableCommand {
    static let configuration = CommandConfiguration("suggest-mood")

    @OptionGroup var options: GlobalOptions

    @Option(name: .long, help: ArgumentHelp(say("Read one text a line from a file, or from a pipe with '-'."), valueName: "file"))
    var batch: String?

    @Flag(name: .long, help: say("Give the entry the mood that is offered for it.")) var accept = false

    @Argument(help: say("The text, or the name of an entry."))
    var text: [String] = []

    func validate() throws {
        if batch != nil, !text.isEmpty {
            throw ValidationError(say("--batch reads its texts from the file: leave the others out"))
        }
        if accept, text.count != 1 { throw ValidationError(say("--accept takes the name of one entry")) }
        if batch == nil, text.isEmpty { throw ValidationError(say("type a text or the name of an entry after 'suggest-mood'")) }
    }

    /// After saving, on stderr: the way to the support plan, or the mood that is offered.
    static func note(on stored: StoredEntry, in vault: OpenVault, offers: Bool) async {
        // The entry is saved: what fails here must not look like a failure to save.
        if (try? await vault.showsSupport(for: stored.entry.text)) ?? false { return noteSupport() }
        guard offers, stored.entry.mood == nil else { return }
        // The same.
        guard let hint = (try? await vault.moodHint(for: stored.entry.text)) ?? nil else { return }
        let moods = hint.moods.map(\.name).joined(separator: " or ")
        Terminal.error(
            TypedLine.here.forSameVault(
                say("It reads as \(moods): 'auralyst suggest-mood \(stored.id.short) --accept' sets that.")))
    }

    private static func noteSupport() {
        Terminal.error(
            TypedLine.here.forSameVault(
                say("If you need someone now: 'auralyst support sos' shows whom to call, 'auralyst support' your plan.")))
    }

    func run() async throws {
        if let batch { return try SuggestMood.answerLines(of: batch) }
        if accept { return try await takeOffer() }
        let reading = try await wanted()
        if options.json {
            Document.print(SuggestMood.document(reading))
        } else {
            print(SuggestMood.words(reading))
        }
    }

    /// One word that is the id of an entry means that entry; anything else is a text.
    private func wanted() async throws -> MoodReading {
        let typed = text.joined(separator: " ")
        guard text.count == 1, typed == "last" || (typed.count >= 4 && typed.contains(where: \.isNumber)),
            typed == "last" || RecordID.range(ofPrefix: typed) != nil
        else {
            // Whether the owner wants the line is known only in an open vault.
            if Crisis.isNamed(in: typed) { SuggestMood.noteSupport() }
            return MoodModel.builtIn.moods(in: typed)
        }
        let vault = try Unlocking.open(options)
        let entry = try await vault.find(typed).entry
        if try await vault.showsSupport(for: entry.text) { SuggestMood.noteSupport() }
        // Includes what was learned from its owner, even if suggestions are off, since it was asked for.
        return MoodModel.builtIn.moods(in: entry.text, with: try await vault.moodLearning().bias)
    }

    private func takeOffer() async throws {
        let vault = try Unlocking.open(options)
        let stored = try await vault.find(text[0])
        guard stored.entry.mood == nil else {
            throw Refusal(
                "has_mood", "this entry has a mood already", hint: "'auralyst edit \(stored.id.short) --mood MOOD' changes it")
        }
        guard let mood = try await vault.moodHint(for: stored.entry.text)?.moods.first else {
            throw Refusal(
                "no_mood_offered", "no mood is offered for this entry",
                hint: "'auralyst edit \(stored.id.short) --mood MOOD' sets one")
        }
        var change = EntryChange()
        (change.mood, change.moodSource) = (.some(mood), .suggested)
        let changed = try await vault.change(stored.id, change)
        if options.json {
            Document.print(Document.entry(changed, attachments: try await vault.attachments(of: changed)))
        } else {
            print(say("\(changed.id.short) is \(mood.name) now."))
        }
    }

    /// Needs no vault. Every line gets an answer, even an empty one.
    private static func answerLines(of path: String) throws {
        let file: OpenFile
        do throws(FileFault) { file = path == "-" ? .standardInput : try OpenFile(path: path) } catch {
            throw EngineError.file(path: path, code: error.code)
        }
        let model = MoodModel.builtIn
        func answer(_ line: ArraySlice<UInt8>) {
            let text = String(decoding: line.last == 0x0d ? line.dropLast() : line, as: UTF8.self)
            print(String(decoding: document(model.moods(in: text)).bytes, as: UTF8.self))
        }
        var rest: [UInt8] = []
        while case let piece = try file.read(1 << 16), !piece.isEmpty {
            rest += piece
            while let end = rest.firstIndex(of: 0x0a) {
                answer(rest[..<end])
                rest.removeSubrange(...end)
            }
        }
        if !rest.isEmpty { answer(rest[...]) }
    }

    private static func document(_ reading: MoodReading) -> JSON {
        var all: [String: JSON] = [:]
        for label in MoodLabel.allCases { all[label.rawValue] = .double(reading.probability(of: label)) }
        return [
            "kind": "mood_suggestion", "mood": .text(reading.mood?.rawValue),
            "suggestions": .array(
                reading.suggestions.map { ["mood": .string($0.mood.rawValue), "p": .double($0.probability)] }),
            "p": .object(all), "because": .array(reading.because.map { .string($0) }),
        ]
    }

    private static func words(_ reading: MoodReading) -> String {
        switch reading.silence {
        case .crisis: return say("No suggestion for this text.")
        case .tooShort: return say("No suggestion: the text is too short to tell.")
        case .notEnglish: return say("No suggestion: the text does not seem to be English.")
        case nil: break
        }
        guard !reading.suggestions.isEmpty else { return say("No suggestion: it could be several moods, or none.") }
        let moods = reading.suggestions.map { "\($0.mood.rawValue) (\(Int(($0.probability * 100).rounded())) %)" }
        let reasons =
            reading.because.isEmpty ? "" : say(", because of: ") + reading.because.map(Terminal.harmless).joined(separator: ", ")
        return moods.joined(separator: " or ") + reasons
    }
}
