import Base
import Documents
import Engine
import HTTP
import Journal
import Ledger
import Records
import Synchronization

/// What a picture says of its time and place, offered for its entry. Nothing is set unless it is accepted.
struct PhotoOffer {
    /// As the form's field has it.
    private let when: String
    /// The same for people.
    private let moment: String
    private let place: String

    /// `nil` if the picture says neither.
    init?(_ facts: PhotoFacts?, _ dates: DateLanguage) {
        guard let facts, facts.taken != nil || facts.place != nil else { return nil }
        when = facts.taken.map { $0.day.iso + "T" + $0.time.clock } ?? ""
        moment = facts.taken.map { dates.day($0.day, style: .medium) + ", " + $0.time.clock } ?? ""
        place = facts.place?.words ?? ""
    }

    /// For the page's script, at the line of an uploaded file and in the answer to its upload.
    var attributes: HTML { " data-taken=\"\(when)\" data-moment=\"\(moment)\" data-place=\"\(place)\"" }

    var json: JSON { ["taken": .string(when), "moment": .string(moment), "place": .string(place)] }

    /// On the page of an entry that was just written: each button is its own form.
    func html(for stored: StoredEntry, _ visit: Visit) -> HTML? {
        let hasOtherDay = !when.isEmpty && !when.hasPrefix(stored.entry.day.iso)
        let hasPlace = !place.isEmpty && stored.entry.place == nil
        guard hasOtherDay || hasPlace else { return nil }
        func button(_ field: HTML, _ value: String, _ words: HTML) -> HTML {
            "<form method=\"post\" action=\"/entry/\(stored.id.description)/photo\">\(formToken(visit))<button class=\"chip\" name=\"\(field)\" value=\"\(value)\">\(words)</button></form>"
        }
        return """
            <section class="mood-chips" aria-label="From the photo"><p>\(hasOtherDay ? "Photo taken \(moment)" : "The photo says where it was taken" as HTML)</p>\(button("when", when, "Use this time"), if: hasOtherDay)\(button("place", place, "Use its place"), if: hasPlace)</section>
            """
    }
}

extension WebApp {
    /// For how long a new entry’s page offers what its pictures say, in milliseconds.
    private static let photoOfferTime: Int64 = 86_400_000

    func photoOffer(_ facts: PhotoFacts?) -> PhotoOffer? { PhotoOffer(facts, current.withLock(\.dates)) }

    /// What the first picture of an entry that says anything offers for it, while the entry is new.
    func photoOffer(for stored: StoredEntry, in vault: isolated OpenVault) throws -> PhotoOffer? {
        guard !stored.attachments.isEmpty, surroundings.now() - stored.created < WebApp.photoOfferTime else { return nil }
        return photoOffer(try vault.photoFacts(of: stored).first)
    }

    /// Gives an entry the time or the place that its picture offers.
    func usePhoto(_ visit: Visit, _ fields: FormFields) async throws -> Response {
        let (vault, stored) = try await entry(visit)
        var change = EntryChange()
        if let when = fields["when"] {
            var here = surroundings
            if let civil = CivilTime(named: stored.entry.zone) { here.zone = civil.zone }
            change.moment = try Moment.parse(when, in: here)
        }
        if let place = fields["place"] { change.place = .some(Place(typed: place)) }
        _ = try await vault.change(stored.id, change)
        return visit.done(Notice(sentence: "Saved."), next: "/entry/\(stored.id.description)")
    }
}
