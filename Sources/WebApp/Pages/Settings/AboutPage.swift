import Base
import Documents

enum AboutPage {
    static var html: HTML {
        let parts: [(HTML, HTML)] = [
            ("Manrope, the font of the headings", "SIL Open Font License 1.1"),
            ("SQLCipher and SQLite", "BSD, public domain"), ("Argon2", "CC0 or Apache 2.0"),
            ("SwiftNIO, Swift Crypto, Swift and its libraries", "Apache 2.0"), ("BoringSSL, in Swift Crypto", "ISC and OpenSSL"),
            ("cmark-gfm", "BSD 2-Clause"), ("libqrencode, libsecret, libkeyutils", "LGPL 2.1"), ("curl", "curl licence"),
        ]
        return """
            <section class="card setting" aria-label="About">
            <dl class="facts-list"><div><dt>Auralyst</dt><dd>\(Product.version), MIT licence</dd></div>
            <div><dt>Formats</dt><dd>Described in the folder docs/formats of the source code. Imports files of twelve programs, Apple Health, Markdown, SQLite and CSV. Exports JSON, CSV, Markdown, a web page and jrnl text.</dd></div></dl>
            <h2>Built with</h2>
            <ul class="lines small">\(parts.html { "<li class=\"line\"><span>\($0.0)</span><span class=\"muted\">\($0.1)</span></li>" })</ul>
            <p class="hint">Auralyst is not medical advice and not an emergency service.</p></section>
            """
    }
}
