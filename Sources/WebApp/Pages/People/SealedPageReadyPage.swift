import Base
import Documents
import Foundation

/// Shows a sealed page and its code, once. The file is part of this page: neither is stored, or available at an address.
struct SealedPageReadyPage {
    let file: SealedPageFile
    /// Its content, in words.
    let scope: String

    var html: HTML {
        let content = Data(file.bytes).base64EncodedString()
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow page-ready"><h1>The sealed page is ready</h1><p class="muted">\(sentence(scope))</p>
            <h2>1. Save the file, and send it</h2>
            <p><a class="button primary" download="sealed-page.html" href="data:text/html;base64,\(content)">Save the page</a></p>
            <h2>2. Send the code another way</h2>
            <p>Aloud, on paper, or with a different messenger. Anyone who has both can read the page.</p>
            <p class="page-code"><code>\(file.code)</code></p>
            <p><b>File and code are shown only now.</b> Auralyst saves neither. If they get lost, make a new page.</p>
            <p class="hint">After its last day, the page shows nothing. Someone with the file, the code and technical skill can get around that.</p>
            <div class="actions"><a class="button" href="/people">Done</a></div></section>
            """
    }
}
