import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger

/// The form for a new or changed entry: text, mood, tags, time, files.
struct Composer {
    struct Values {
        var text = ""
        var mood = ""
        /// The suggested mood that was accepted.
        var takenMood = ""
        /// The number of the mood.
        var score = ""
        var tags = ""
        /// `2026-03-14T21:00`; empty for now.
        var when = ""
        var isStarred = false
        /// As `Place.words`.
        var place = ""
        /// The id of a new entry's journal; empty for the default one.
        var journal = ""
        /// A random text, from which a new entry gets its name; empty for a change.
        var once = ""
        var staged: [StagedFile] = []
        /// Attachments ticked for removal.
        var removed: [RecordID] = []
    }

    struct Kept {
        /// In the owner's local time, `20:14`.
        let clock: String
        /// In milliseconds since 1970.
        let milliseconds: Int64
    }

    let values: Values
    let action: String
    let draft: String
    /// A question or hint shown in the empty field.
    var placeholder = say("What is on your mind?")
    /// The write of the text that the form began with.
    var seen = ""
    /// Moods in use, the most used first.
    let moods: [Mood]
    let tagsInUse: [String]
    let looks: Looks
    /// The journals to choose from for a new entry.
    var journals: [JournalSummary] = []
    /// The entry's fields when the page was made; `nil` for a new entry.
    var shown: EntryForm.Shown?
    /// The zone of the time, if it is not the owner's.
    var zone = ""
    var faults: [EntryForm.Field: String] = [:]
    /// When the draft in the fields was saved; `nil` without a draft.
    var kept: Kept?
    /// Marks of other texts that the window has shown or sent.
    var known: String?
    var attachments: [AttachmentInfo] = []
    /// The entry that is changed; `nil` for a new one.
    var entry: RecordID?
    /// The name of the new entry, if it is saved; `nil` for a change.
    var becomes: RecordID?
    /// A quiet line below the field while it is empty.
    var invitation: HTML?
    /// Whether `#words` become tags, or may.
    var showsTags = false

    func html(for visit: Visit) -> HTML {
        """
        <form class="composer" id="composer" method="post" action="\(action)" enctype="multipart/form-data" data-draft="\(draft)" data-kept="\(String(kept?.milliseconds ?? 0))"\(" data-refused", if: !faults.isEmpty)\(entry.map { " data-entry=\"\($0.description)\"" })\(becomes.map { " data-becomes=\"\($0.description)\"" })>
        \(formToken(visit))<input type="hidden" name="draft" value="\(draft)"><input type="hidden" name="seen" value="\(seen)"><input type="hidden" name="zone" value=""><input type="hidden" name="known" value="\(marks)">\(before)\(once)
        <label class="hidden" for="text">Your entry</label>
        <div class="writing"><textarea id="text" name="text" rows="6" dir="auto" placeholder="\(placeholder)" autocapitalize="sentences" spellcheck="true"\(" data-tags=\"\(tagPlaces)\"", if: showsTags)\(described("text", by: .text, besides: " saved-state"))>
        \(values.text)</textarea></div>
        \(invitation)<p class="tag-question" id="tag-question" role="status" hidden><span></span> \(TagQuestion.answers)</p>\(fault(.text))<div id="photo-chips" class="mood-chips" role="status" aria-live="polite"></div><div id="mood-chips" class="mood-chips" role="status" aria-live="polite"></div><input type="hidden" name="mood-source" value="\(values.takenMood)">
        <ul class="chosen" id="chosen" aria-label="Chosen" hidden></ul>
        \(fault(.files))
        \(fileList)
        <ul class="staged" id="staged" aria-label="Files to be saved">\(values.staged.html { staged($0, visit) })</ul>
        <div class="composer-end"><div class="saved-line">\(keptLine)<span id="saved-state" class="saved-state" role="status"></span>\(leave)</div>
        <div class="composer-bar">\(sheets)<label class="star-box" title="Star"><input type="checkbox" name="starred" value="yes"\(" checked", if: values.isStarred)>\(Icon.star)<span class="hidden">Starred</span></label>
        <button class="primary" id="save">Save</button></div></div>
        </form>
        <form id="discard-draft" method="post" action="/draft/\(draft)/discard" hidden>\(formToken(visit))</form>
        <form id="no-tags" method="post" action="/health/check-in" data-quick hidden>\(formToken(visit))\(wayBackField("/today"))<input type="hidden" name="untagged" value="1"></form>
        """
    }

