import Base
import Journal

extension JournalError: Explainable {
    package var explanation: Explanation {
        func usage(_ code: String, _ sentence: String, hint: String) -> Explanation {
            Explanation(code, sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .name(.empty): usage("bad_journal_name", "the journal has no name", hint: "a word or two, like Work or Symptoms")
        case .name(.tooLong(let count)):
            usage(
                "bad_journal_name", "a name of \(count) characters is too long for a journal",
                hint: "at most \(JournalName.length) are taken")
        case .name(.holdsControl):
            usage("bad_journal_name", "the name of the journal is more than one line", hint: "keep it to one line")
        case .nameTaken(let name):
            Explanation("journal_exists", "a journal is called \(Explanation.quoted(name)) already", hint: "choose another name")
        case .ambiguous(let name, let names):
            Explanation(
                "ambiguous_journal", "\(names.count) journals can be meant by \(Explanation.quoted(name))",
                hint: "they are " + Explanation.list(names))
        case .tooMany(let limit):
            Explanation(
                "too_many_journals", "there are \(limit) journals, as many as a vault can have",
                hint: "tags keep things apart within one journal")
        case .firstStays:
            Explanation(
                "first_journal", "the first journal stays: medicines, the support plan and settings stand in it",
                hint: "'auralyst wipe' destroys the whole vault; entries can be deleted one by one")
        case .ended:
            Explanation(
                "journal_ended", "this journal has ended: what is in it can be read, and nothing new comes",
                hint: "--journal names another journal; 'auralyst journal remove' takes this one out of the vault")
        case .notEnded:
            Explanation(
                "journal_not_ended", "the relay has this journal, and perhaps others share it: it has to be ended first",
                hint: "'auralyst journal destroy' ends it for everybody; then 'auralyst journal remove'")
        case .onlyHere:
            Explanation(
                "journal_only_here", "this vault does not sync, so that nobody else has the journal from it",
                hint: "'auralyst journal remove' takes it out of the vault")
        case .stillShared:
            Explanation(
                "still_shared", "somebody shares this journal with you, and you have not left it",
                hint: "'auralyst share leave' first; then 'auralyst journal remove'")
        case .endUnsent:
            Explanation(
                "end_not_sent", "the relay has not heard yet that this journal was ended or left",
                hint: "'auralyst sync now', then try again")
        }
    }
}
