import Base
import Documents
import Engine
import HTTP

/// A page to print: the recovery code, as letters and as a QR code, and instructions for use in ten years.
struct RecoveryKit {
    let code: String
    let date: String
    /// The vault's folder, where its owner can see folders.
    let folder: String?

    var html: HTML {
        let place: HTML? = folder.map { "<div><dt>Vault</dt><dd><code class=\"path\">\($0)</code></dd></div>" }
        return """
            <article class="kit first-step" aria-labelledby="kit-title">
            <header><div class="brand">\(Icon.mark)<span>Auralyst</span></div><h1 id="kit-title">Recovery kit</h1></header>
            <dl class="kit-facts"><div><dt>Made on</dt><dd>\(date)</dd></div>\(place)</dl>
            <div class="kit-code">\(CodeGroups(code).html)\(QRCode(code)?.html(label: say("QR code of the recovery code")))</div>
            <h2>What it is for</h2>
            <p>This code unlocks the journal if you lose the passphrase. Anyone with this paper can read everything: keep it like a passport, away from the device. No one can replace it for you. Once you create a new code, this one stops working.</p>
            <h2>How to use it</h2>
            <ol>
            <li>In Auralyst, on the page that asks for the passphrase, choose “Use the recovery code” and type it. Capital letters, spaces and dashes don’t matter.</li>
            <li>In a computer’s terminal: <code>auralyst unlock --recovery</code></li>
            <li>Without Auralyst: the code is also an identity of the program age (age-encryption.org). Saved as the file <code>recovery.txt</code>, it opens what was encrypted to it: <code>age -d -i recovery.txt FILE</code></li>
            </ol>
            <p class="kit-lines">Stored at: <span></span></p>
            </article>
            <div class="actions kit-actions"><button type="button" class="primary" data-print hidden>Print</button>
            <a class="button" href="/welcome/proof">Continue</a> <a class="button quiet" href="/welcome/recovery">Back</a></div>
            <noscript><p class="hint kit-actions">Print this page with your browser.</p></noscript>
            """
    }
}

extension WebApp {
    func kit(_ visit: Visit) async throws -> Response {
        guard let code = await door.recoveryCode() else { return .redirect(to: "/settings/keys") }
        let dates = try await visit.preferences().dates
        let folder = site.isInside ? nil : door.folder
        let kit = RecoveryKit(code: code, date: dates.day(today, style: .long), folder: folder)
        return PageFrame(title: "Recovery kit", name: "welcome").page(kit.html, for: visit)
    }
}
