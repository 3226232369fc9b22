import Documents
import HTTP
import Journal
import Ledger

extension Visit {
    /// Reports what was done: to a page's script at once, to a browser on the next page.
    func said(_ notice: Notice, next path: String) -> Response {
        guard isFromScript else { return done(notice, next: path) }
        return .json([
            "sentence": .string(notice.sentence), "undo": .text(notice.undo?.path), "label": .text(notice.undo?.label),
        ])
    }
}

/// The page that a health form came from and returns to: only our own pages with such forms.
func wayBack(_ fields: FormFields, else path: String = "/health") -> String {
    guard let typed = fields["next"], typed.utf8.count <= 200 else { return path }
    let isOurs =
        typed.wholeMatch(
            of:
                /\/(health|today|day|deleted|health\/history|medicine\/[0-9a-z]{26,32})(\?[a-z]+=[A-Za-z0-9_\-]+(&[a-z]+=[A-Za-z0-9_\-]+)*)?/
        )
        != nil
    return isOurs ? typed : path
}

func wayBackField(_ path: String) -> HTML { "<input type=\"hidden\" name=\"next\" value=\"\(path)\">" }

extension Response {
    static func json(_ json: JSON, type: String = "application/json", status: Status = .ok) -> Response {
        Response(status, headers: ["content-type": type], body: .bytes(json.bytes))
    }
}
