import Base
import Basics
import Documents
import Engine
import HTTP

/// The frame of every page: head, navigation, notice.
struct PageFrame {
    enum Place: String, CaseIterable {
        case today, journal, health, insights, support, people, settings

        var label: HTML {
            switch self {
            case .today: "Today"
            case .journal: "Journal"
            case .health: "Health"
            case .insights: "Insights"
            case .support: "Support"
            case .people: "People"
            case .settings: "Settings"
            }
        }

        var icon: HTML {
            switch self {
            case .today: Icon.today
            case .journal: Icon.journal
            case .health: Icon.health
            case .insights: Icon.insights
            case .support: Icon.support
            case .people: Icon.people
            case .settings: Icon.settings
            }
        }
    }

    /// The page's title in the browser and its history: never the person's text.
    let title: HTML
    /// Its item in the navigation; `nil` for other pages.
    var place: Place?
    /// Whether it is shown before unlocking: without navigation, and not blanked when the vault is locked.
    var isOutside = false
    /// Identifies the page for style and scripts.
    let name: HTML
    /// A read-only page: without scripts it goes to the lock page after the idle time.
    var isForReading = false
    /// Without scripts it reloads every two seconds while something is in progress.
    var refreshesItself = false

    func page(_ content: HTML, for visit: Visit, status: Status = .ok) -> Response {
        let isPrivate = !isOutside
        let idle = visit.app.idleSeconds
        let refresh: HTML = "<noscript><meta http-equiv=\"refresh\" content=\"\(idle + 5);url=/locked\"></noscript>"
        let markup: HTML = """
            <!doctype html>
            <html lang="\(SentenceTable.language)"\(theme(of: visit))>
            <head>
            <meta charset="utf-8">
            <title>\(title) · Auralyst</title>
            <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
            <meta name="color-scheme" content="light dark">
            <meta name="theme-color" media="(prefers-color-scheme: light)" content="#F8FAFC">
            <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0B1220">
            \(refresh, if: isPrivate && isForReading)
            \("<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>", if: refreshesItself)
            <link rel="icon" type="image/svg+xml" href="\(visit.app.assets.path("icon.svg"))">
            <link rel="apple-touch-icon" href="\(visit.app.assets.path("icon-192.png"))">
            <link rel="manifest" href="/manifest.webmanifest">
            <link rel="preload" as="font" type="font/woff2" href="\(visit.app.assets.path("heading.woff2"))" crossorigin>
            <link rel="stylesheet" href="\(visit.app.assets.path("app.css"))">
            \(ScriptSentences.element)
            \(scripts.html { "<script type=\"module\" src=\"\(visit.app.assets.path($0))\"></script>" })
            </head>
            <body data-page="\(name)" data-form-token="\(visit.session.formToken)" data-position="\(visit.app.position)" data-dates="\(visit.app.dateOrder)"\(visit.app.site.isInside ? " data-phone" : " data-door=\"\(Base64URL.text(visit.app.browsers.publicKey))\"" as HTML)\(" data-private", if: isPrivate)>
            <a class="skip" href="#main">Skip to content</a>
            \(isPrivate ? navigation(visit) : .empty)
            <main id="main" tabindex="-1" class="page page-\(name)">
            \(isPrivate ? LookAround.banner(visit) : nil)<div id="notices" class="notices" role="status" aria-live="polite">\(visit.takeNotice().map { notice($0, visit) })</div>
            \(isPrivate && name.markup != "progress" ? visit.app.runner.work?.line : nil)
            \(content)
            \(isPrivate ? SyncMark(visit.app)?.html : nil)\(PhoneRoom.scarce, if: isPrivate && PhoneRoom.isScarce(visit))
            \(SOSPage.link, if: isOutside && name.markup != "sos")
            </main>
            </body>
            </html>
            """
        return .text(markup.forgettingFields, type: "text/html; charset=utf-8", status: status)
    }

