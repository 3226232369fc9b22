import Base
import Documents
import Engine
import HTTP

/// "Use on my phone": an address that was checked, or what is missing and the ways to it.
struct PhonePage {
    static func title(_ visit: Visit) -> HTML { visit.app.site.isInside ? "Use on another phone" : "Use on my phone" }

    fileprivate let found: Result<PhoneAddress, any Error>
    fileprivate let now: Int64

    func html(for visit: Visit) -> HTML {
        """
        <p class="way-back"><a href="/settings/sync">\(Icon.back)Sync</a></p>
        <section class="card narrow"><h1>\(PhonePage.title(visit))</h1>
        <p>Your phone gets the whole journal, encrypted. It works without a network, and syncs through your relay.</p>
        \(content)</section>
        """
    }

    private var content: HTML {
        switch found {
        case .success(let phone): ready(phone)
        case .failure(let error): missing(Explanation(error), (error as? PhoneFault)?.ways ?? [])
        }
    }

    private func ready(_ phone: PhoneAddress) -> HTML {
        """
        <div class="kit-code"><p class="link-code">\(phone.address)</p>\(QRCode(phone.address)?.html(label: say("QR code of the address")))</div>
        <ol>\(phone.steps.html { "<li>\($0)</li>" })</ol>
        <div class="actions"><a class="button primary" href="/settings/sync/approve">Type the phone’s code</a></div>
        <p class="hint">\(phone.sent { ago($0, now: now) })</p>
        """
    }

    private func missing(_ explanation: Explanation, _ ways: [PhoneWay]) -> HTML {
        let list: HTML = """
            <h2>Ways to get there</h2>
            <ul class="lines">\(ways.html { "<li class=\"line\"><a href=\"/phone/\($0.rawValue)\">\($0.title)</a></li>" })</ul>
            """
        return """
            <p class="fault" role="alert">\(besideField(explanation))</p>
            \(list, if: !ways.isEmpty)
            <div class="actions"><a class="button" href="/phone">Check again</a></div>
            """
    }
}

extension WebApp {
    func addPhoneRoutes(to routes: inout Routes) {
        routes.page("/phone") { visit in
            let (app, vault) = (visit.app, try await visit.vault())
            return try await app.answer("Asking the relay", to: visit) { _ in
                let found: Result<PhoneAddress, any Error>
                do {
                    // A phone's own app is at its own address.
                    let own = app.site.isInside ? app.site.origins[0] : nil
                    found = .success(try await vault.phoneAddress(from: own, over: app.machine.relays))
                } catch  where error is PhoneFault || error is SyncError {
                    found = .failure(error)
                }
                let page = PhonePage(found: found, now: app.surroundings.now())
                return { visit in
                    try await app.settings(visit, below: .sync, PhonePage.title(visit), name: "sync", page.html(for: visit))
                }
            }
        }
        routes.page("/phone/:way") { visit in
            guard let way = PhoneWay(rawValue: visit.part("way")) else { throw HTTPFault.notFound }
            let atComputer: HTML = "<p class=\"hint\">These steps are for the computer that has the relay or your journal.</p>"
            let content: HTML = """
                <p class="way-back"><a href="/phone">\(Icon.back)\(PhonePage.title(visit))</a></p>
                <section class="card"><h1>\(way.title)</h1>\(atComputer, if: visit.app.site.isInside)<div class="prose">\(Markdown.html(way.guide))</div></section>
                """
            return try await visit.app.settings(visit, below: .sync, PhonePage.title(visit), name: "sync", content)
        }
    }
}
