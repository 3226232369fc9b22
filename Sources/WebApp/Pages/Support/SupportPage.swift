import Base
import Documents
import Journal
import Ledger
import Records

/// The support plan: a link to help, a form for cravings, and what helps.
struct SupportPage {
    let items: [SupportItem.Part: [StoredSupportItem]]
    let craving: CheckInForm
    /// The latest check-ins with a craving, the newest first.
    let latest: [Stored<CheckIn>]
    var adding: SupportItemForm?
    let dates: DateLanguage

    func html(for visit: Visit) -> HTML {
        """
        <h1>Support</h1>
        <a class="help-now" href="/sos">\(Icon.phone)<span><b>Help now</b><span>Your people, numbers and steps, large and calm</span></span></a>
        <section class="card" id="craving" aria-labelledby="craving-title"><h2 id="craving-title">Log a craving</h2>
        \(cravingForm(visit))</section>
        \(cravings(visit))
        <h2 class="plan-title">My plan</h2>
        \([SupportItem.Part.step, .trigger, .buddy, .contact].html { section($0, visit) })
        """
    }

    private func cravingForm(_ visit: Visit) -> HTML {
        func names(_ part: SupportItem.Part) -> [String] { items[part, default: []].map(\.item.name) }
        let faults = craving.faults
        return """
            <form method="post" action="/support/craving#craving" class="stack">\(formToken(visit))
            \(Scale.craving.radios("How strong is it?", chosen: craving.craving, extra: faults.html("craving"), described: faults.describedGroup("craving")))
            \(craving.choices("trigger", "What set it off?", of: names(.trigger)))\(craving.choices("helped", "What helped, or what will you try?", of: names(.step)))
            \(noteField(craving.note, faults, label: "Note <span class=\"unit\">(optional)</span>", rows: 2))
            <div class="actions"><button class="primary">Log craving</button></div></form>
            """
    }

    private func cravings(_ visit: Visit) -> HTML {
        guard !latest.isEmpty else { return "<section id=\"cravings\" aria-label=\"Latest cravings\" data-live></section>" }
        return """
            <section id="cravings" aria-labelledby="cravings-title" data-live><h2 id="cravings-title">Latest cravings</h2>
            <ul class="rows">\(latest.html(row))</ul></section>
            """
    }

    private func row(_ stored: Stored<CheckIn>) -> HTML {
        let (checkIn, id) = (stored.value, stored.id.description)
        let clock = clockWords(of: checkIn.instant, in: checkIn.zone)
        let note: HTML = "<p class=\"row-text\">\(checkIn.note)</p>"
        return """
            <li class="row craving-row" id="craving-\(id)" data-entry="\(id)" data-version="\(stored.modified)">
            <p><span class="badge level-\(checkIn.craving ?? 0)">\(checkIn.craving ?? 0)<span class="hidden"> of 10</span></span></p>
            <div><p class="craving-when"><a href="/check-in/\(id)">\(dates.day(checkIn.day, style: .medium)) <time datetime="\(checkIn.day.iso)T\(clock)">\(clock)</time></a></p>
            \(names("Set off by", checkIn.triggers))\(names("Helped", checkIn.helped))\(note, if: !checkIn.note.isEmpty)</div></li>
            """
    }

    private func names(_ label: HTML, _ names: [String]) -> HTML? {
        guard !names.isEmpty else { return nil }
        return "<p class=\"craving-names\"><span class=\"muted\">\(label):</span> \(names.joined(separator: ", "))</p>"
    }

    private func section(_ part: SupportItem.Part, _ visit: Visit) -> HTML {
        let lines = items[part, default: []]
        let rows = lines.enumerated().html { line($1, place: $0, of: lines.count, visit) }
        let list: HTML = part == .step ? "<ol class=\"plan-list\">\(rows)</ol>" : "<ul class=\"plan-list\">\(rows)</ul>"
        return """
            <section class="card plan" id="\(part.path)" aria-labelledby="\(part.path)-title"><h3 id="\(part.path)-title">\(part.title)</h3>
            <p class="muted">\(part.told)</p>\(list, if: !lines.isEmpty)\(adder(part, visit))</section>
            """
    }

    private func line(_ stored: StoredSupportItem, place: Int, of count: Int, _ visit: Visit) -> HTML {
        let (item, part) = (stored.item, stored.item.part)
        let path = "/support/\(part.path)/\(stored.id.description)"
        let phone: HTML? = item.phone.isEmpty ? nil : "<span class=\"plan-phone\">\(telephone(item))</span>"
        let note: HTML = "<span class=\"muted\">\(item.note)</span>"
        let moves: HTML = """
            <form method="post" action="\(path)/move" class="moves">\(formToken(visit))<button class="quiet" name="way" value="up" aria-label="Move up: \(item.name)" title="Move up"\(" disabled", if: place == 0)>↑</button><button class="quiet" name="way" value="down" aria-label="Move down: \(item.name)" title="Move down"\(" disabled", if: place == count - 1)>↓</button></form>
            """
        return """
            <li><div class="plan-line"><div class="plan-words"><span>\(item.name)</span>\(phone)\(note, if: !item.note.isEmpty)</div><div class="plan-actions">\(moves, if: count > 1 && part != .trigger)
            <a class="button quiet" href="\(path)">\(Icon.edit)<span class="hidden">Change \(item.name)</span></a></div></div></li>
            """
    }

    private func adder(_ part: SupportItem.Part, _ visit: Visit) -> HTML {
        let form = adding.flatMap { $0.part == part ? $0 : nil }
        return """
            <details class="adder"\(" open", if: form != nil)><summary>\(part == .contact ? "Add an SOS number" : "Add a \(part.noun)" as HTML)</summary>
            <form method="post" action="/support/\(part.path)#\(part.path)" class="stack">\(formToken(visit))\((form ?? SupportItemForm(part)).fields)
            <div class="actions"><button>Add</button></div></form></details>
            """
    }
}

/// A number as written, as a dial link if possible (RFC 3966).
func telephone(_ item: SupportItem) -> HTML {
    guard let dialled = item.dialled else { return "\(item.phone)" }
    return "<a href=\"tel:\(dialled.replacing("#", with: "%23"))\">\(item.phone)</a>"
}