    private var tagPlaces: String { InlineTags.places(in: values.text).map { String($0) }.joined(separator: " ") }

    /// What most entries do not need, each behind its button in the bar. One is open at a time; without scripts too.
    private var sheets: HTML {
        """
        \(sheet("mood", "Mood", looks.icon(feeling), moodPicker, fault(.mood)))
        \(sheet("tags", "Tags", Icon.tag, tagsField, fault(.tags)))
        \(sheet("files", "Photos and files", Icon.photo, "<div class=\"field field-files\"><label for=\"files\">Photos and files</label><input id=\"files\" name=\"files\" type=\"file\" multiple\(described("files", by: .files))></div>", nil))
        \(sheet("when", journalField == nil ? "Time and place" : "Time, place and journal", Icon.clock, "\(whenField)\(placeField)\(journalField)", fault(.when)))
        """
    }

    private func sheet(_ name: HTML, _ label: HTML, _ icon: HTML, _ content: HTML, _ fault: HTML?) -> HTML {
        """
        <details class="tool" name="sheet" data-sheet="\(name)"\(" open", if: fault != nil)><summary title="\(label)">\(icon)<span class="hidden">\(label)</span></summary><div class="tool-body">\(content)\(fault)</div></details>
        """
    }

    private var tagsField: HTML {
        """
        <div class="field"><label for="tags">Tags</label><input id="tags" name="tags" value="\(values.tags)" placeholder="walk, family" autocomplete="off" autocapitalize="off" list="tags-in-use"\(described("tags", by: .tags))>
        <datalist id="tags-in-use">\(looks.grouped(Array(tagsInUse.prefix(200))).html { group, names in names.html { tagOption($0, in: group) } })</datalist></div>\(noTags, if: entry == nil && !tagsInUse.isEmpty)
        """
    }

