import Base
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
        Told(
            JournalError.firstStays, "first_journal",
            "the first journal stays: medicines, the support plan and settings stand in it",
            "'auralyst wipe' destroys the whole vault; entries can be deleted one by one"),
        Told(
            JournalError.ended, "journal_ended", "this journal has ended: what is in it can be read, and nothing new comes",
            "--journal names another journal; 'auralyst journal remove' takes this one out of the vault"),
        Told(
            JournalError.notEnded, "journal_not_ended",
            "the relay has this journal, and perhaps others share it: it has to be ended first",
            "'auralyst journal destroy' ends it for everybody; then 'auralyst journal remove'"),
        Told(
            JournalError.onlyHere, "journal_only_here",
            "this vault does not sync, so that nobody else has the journal from it",
            "'auralyst journal remove' takes it out of the vault"),
        Told(
            JournalError.stillShared, "still_shared", "somebody shares this journal with you, and you have not left it",
            "'auralyst share leave' first; then 'auralyst journal remove'"),
        Told(
            JournalError.endUnsent, "end_not_sent", "the relay has not heard yet that this journal was ended or left",
            "'auralyst sync now', then try again"),
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
        case .firstStays: 6
        case .ended: 7
        case .notEnded: 8
        case .onlyHere: 9
        case .stillShared: 10
        case .endUnsent: 11
        }
    }
}
