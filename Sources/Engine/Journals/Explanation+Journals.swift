import Base
import Journal
import Ledger

extension JournalError: Explainable {
    package var explanation: Explanation {
        func badName(_ sentence: Sentence, _ hint: Hint) -> Explanation {
            Explanation("bad_journal_name", sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .name(.empty): badName("the journal has no name", "give it a name of a word or two, such as Work or Symptoms")
        case .name(.tooLong(let count)):
            badName("the journal's name has \(count) characters", "use at most \(JournalName.length)")
        case .name(.holdsControl): badName("the journal's name has more than one line", "keep it to one line")
        case .nameTaken(let name):
            Explanation("journal_exists", "there is already a journal \(Explanation.quoted(name))", hint: "choose another name")
        case .ambiguous(let name, let names):
            Explanation(
                "ambiguous_journal", "\(names.count) journals match \(Explanation.quoted(name))",
                hint: "choose one of them: \(Explanation.list(names))")
        case .tooMany(let limit):
            Explanation(
                "too_many_journals", "there are already \(limit) journals, the most a vault can have",
                hint: "use tags to separate things within a journal")
        case .firstStays:
            Explanation(
                "first_journal", "the first journal cannot be removed: it holds your medicines, support plan and settings",
                hint: .on(
                    commandLine: "delete single entries, or the whole vault: 'auralyst wipe'",
                    page: "delete single entries, or everything in Settings"))
        case .ended:
            Explanation(
                "journal_ended", "this journal was deleted for everyone: you can read it here, but not write",
                hint: .on(
                    commandLine: "choose another journal with --journal; 'auralyst journal remove' removes this one",
                    page: "choose another journal; People lets you remove this one"))
        case .notEnded:
            Explanation(
                "journal_not_ended", "the relay still has this journal, and others may share it",
                hint: .on(
                    commandLine: "run 'auralyst journal destroy' to delete it for everyone, then 'auralyst journal remove'",
                    page: "delete it for everyone first, then remove it"))
        case .onlyHere:
            Explanation(
                "journal_only_here", "this vault does not sync, so only you have this journal",
                hint: .on(commandLine: "'auralyst journal remove' removes it", page: "remove it instead"))
        case .stillShared:
            Explanation(
                "still_shared", "this journal is still shared with you",
                hint: .on(
                    commandLine: "run 'auralyst share leave' first, then 'auralyst journal remove'",
                    page: "leave it first, then remove it"))
        case .endUnsent:
            Explanation(
                "end_not_sent", "the relay does not know yet that this journal was deleted or left",
                hint: .on(
                    commandLine: "run 'auralyst sync now', then try again",
                    page: "choose Sync now in Settings, Sync, then try again"))
        case .unsavedChanges(let id):
            Explanation(
                "unsaved_changes", "the entry \(id.short) has changes that are not saved, so it was not moved",
                hint: .on(
                    commandLine: "finish editing it in the app ('auralyst open'), then try again",
                    page: "finish editing it, then try again"))
        case .othersEntry(let id, let author):
            Explanation(
                "not_your_entry",
                "\(author.isEmpty ? "another member" : Explanation.quoted(author)) wrote the entry \(id.short), so you cannot move it",
                hint: "you can move the entries that you wrote")
        }
    }
}
