import Documents

/// How to save the report: nothing is written before its owner agrees to an unencrypted file.
struct ReportSaving {
    /// The session's name of the choices; `nil` for the usual ones.
    let view: String?
    let makesPDF: Bool
    var fault: HTML?

    func html(for visit: Visit) -> HTML {
        """
        <section class="card report-tools" aria-labelledby="report-write"><h2 id="report-write">This is a preview</h2>
        <p>No file has been written yet. A saved file is <strong>not encrypted</strong>: anyone who gets it can read all of it. That includes everyone who uses or gets this device, programs that copy your downloads to a cloud or a backup, and everyone who handles it after you send it. Destroying the vault does not remove it. A printer may keep what it prints.</p>
        <form method="post" action="/insights/report/file" class="stack">\(formToken(visit))<input type="hidden" name="view" value="\(view ?? "")">\(fault.map { "<p class=\"fault\" role=\"alert\" id=\"report-fault\">\($0)</p>" })
        <label class="choice"><input type="checkbox" name="in-clear" value="yes" required> I know that it is not encrypted: anyone who gets it can read it</label>
        <div class="actions">\(makesPDF ? pdf : .empty)<button name="format" value="html"\(" class=\"primary\"", if: !makesPDF)>Save as a web page</button></div>\(makesPDF || visit.app.site.isInside ? .empty : noPDF)</form>
        <p class="hint">\(visit.app.site.isInside ? phone : desk) Only the report is printed, on one to four pages. <button class="link" data-print hidden>Print</button></p></section>
        """
    }

    private var pdf: HTML { "<button class=\"primary\" name=\"format\" value=\"pdf\">Save as PDF</button>" }

    private var desk: HTML { "To print it, press Ctrl+P in your browser." }

    private var phone: HTML { "To get a PDF, print it." }

    private var noPDF: HTML {
        "<p class=\"hint\">Chromium is not installed, so no PDF can be made here. Print to a PDF with your browser instead.</p>"
    }
}
