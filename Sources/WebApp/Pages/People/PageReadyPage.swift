import Documents
import Foundation

/// Hands out a sealed page and its code, once. The file is part of this page: neither of them is kept anywhere, nor asked for by an
/// address.
struct PageReadyPage {
    let file: SealedPageFile
    /// What it shows, in words.
    let scope: String

    var html: HTML {
        let content = Data(file.bytes).base64EncodedString()
        return """
            <p class="way-back"><a href="/people">\(Icon.back)People</a></p>
            <section class="card narrow page-ready"><h1>The page is sealed</h1><p class="muted">\(scope).</p>
            <h2>1. Save the file, and send it</h2>
            <p><a class="button primary" download="sealed-page.html" href="data:text/html;base64,\(content)">Save the page</a></p>
            <h2>2. Send the code by another way</h2>
            <p>Aloud, on paper, or by another messenger than the file: who has both reads it.</p>
            <p class="page-code"><code>\(file.code)</code></p>
            <p><b>File and code are shown only now.</b> Auralyst keeps neither. Lost, another page is made in a moment.</p>
            <p class="hint">Behind its last day the page shows nothing. It keeps to that by itself; whoever has file and code can get around it.</p>
            <div class="actions"><a class="button" href="/people">Done</a></div></section>
            """
    }
}
