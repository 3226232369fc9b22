import Base
import Documents
import Engine
import HTTP

/// A field for a secret that opens the vault, with its fault. The input is never put back in a page: a passphrase is in no
/// markup.
///
/// The name of its owner comes before it, and is the same everywhere. A browser without one takes the text field before a
/// password for the name, and keeps what was typed there as soon as it offers to save the password.
struct SecretField {
    let name: HTML
    let label: HTML
    /// The password manager's hint: `current-password`, `new-password`.
    var autocomplete: HTML = "current-password"
    /// One sentence below the label.
    var hint: HTML?
    var fault: HTML?
    /// Shows while typing how hard it is to guess. The page's script does it: nothing is sent.
    var isWeighed = false
    var hasFocus = false
    var isRequired = true

    var html: HTML {
        let help: HTML? = hint.map { "<span class=\"hint\" id=\"\(name)-hint\">\($0)</span>" }
        let wrong: HTML? = fault.map { "<span class=\"fault\" id=\"\(name)-fault\">\($0)</span>" }
        let meter: HTML = "<span class=\"strength\" id=\"\(name)-strength\" data-strength=\"\(name)\" hidden></span>"
        return """
            <input type="text" name="username" value="Auralyst" autocomplete="username" readonly hidden>
            <p class="field"><label for="\(name)">\(label)</label>\(help)
            <input id="\(name)" name="\(name)" type="password" autocomplete="\(autocomplete)" autocapitalize="none" spellcheck="false"\(" required", if: isRequired)\(describedBy)\(" aria-invalid=\"true\"", if: fault != nil)\(" autofocus", if: hasFocus)>
            \(wrong)\(meter, if: isWeighed)</p>
            """
    }

    private var describedBy: HTML {
        let parts: [HTML] = [
            hint.map { _ in "\(name)-hint " } ?? .empty, fault.map { _ in "\(name)-fault " } ?? .empty,
            isWeighed ? "\(name)-strength" : .empty,
        ]
        return hint == nil && fault == nil && !isWeighed ? .empty : " aria-describedby=\"\(parts)\""
    }
}

/// The two fields of a new passphrase, and the warning about a weak one.
struct NewPassphrase {
    enum Fault {
        case refused(Explanation)
        case notTheSame
        /// Easy to guess: the owner is warned once.
        case weak(PassphraseAdvice)
    }

    var label: HTML = "Passphrase"
    var fault: Fault?
    var hasFocus = false

    /// The input if it is accepted; otherwise the fault. A weak one is accepted if its owner insists.
    static func read(_ fields: FormFields) -> Result<[UInt8], Refused> {
        let typed = fields["passphrase"] ?? ""
        let advice = PassphraseAdvice(for: typed)
        guard advice.isPossible else { return .failure(Refused(fault: .weak(advice))) }
        guard typed == fields["repeated"] else { return .failure(Refused(fault: .notTheSame)) }
        guard !advice.isWeak || fields["all-the-same"] == "yes" else { return .failure(Refused(fault: .weak(advice))) }
        return .success(Array(typed.utf8))
    }

    struct Refused: Error {
        let fault: Fault
    }

    var html: HTML { fields(isRequired: true) }

    /// The same if it is optional.
    var optional: HTML { fields(isRequired: false) }

    private func fields(isRequired: Bool) -> HTML {
        var first = SecretField(
            name: "passphrase", label: label, autocomplete: "new-password", hint: "Four or more random words make a good one.",
            isWeighed: true, hasFocus: hasFocus)
        var second = SecretField(name: "repeated", label: "Repeat the passphrase", autocomplete: "new-password")
        (first.isRequired, second.isRequired) = (isRequired, isRequired)
        var isWeak = false
        switch fault {
        case .refused(let explanation): first.fault = "\(sentence(explanation.sentence))"
        case .weak(let advice):
            first.fault = "\(advice.sentence)"
            isWeak = advice.isPossible
        case .notTheSame: second.fault = "The two passphrases don’t match. Type both again."
        case nil: break
        }
        return """
            \(first.html)\(second.html)
            <p class="choice" id="all-the-same-choice"\(" hidden", if: !isWeak)><label><input type="checkbox" name="all-the-same" value="yes"> Use it anyway, although it is easy to guess</label></p>
            """
    }
}
