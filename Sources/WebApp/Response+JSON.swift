import HTTP
import Ledger

extension Response {
    /// A JSON document, for a script of ours.
    static func json(_ json: JSON, type: String = "application/json", status: Status = .ok) -> Response {
        Response(status, headers: ["content-type": type], body: .bytes(json.bytes))
    }
}
