import Base
import Documents
import Journal
import Ledger
import Records

/// Asks what happens to the doses of a medicine being deleted.
struct DeleteMedicinePage {
    let medication: Stored<Medication>
    /// The number of its doses without deleted ones, counted up to `mostDoses`.
    let doses: Int
    static let mostDoses = 100

    func html(for visit: Visit) -> HTML {
        let path = "/medicine/" + medication.id.description
        return """
            <p class="way-back"><a href="\(path)">\(Icon.back)\(medication.value.title)</a></p>
            <section class="card narrow"><h1>Delete \(medication.value.title)?</h1>
            <form method="post" action="\(path)/delete" class="stack">\(formToken(visit))
            <fieldset class="choices"><legend>\(counted) in your history</legend>
            <label class="choice"><input type="radio" name="doses" value="keep" checked> Keep in the history, with the name of the medicine</label>
            <label class="choice"><input type="radio" name="doses" value="delete"> Delete with the medicine</label></fieldset>
            <p class="hint">Its schedules end now. You can restore everything within \(Limits.deletedDays) days.</p>
            <div class="actions"><button class="danger">\(Icon.trash)Delete</button><a class="button quiet" href="\(path)">Cancel</a></div></form></section>
            """
    }

    private var counted: HTML {
        switch doses {
        case 1: "Its one dose"
        case ...Self.mostDoses: "Its \(doses) doses"
        default: "Its more than \(Self.mostDoses) doses"
        }
    }
}
