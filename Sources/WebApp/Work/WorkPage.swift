import Base
import Documents
import HTTP
import Ledger

struct WorkPage {
    let work: Work
    var shown: ReceiptPage.Filter = .remarkable

    func html(for visit: Visit) -> HTML {
        switch work.outcome {
        case nil: going(visit)
        case .done(let result) where !result.imported.isEmpty:
            ReceiptPage(files: result.imported, heading: result.heading, shown: shown).html
        case .done(let result):
            ended("\(result.heading)", result.lines.html { "<p>\($0)</p>" }, result.next, isTroubled: result.isTroubled)
        case .failed(let explanation):
            ended(
                "This did not work", "<p class=\"fault\">\(besideField(explanation))</p>", work.kind.back)
        case .stopped: ended("Stopped", "<p>\(afterStop)</p>", work.kind.back)
        }
    }

    private func going(_ visit: Visit) -> HTML {
        let step = work.step
        let known: HTML = step.total > 0 ? " max=\"\(step.total)\" value=\"\(min(step.done, step.total))\"" : .empty
        return """
            <section class="card narrow work" id="work" data-work="\(work.number)"><h1 id="work-title">\(work.kind.title)</h1>
            <progress id="work-progress" aria-labelledby="work-title"\(known)></progress>
            <p class="muted" id="work-words">\(step.words)</p>
            <p class="hint">You can leave this page; the task continues. \(work.kind.whenStopped)</p>
            <form method="post" action="/progress/stop">\(formToken(visit))<button>Stop</button></form></section>
            """
    }

    private func ended(_ heading: HTML, _ body: HTML, _ next: (words: String, path: String), isTroubled: Bool = false) -> HTML {
        """
        <section class="card narrow\(" troubled", if: isTroubled)"><h1>\(heading)</h1>\(body)
        <div class="actions"><a class="button primary" href="\(next.path)">\(next.words)</a></div></section>
        """
    }

    private var afterStop: HTML {
        switch work.kind {
        case .importing: "Nothing from the file that was being read was imported."
        case .exporting: "The download is incomplete: delete it."
        case .backingUp: "No backup was made; older backups are unchanged."
        case .verifying: "The check did not finish."
        case .rotating: "It continues when you start it again, or the next time you unlock."
        case .removingPlaces: "The other photos keep their place until you start it again."
        }
    }
}

extension Work {
    var line: HTML {
        outcome == nil
            ? "<p class=\"work-line\">\(Icon.clock)<a href=\"/progress\">\(kind.title)</a><span class=\"muted\">in progress</span></p>"
            : .empty
    }
}

extension WebApp {
    func addWorkRoutes(to routes: inout Routes) {
        routes.page("/progress") { visit in visit.app.workPage(visit) }
        routes.form("/progress/stop") { visit, _ in
            visit.app.runner.stop()
            return .redirect(to: "/progress")
        }
        routes.page("/progress/receipt") { visit in
            guard case .done(let result)? = visit.app.runner.work?.outcome, !result.imported.isEmpty else {
                throw HTTPFault.notFound
            }
            var response = Response.json(.array(result.imported.map(\.json)))
            response.headers["content-disposition"] = "attachment; filename=\"receipt.json\""
            return response
        }
    }

    private func workPage(_ visit: Visit) -> Response {
        guard let work = runner.work else {
            let content: HTML = """
                <section class="card narrow"><h1>No task is running</h1><p>Long tasks, such as imports, backups and new keys, are shown here.</p>
                <div class="actions"><a class="button" href="/settings/data">Your data</a></div></section>
                """
            return PageFrame(title: "Work", place: .settings, name: "progress").page(content, for: visit)
        }
        let shown = visit.request.query["show"].flatMap(ReceiptPage.Filter.init) ?? .remarkable
        var frame = PageFrame(title: "Work", place: .settings, name: "progress")
        frame.refreshesItself = work.outcome == nil
        return frame.page(WorkPage(work: work, shown: shown).html(for: visit), for: visit)
    }
}