    private func tagOption(_ tag: String, in group: String) -> HTML {
        let look = looks[tag: tag] ?? Looks.Label()
        return
            "<option value=\"\(tag)\"\(" data-group=\"\(group)\"", if: !group.isEmpty)\(" data-icon=\"\(look.icon)\"", if: !look.icon.isEmpty)\(" data-hue=\"\(looks.hue(tag))\"", if: look.color != nil)>"
    }

    /// A clear no for the day: Insights count it as the absence of all tags.
    private let noTags: HTML =
        "<button class=\"quiet no-tags\" form=\"no-tags\">None of these today</button>"

    /// Only if there is a choice. An existing entry stays in its journal.
    private var journalField: HTML? {
        guard entry == nil, journals.count > 1 else { return nil }
        let usual = journals.first(where: \.isDefault)?.id.description ?? ""
        let options = JournalChoice.options(
            journals.map { ($0.id, $0.name) }, chosen: values.journal.isEmpty ? usual : values.journal)
        return
            "<div class=\"field\"><label for=\"journal\">Journal</label><select id=\"journal\" name=\"journal\">\(options)</select></div>"
    }

    /// These identify a draft as this window's own.
    private var marks: String {
        let before = (known ?? "").split(separator: ",").filter { UInt32($0) != nil }.suffix(3).map(String.init)
        return (before + [WebApp.mark(of: EntryForm.lines(values.text))]).joined(separator: ",")
    }

    /// Back to the entry without saving. The draft is saved meanwhile.
    private var leave: HTML? {
        entry.map { "<a class=\"button quiet\" id=\"leave\" href=\"/entry/\($0.description)\">Cancel</a>" }
    }

    /// So that only what was changed here is saved: another window may change the rest.
    private var before: HTML? {
        shown.map { shown in
            """
            <input type="hidden" name="was-mood" value="\(shown.mood)"><input type="hidden" name="was-score" value="\(shown.score)"><input type="hidden" name="was-tags" value="\(shown.tags)"><input type="hidden" name="was-when" value="\(shown.when)"><input type="hidden" name="was-starred" value="\(shown.isStarred ? "yes" : "no")"><input type="hidden" name="was-place" value="\(shown.place)">\(shown.written.map { "<input type=\"hidden\" name=\"was-written\" value=\"\($0)\">" as HTML })
            """
        }
    }

    /// So that one draft in two windows becomes one entry.
    private var once: HTML? {
        becomes.map { _ in "<input type=\"hidden\" name=\"once\" value=\"\(values.once)\">" }
    }

    /// The page's script also shows it as soon as a draft is saved.
    private var keptLine: HTML {
        let when: HTML? = kept.map { "<span class=\"kept-when\">Draft saved at \($0.clock).</span> " }
        return """
            <span class="kept-line" id="kept-line"\(" hidden", if: kept == nil)>\(when)<button class="link" form="discard-draft">\(entry == nil ? "Discard" : "Discard changes" as HTML)</button></span>
            """
    }

    private var feeling: Feeling { Feeling(score: Int(values.score), word: Mood(values.mood)) }

    /// Radio buttons: arrow keys move between them, and a screen reader says how many there are.
    private var moodPicker: HTML {
        var choices = looks.offered(used: moods).map(\.name)
        let chosen = Mood(values.mood)
        // An invalid mood is shown as typed.
        if let chosen, !choices.contains(chosen.name) { choices.append(chosen.name) }
        let other = chosen == nil ? values.mood : ""
        let none: HTML =
            "<label class=\"mood mood-none\"><input type=\"radio\" name=\"mood\" value=\"\"\(" checked", if: values.mood.isEmpty)><span>none</span></label>"
        return """
            <fieldset class="faces"><legend>How do you feel?</legend>\(MoodFace.allCases.html(faceChoice))
            <label class="mood mood-none"><input type="radio" name="score" value=""\(" checked", if: feeling.score == nil)><span>no face</span></label></fieldset>
            <fieldset class="moods"><legend>In a word</legend>
            \(choices.html { moodChoice($0, isChosen: $0 == chosen?.name) })\(none)
            <label class="mood-other"><span class="hidden">Another word for your mood</span><input name="mood-other" value="\(other)" placeholder="another word" maxlength="40" autocomplete="off" autocapitalize="off"\(described("mood", by: .mood))></label>
            </fieldset>
            """
    }

    /// A face saves its own number, unless another one of its two was chosen already.
    private func faceChoice(_ face: MoodFace) -> HTML {
        let isChosen = face == feeling.face
        return
            "<label class=\"mood\" title=\"\(looks.name(face))\"><input type=\"radio\" name=\"score\" value=\"\(isChosen ? values.score : String(face.mood))\"\(" checked", if: isChosen)>\(looks.icon(face))<span class=\"hidden\">\(looks.name(face))</span></label>"
    }

    private func moodChoice(_ mood: String, isChosen: Bool) -> HTML {
        "<label class=\"mood\"><input type=\"radio\" name=\"mood\" value=\"\(mood)\"\(" checked", if: isChosen)>\(Icon.face(mood))<span>\(mood)</span></label>"
    }

    private var whenField: HTML {
        let zone: HTML? = zone.isEmpty ? nil : " <span class=\"hint\">in \(zone)</span>"
        return """
            <div class="field"><label for="when">When\(zone)</label><input id="when" name="when"\(inputAttributes(values.when, type: "datetime-local"))\(described("when", by: .when))></div>
            """
    }

    private var placeField: HTML {
        """
        <div class="field"><label for="place">Place</label><input id="place" name="place" value="\(values.place)" maxlength="340" autocomplete="off"></div>
        """
    }

    private func staged(_ file: StagedFile, _ visit: Visit) -> HTML {
        let isPicture = MediaType.isPicture(file.file.type)
        let picture: HTML =
            file.isShown ? "<img src=\"\(file.path)\" alt=\"\" loading=\"lazy\">" : Icon.file
        return """
            <li class="staged-file" data-staged="\(file.name)"\(pictureName(file.file.name), if: isPicture)\(visit.app.photoOffer(file.facts)?.attributes)><input type="hidden" name="staged" value="\(file.name)">\(picture)<span class="file-name"><bdi>\(FileName.harmless(file.file.name))</bdi></span> <span class="file-size">\(FileName.size(file.file.size))</span></li>
            """
    }

    /// The entry's files: a tick removes one when the form is saved, and can be undone until then.
    private var fileList: HTML? {
        guard let entry, !attachments.isEmpty else { return nil }
        let list = attachments.html { attached($0, to: entry) }
        return "<fieldset class=\"entry-files\"><legend>Files of this entry</legend><ul>\(list)</ul></fieldset>"
    }

    private func attached(_ file: AttachmentInfo, to entry: RecordID) -> HTML {
        let name = FileName.harmless(file.name)
        let isPicture = MediaType.isPicture(file.type)
        let picture: HTML =
            isPicture
            ? "<img src=\"\(ThumbnailPath.of(file.id, in: entry))\" alt=\"\" loading=\"lazy\" data-thumbnail>" : Icon.file
        return """
            <li\(pictureName(file.name), if: isPicture)>\(picture)<span class="file-name"><bdi>\(name)</bdi></span> <span class="file-size">\(FileName.size(file.size))</span>
            <label class="file-remove"><input type="checkbox" name="removed" value="\(file.id.description)"\(" checked", if: values.removed.contains(file.id))>Remove<span class="hidden"> \(name)</span></label></li>
            """
    }

    /// For the page's script, which puts a picture at its place in the text.
    private func pictureName(_ name: String) -> HTML { " data-picture=\"\(PercentCoding.encode(name, keeping: "-._~"))\"" }

    private func fault(_ field: EntryForm.Field) -> HTML? {
        faults[field].map { "<p class=\"fault\" id=\"\(field.rawValue)-fault\">\($0)</p>" }
    }

    /// Tells a screen reader that the sentence at a field describes it.
    private func described(_ name: HTML, by field: EntryForm.Field, besides other: HTML = "") -> HTML {
        guard faults[field] != nil else {
            return other.markup.isEmpty ? "" : " aria-describedby=\"saved-state\""
        }
        return " aria-invalid=\"true\" aria-describedby=\"\(name)-fault\(other)\""
    }
}

extension Composer.Values {
    init(_ form: EntryForm) {
        (text, mood, tags, when) = (form.text, form.chosenMood, form.tags, form.when)
        (takenMood, score, journal, once) = (form.takenMood, form.score, form.journal, form.once)
        (isStarred, staged, removed, place) = (form.isStarred, form.staged, form.removed, form.place)
    }

    init(_ draft: Draft, named name: Draft.Name) {
        (text, mood, tags, when) = (draft.text, draft.mood, draft.tags, draft.when)
        (takenMood, score, journal, once) = (draft.takenMood, draft.score, draft.journal, draft.once)
        (isStarred, place) = (draft.starred, draft.place)
        staged = draft.attachments.compactMap { StagedFile(kept: $0, draft: name) }
    }

    init(_ entry: Entry) {
        let shown = EntryForm.Shown(entry)
        (text, mood, score, tags) = (entry.text, shown.mood, shown.score, shown.tags)
        (when, isStarred, place) = (shown.when, shown.isStarred, shown.place)
    }
}
