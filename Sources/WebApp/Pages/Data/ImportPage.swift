import Documents

/// Asks for the files that another program wrote.
struct ImportPage {
    /// Why nothing could be looked at.
    var fault: HTML?
    /// Bytes of all files together.
    let limit: Int

    func html(for visit: Visit) -> HTML {
        let wrong: HTML? = fault.map { "<p class=\"fault\" id=\"files-fault\" role=\"alert\">\($0)</p>" }
        let names = ImportKind.allCases.map(\.title).joined(separator: ", ")
        return """
            <p class="way-back"><a href="/settings#data">\(Icon.back)Settings</a></p>
            <section class="card narrow"><h1>Bring a journal along</h1>
            <p>Choose what your other program has exported. You see first what would come of it; nothing is written before you say so.</p>
            <form method="post" action="/import" enctype="multipart/form-data" class="stack">\(formToken(visit))\(wrong)
            <p class="field"><label for="files">Files</label><span class="hint" id="files-hint">Archives as they are; notes together with the photos they show.</span>
            <input id="files" name="files" type="file" multiple required aria-describedby="files-hint\(" files-fault", if: fault != nil)"\(" aria-invalid=\"true\"", if: fault != nil)></p>
            <p class="hint">They are read in memory and go into the sealed journal; nothing is written in clear. Bringing the same file again adds nothing twice.</p>
            <div class="actions"><button class="primary">Look at them</button><a class="button quiet" href="/today">Not now</a></div></form>
            <details class="other-way"><summary>What can be read</summary>
            <p>\(names).</p></details>
            <details class="other-way"><summary>A whole folder, or more than \(bytesInWords(limit))</summary>
            <p>The command line reads folders and files of any size; it shows the same plan with <code>--dry-run</code>:</p><p><code>auralyst import PATH</code></p></details></section>
            """
    }
}
