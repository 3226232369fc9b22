import Documents
import HTTP

/// The list of the settings with their present values, and one page of them. A wide window shows both.
struct SettingsPage {
    let values: [(place: SettingsPlace, value: String)]
    /// The chosen page; `nil` for the list, beside which a wide window has the first page.
    let place: SettingsPlace?
    let content: HTML
    /// A page that the chosen one leads to, with its own heading and way back.
    var isBelow = false

    static let first = SettingsPlace.writing

    func html(for visit: Visit) -> HTML {
        let (shown, isList) = (place ?? SettingsPage.first, place == nil)
        let rows = values.html { row in
            "<li><a href=\"\(row.place.path)\" data-was=\"\(row.place.anchors)\"\(" aria-current=\"page\"", if: row.place == place && !isBelow)\(" aria-current=\"true\"", if: row.place == place && isBelow)><span>\(row.place.title)</span> <span class=\"settings-value\">\(row.value)</span></a></li>"
        }
        let head: HTML = """
            <p class="way-back settings-back"><a href="/settings">\(Icon.back)Settings</a></p>
            \(isList ? "<h2 class=\"settings-head\">\(shown.title)</h2>" : "<h1>\(shown.title)</h1>" as HTML)
            """
        return """
            <div class="settings\(" is-list", if: isList)"><div class="settings-list">\(isList ? "<h1>Settings</h1>" : "<p class=\"settings-name\">Settings</p>" as HTML)
            <nav aria-label="Settings"><ul\(" id=\"settings-values\" data-live", if: !isBelow)>\(rows)</ul></nav>
            <p class="settings-foot"><a href="/settings/about"\(" aria-current=\"page\"", if: place == .about)>About Auralyst</a></p></div>
            <div class="settings-page">\(head, if: !isBelow)
            \(content)</div></div>
            """
    }
}

/// A form whose switches and choices are saved when they are made; without scripts, by its button.
func savingForm(_ path: HTML, _ visit: Visit, _ fields: HTML) -> HTML {
    """
    <form method="post" action="\(path)" data-saves>\(formToken(visit))\(fields)
    <noscript><div class="actions"><button>Save</button></div></noscript></form>
    """
}

/// A switch, with what it does below it.
func switchField(_ name: HTML, _ label: HTML, _ isOn: Bool, hint: HTML? = nil) -> HTML {
    """
    <div class="setting-field"><label class="switch"><span>\(label)</span><input type="checkbox" role="switch" name="\(name)" value="yes"\(hint.map { _ in " aria-describedby=\"\(name)-hint\"" as HTML })\(" checked", if: isOn)></label>
    \(hint.map { "<p class=\"hint\" id=\"\(name)-hint\">\($0)</p>" })</div>
    """
}

/// A choice of one of several values.
func choiceField(
    _ name: HTML, _ label: HTML, _ options: [(value: String, label: HTML)], chosen: String, attributes: HTML = .empty,
    hint: HTML? = nil
) -> HTML {
    """
    <p class="field setting-field"><label for="\(name)">\(label)</label>
    <select id="\(name)" name="\(name)"\(attributes)>\(options.html { "<option value=\"\($0.value)\"\(" selected", if: $0.value == chosen)>\($0.label)</option>" })</select>\(hint)</p>
    """
}

/// Numbers to choose from: the usual ones, and the one that is set.
func choices(_ usual: [Int], chosen: Int?, _ words: (Int) -> HTML) -> [(value: String, label: HTML)] {
    Set(usual + [chosen].compactMap(\.self)).sorted().map { ("\($0)", words($0)) }
}
