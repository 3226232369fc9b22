import HTTP
import Ledger

/// The browser around the program: what the program hands out, each call at once and without an answer.
package protocol Browser: Sendable {
    /// Begins the answer to a request: `head` is `{"status":200,"headers":[[name, value], …]}`.
    func answer(_ request: Int32, head: [UInt8])
    func answer(_ request: Int32, bytes: [UInt8])
    func endAnswer(_ request: Int32, isFailed: Bool)
    /// Sends a request to a relay: `head` is `{"method":"GET","url":"https://…","headers":[…],"limit":bytes,"seconds":60}`.
    func fetch(_ fetch: Int32, head: [UInt8], body: [UInt8])
    func cancelFetch(_ fetch: Int32)
    /// Tells the shell something, such as `{"locked":true}`.
    func note(_ document: [UInt8])
}

extension Headers {
    /// Reads `[[name, value], …]`; other things are left out.
    init(_ document: JSON?) {
        self.init(
            (document?.array ?? []).compactMap { field in
                guard let field = field.array, field.count == 2, let name = field[0].string, let value = field[1].string
                else { return nil }
                return (name: name, value: value)
            })
    }

    var document: JSON { .array(fields.map { [.string($0.name), .string($0.value)] }) }
}
