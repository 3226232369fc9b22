import Ledger

/// A note from an export, or from a log in which it does not count. Only its author can write it under its id, so it becomes a
/// note of this vault's person that says who wrote it.
package struct AdoptedNote {
    package let id: RecordID
    package let fields: [String: JSON]

    /// `root`: this vault's person in the journal. The same note gets the same id each time. `nil` if the record is no note.
    package init?(_ id: RecordID, _ fields: [String: JSON], by root: [UInt8]) {
        guard let nonce = fields["nonce"]?.hexBytes(count: 16) else { return nil }
        guard SharingRule.noteID(author: root, nonce: nonce) != id else {
            (self.id, self.fields) = (id, fields)
            return
        }
        let own = Array(digest(.label("adopted-note") + id.bytes).prefix(16))
        self.id = SharingRule.noteID(author: root, nonce: own)
        self.fields = fields.merging(["nonce": .hexadecimal(own)]) { $1 }
    }
}
