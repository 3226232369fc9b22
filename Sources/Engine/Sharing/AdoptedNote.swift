import Ledger

/// A note that comes with an export or out of a log in which it counts for nothing. Nobody but its author can write it under its name,
/// so it becomes a note of this vault's person, which says who wrote it.
package struct AdoptedNote {
    /// Its name here.
    package let id: RecordID
    /// Its fields here.
    package let fields: [String: JSON]

    /// `root`: this vault's person in the journal. The same note becomes the same one each time. `nil` where what comes is no note.
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
