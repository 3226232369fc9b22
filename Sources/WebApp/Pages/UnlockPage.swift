import Base
import Documents
import Engine
import HTTP
import Ledger

struct UnlockPage {
    enum Fault {
        case passphrase(Explanation)
        case recoveryCode(Explanation, typed: String)
        case passkey(HTML)
        /// Too many attempts: seconds to wait.
        case wait(seconds: Int)

        var words: String {
            switch self {
            // What is no wrong or mistyped key needs something else done.
            case .passphrase(let told), .recoveryCode(let told, _):
                [.failed, .damaged].contains(told.exit) ? besideField(told) : sentence(told.sentence)
            case .passkey(let words): words.markup
            case .wait(let seconds): Fault.tooMany(seconds)
            }
        }

        /// How long the next attempt must wait.
        static func tooMany(_ seconds: Int) -> String {
            say("Too many tries. Try again in \(counted(seconds, "second", "seconds")).")
        }
    }

    var fault: Fault?
    var next = ""
    var kept: KeptForm?
    let passkeys: [Passkey]
    /// Whether there are passkeys for `localhost`, and this page was opened by a numeric address.
    let hasOthers: Bool
    let challenge: String

    func html(for visit: Visit) -> HTML {
        """
        <section class="card narrow door">
        <div class="brand">\(Icon.mark)<span>Auralyst</span></div>
        <h1>Unlock your journal</h1>
        \(kept?.note)\(waiting)
        <form method="post" action="/unlock" class="stack" id="unlock-form">\(formToken(visit))
        <input type="hidden" name="next" value="\(next)">\(kept?.inputs)
        \(SecretField(name: "passphrase", label: "Passphrase", fault: passphraseFault, hasFocus: recoveryFault == nil, isRequired: false).html)
        <div class="actions"><button class="primary wide" id="unlock">Unlock</button>\(passkeyButton(visit))</div>
        \(passkeyFault)
        <details class="other-way"\(" open", if: recoveryFault != nil)><summary>Use the recovery code</summary>
        <p class="field"><label for="code">Recovery code</label>
        <textarea id="code" name="code" rows="3" class="code-field" autocomplete="off" autocapitalize="characters" spellcheck="false"\(" aria-invalid=\"true\" aria-describedby=\"code-fault\" autofocus", if: recoveryFault != nil)>
        \(typedCode)</textarea>\(recoveryFault)</p>
        <div class="actions"><button name="by" value="code">Unlock with recovery code</button></div>
        </details>
        </form></section>
        """
    }

    private var passphraseFault: HTML? {
        if case .passphrase = fault { fault.map { "\($0.words)" } } else { nil }
    }

    private var recoveryFault: HTML? {
        guard case .recoveryCode = fault, let fault else { return nil }
        return "<span class=\"fault\" id=\"code-fault\">\(fault.words)</span>"
    }

    private var typedCode: String { if case .recoveryCode(_, let typed) = fault { typed } else { "" } }

    private var passkeyFault: HTML {
        let words: HTML = if case .passkey(let words) = fault { words } else { .empty }
        return "<p class=\"fault\" id=\"passkey-state\" role=\"status\"\(" hidden", if: words.markup.isEmpty)>\(words)</p>"
    }

    private var waiting: HTML? {
        guard case .wait(let seconds) = fault else { return nil }
        return """
            <p class="fault" id="wait" role="status" data-wait="\(seconds)">\(Fault.tooMany(seconds))</p>
            """
    }

    /// Shown by the page's script if the browser supports passkeys.
    private func passkeyButton(_ visit: Visit) -> HTML {
        let list = JSON.array(
            passkeys.map { ["id": .string($0.id), "credential": .string($0.credential), "salt": .string($0.salt)] })
        let button: HTML = """
            <input type="hidden" name="slot" value=""><input type="hidden" name="output" value=""><input type="hidden" name="client-data" value="">
            <button type="button" class="wide" id="use-passkey" data-action="/unlock/passkey" data-challenge="\(challenge)" data-host="\(visit.relyingParty)" data-passkeys="\(list.line)" hidden>\(Icon.key)Use a passkey</button>
            """
        let address: HTML = "<p class=\"hint\">For your passkey, open this page at http://localhost\(visit.port).</p>"
        return "\(button, if: !passkeys.isEmpty)\(address, if: passkeys.isEmpty && hasOthers)"
    }
}

extension Visit {
    /// The `:4747` of the page's address; empty if it has none.
    var port: String {
        guard let host = request.headers["host"], let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") else { return "" }
        return String(host[colon...])
    }

    /// Whether the page was opened by a numeric address, which no passkey can belong to.
    var isReachedByNumber: Bool {
        relyingParty.hasPrefix("[") || relyingParty.allSatisfy { $0.isNumber || $0 == "." }
    }
}
