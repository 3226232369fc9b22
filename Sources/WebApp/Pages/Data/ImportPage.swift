import Documents

/// Asks for the files that another program wrote.
struct ImportPage {
    var fault: HTML?
    /// Bytes of all files together.
    let limit: Int

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { "<p class=\"fault\" id=\"files-fault\" role=\"alert\">\($0)</p>" }
        let names = ImportKind.allCases.map(\.title).joined(separator: ", ")
        let more: HTML = """
            <details class="other-way"><summary>A whole folder, or more than \(bytesInWords(limit))</summary>
            <p>The command line imports folders and files of any size. Add <code>--dry-run</code> to see the preview first:</p><p><code>auralyst import PATH</code></p></details>
            """
        let onPhone: HTML =
            "<p class=\"hint\">Import files of more than \(Site.mostOnPhone >> 20) MB at a computer. They arrive here with the next sync.</p>"
        return """
            <p class="way-back"><a href="/settings/data">\(Icon.back)Your data</a></p>
            <section class="card narrow"><h1>Import a journal</h1>
            <p>Choose the files your other program exported. You see a preview first; nothing is imported until you confirm.</p>
            <form method="post" action="/import" enctype="multipart/form-data" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="files">Files</label><span class="hint" id="files-hint">Choose archives without unpacking them, and notes together with their photos.</span>
            <input id="files" name="files" type="file" multiple required aria-describedby="files-hint\(" files-fault", if: fault != nil)"\(" aria-invalid=\"true\"", if: fault != nil)></p>
            <p class="hint">Files are read in memory and saved encrypted. Importing a file again adds nothing twice.</p>
            <div class="actions"><button class="primary">Preview</button><a class="button quiet" href="/today">Cancel</a></div></form>
            <details class="other-way"><summary>Supported programs and formats</summary>
            <p>\(names).</p></details>\(visit.app.site.isInside ? onPhone : more)</section>
            \(ComingFrom.html(next: "Choose the file above."))
            """
    }
}