    /// The page's own script is in the head too, so that it runs before the page counts as loaded.
    private var scripts: [String] {
        let own =
            switch name.markup {
            case "today": ["composer.js", "health.js"]
            case "journal": ["journal.js"]
            case "entry": ["entry.js", "pictures.js"]
            case "photos": ["pictures.js"]
            case "edit": ["composer.js", "entry.js"]
            case "unlock", "welcome", "settings", "data": ["keys.js"]
            case "progress": ["progress.js"]
            case "schedule": ["medicine.js"]
            case "health", "health-history", "day", "medicine": ["health.js"]
            case "insights": ["insights.js"]
            case "people": ["people.js"]
            case "sync": ["scan.js"]
            default: [String]()
            }
        return ["app.js"] + own
    }

    /// A piece of a page, for the page's script.
    static func piece(_ content: HTML, status: Status = .ok) -> Response {
        .text(content.forgettingFields, type: "text/html; charset=utf-8", status: status)
    }

    private func theme(of visit: Visit) -> HTML {
        switch visit.request.cookie("theme") {
        case "light": " data-theme=\"light\""
        case "dark": " data-theme=\"dark\""
        default: ""
        }
    }

    /// Four places and what is new on a phone, with the others behind "More"; all of them beside a wide page.
    private func navigation(_ visit: Visit) -> HTML {
        let (near, rest) = (Place.allCases.prefix(3), Place.allCases.dropFirst(3))
        let isInRest = place.map { rest.contains($0) } ?? false
        return """
            <header class="bar">
            <a class="brand" href="/today">\(Icon.mark)<span>Auralyst</span></a>
            <nav aria-label="Main"><ul>\(near.prefix(2).html { item($0) })
            <li class="nav-new"><details class="menu" name="menu" id="new"><summary title="New (N)">\(Icon.plus)<span>New</span></summary>
            <ul><li><a href="/today#text">\(Icon.today)Entry</a></li><li><a href="/check-in/new">\(Icon.face(""))Check-in</a></li><li><a href="/symptom/new">\(Icon.health)Symptom</a></li><li><a href="/health#doses-title">\(Icon.pill)Dose</a></li><li><a href="/measure/new">\(Icon.insights)Measurement</a></li></ul></details></li>
            \(near.suffix(1).html { item($0) })\(rest.html { item($0, isRest: true) })
            <li class="nav-more"><details class="menu" name="menu"><summary\(" class=\"is-here\"", if: isInRest)>\(Icon.more)<span>More</span></summary><ul>\(rest.html { item($0) })</ul></details></li></ul></nav>
            <a class="sos-link" href="/sos" title="Help now: people and numbers from your plan">SOS</a>
            <form class="lock" method="post" action="/lock">\(lockFields(visit))<button class="quiet" title="Lock (Shift+L)">\(Icon.lock)<span>Lock</span></button></form>
            </header>
            """
    }

    private func item(_ place: Place, isRest: Bool = false) -> HTML {
        "<li\(" class=\"nav-rest\"", if: isRest)><a href=\"/\(place.rawValue)\"\(" aria-current=\"page\"", if: place == self.place)>\(place.icon)<span>\(place.label)</span></a></li>"
    }

    private func notice(_ notice: Notice, _ visit: Visit) -> HTML {
        let undo: HTML? = notice.undo.map { undo in
            "<form method=\"post\" action=\"\(undo.path)\">\(formToken(visit))<button class=\"link\">\(undo.label)</button></form>"
        }
        let way: HTML? = notice.way.map { " <a href=\"\($0.path)\">\($0.label)</a>" }
        return
            "<div class=\"notice notice-\(notice.tone.rawValue)\"><p>\(notice.sentence)\(way)</p>\(undo)\(notice.offer.map { MoodChips(hint: $0.hint).offers(for: $0.entry, visit) })\(notice.question.map { TagQuestion.html($0, visit) })\(MoodChips.support, if: notice.showsSupport)</div>"
    }
}

func formToken(_ visit: Visit) -> HTML {
    "<input type=\"hidden\" name=\"form-token\" value=\"\(visit.session.formToken)\">"
}

/// The hidden fields of a form that locks, so that unlocking returns to this page.
func lockFields(_ visit: Visit) -> HTML {
    "\(formToken(visit))<input type=\"hidden\" name=\"next\" value=\"\(visit.request.path)\">"
}

/// Identifies one display of a form that adds something: tapped or sent twice, it adds one.
func onceField() -> HTML { "<input type=\"hidden\" name=\"once\" value=\"\(RandomName.make(byteCount: 12))\">" }
