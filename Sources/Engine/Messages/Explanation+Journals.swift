import Journal

extension JournalError: Explainable {
    var explanation: Explanation {
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
        }
    }
}
