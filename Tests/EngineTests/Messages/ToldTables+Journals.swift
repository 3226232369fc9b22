import Engine
import Journal

extension ToldTables {
    static let journal: [Told] = [
        Told(
            JournalError.name(.empty), "bad_journal_name", "the journal has no name", "a word or two, like Work or Symptoms",
            .usage),
        Told(
            JournalError.name(.tooLong(61)), "bad_journal_name", "a name of 61 characters is too long for a journal",
            "at most 60 are taken", .usage),
        Told(
            JournalError.name(.holdsControl), "bad_journal_name", "the name of the journal is more than one line",
            "keep it to one line", .usage),
        Told(
            JournalError.nameTaken("Work"), "journal_exists", "a journal is called 'Work' already", "choose another name"),
        Told(
            JournalError.ambiguous("w", names: ["Work (k3f9a2b)", "Walks (8d0vmzq)"]), "ambiguous_journal",
            "2 journals can be meant by 'w'", "they are Work (k3f9a2b), Walks (8d0vmzq)"),
        Told(
            JournalError.tooMany(limit: 100), "too_many_journals", "there are 100 journals, as many as a vault can have",
            "tags keep things apart within one journal"),
    ]
}

extension Places {
    static func of(journal error: JournalError) -> Int {
        switch error {
        case .name(.empty): 0
        case .name(.tooLong): 1
        case .name(.holdsControl): 2
        case .nameTaken: 3
        case .ambiguous: 4
        case .tooMany: 5
        }
    }
}
