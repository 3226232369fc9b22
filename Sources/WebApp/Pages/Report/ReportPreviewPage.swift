import Documents

/// The report as it will look, and what can be done with it: nothing is written before somebody says that it may be in clear.
struct ReportPreviewPage {
    let document: ReportDocument
    /// The name under which the session has what was chosen.
    let view: String
    /// Whether a PDF can be made here.
    let makesPDF: Bool
    /// What went wrong with writing it.
    var fault: HTML?

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back report-tools"><a href="/insights/report?view=\(view)">\(Icon.back)Change what stands in it</a></p>
        <section class="card report-tools" aria-labelledby="report-write"><h2 id="report-write">This is a preview</h2>
        <p>Nothing has been written yet. A file of it is <strong>in clear</strong>: whoever gets the file can read all of it. That is everybody who uses this account or gets this disk, programs that copy your folder of downloads to a cloud or a backup, and everybody through whose hands it goes when you send it. The vault cannot protect it, and wiping the vault leaves it where it is. A printer may keep what it prints.</p>
        <form method="post" action="/insights/report/file" class="stack">\(formToken(visit))<input type="hidden" name="view" value="\(view)">\(fault.map { "<p class=\"fault\" role=\"alert\" id=\"report-fault\">\($0)</p>" })
        <label class="choice"><input type="checkbox" name="in-clear" value="yes" required> I know that it is in clear: whoever gets it can read it</label>
        <div class="actions">\(makesPDF ? pdf : .empty)<button name="format" value="html"\(" class=\"primary\"", if: !makesPDF)>Save as a web page</button></div>\(makesPDF ? .empty : noPDF)</form>
        <p class="hint">To print it, use the print command of your browser (Ctrl+P): only the report comes on paper, one to four pages of A4. <button class="link" data-print hidden>Print</button></p></section>
        \(document.html)
        """
    }

    private var pdf: HTML { "<button class=\"primary\" name=\"format\" value=\"pdf\">Save as PDF</button>" }

    private var noPDF: HTML {
        "<p class=\"hint\">No PDF is made here, since Chromium is not on this machine. Your browser can print to a PDF instead.</p>"
    }
}
