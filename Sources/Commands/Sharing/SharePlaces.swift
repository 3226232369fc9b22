import ArgumentParser
import Base
import Engine
import Ledger

struct SharePlaces: AsyncParsableCommand {
    static let configuration = CommandConfiguration("share places")

    @OptionGroup var options: GlobalOptions
    @OptionGroup var choice: JournalOption
    @Flag(name: .long, help: say("Remove the places, for all devices and members.")) var remove = false
    @OptionGroup var consent: Consent

    func run() async throws {
        let vault = try Unlocking.open(options)
        let journal = try await choice.find(in: vault)
        let (bar, progress) = ProgressBar.make()
        defer { bar.end() }
        var places = try await vault.places(in: journal, progress: progress)
        bar.end()
        if remove, places.withPlace > 0 {
            try await vault.requireRemovingPlaces(in: journal)
            let name = Terminal.harmless(try await vault.shared(journal).title)
            Terminal.error("\(places.sentence) \(PlacesInJournal.limit)")
            try consent.ask("Remove the places in '\(name)'? This cannot be undone.", nothing: "nothing was removed")
            places = try await vault.removePlaces(in: journal, progress: progress)
            bar.end()
            try await SyncRound.send(vault)
        }
        if options.json {
            return Document.print([
                "kind": "places", "journal": .string(journal.description), "all": .int(Int64(places.all)),
                "with_place": .int(Int64(places.withPlace)), "unread": .int(Int64(places.unread)), "removed": .bool(remove),
            ])
        }
        print(remove && places.withPlace > 0 ? places.removedSentence : places.sentence)
        if let unread = places.unreadSentence, places.unread < places.all { Terminal.note(unread) }
        if !remove, places.withPlace > 0 { Terminal.note(say("--remove removes the places")) }
    }
}
