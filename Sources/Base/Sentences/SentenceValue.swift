package enum SentenceValue: Sendable {
    case text(String)
    /// A word in the form that goes with a number.
    case counted(Counted)

    /// What is put into the English sentence.
    package var english: String {
        switch self {
        case .text(let text): text
        case .counted(let counted): counted.description
        }
    }

    /// Its place in the words by which a sentence is found: `{1}`, `{1:# file|# files}`.
    package func name(_ number: Int) -> String {
        switch self {
        case .text: "{\(number)}"
        case .counted(let counted): "{\(number):\(counted.one)|\(counted.many)}"
        }
    }
}
