import Ledger
import Store

/// How a note that a person did not write becomes theirs: a note's name holds its author (docs/formats/operation.md), so under its old
/// name it would count for nothing.
struct AdoptedNote {
    /// The fields that keep what the note was called before, for exports.
    static let (originID, originNonce) = ("origin_id", "origin_nonce")

    /// The note's name in this vault, always the same for the same note and person.
    let id: RecordID
    /// Its fields, with what shows whose it is.
    let fields: [String: JSON]
    /// Another person wrote it, or this one under another identity.
    let isAdopted: Bool

    /// `root`: the person's name in the journal, which stays when keys are replaced.
    init(_ id: RecordID, fields: [String: JSON], root: [UInt8]) {
        if let nonce = fields["nonce"]?.hexBytes(count: 16), SharingRule.noteID(author: root, nonce: nonce) == id {
            (self.id, self.fields, isAdopted) = (id, fields, false)
            return
        }
        self.id = AdoptedNote.name(of: id, root: root)
        isAdopted = true
        self.fields = fields.merging([
            "nonce": .hexadecimal(id.bytes), AdoptedNote.originID: .string(id.description),
            AdoptedNote.originNonce: fields["nonce"] ?? .null,
        ]) { $1 }
    }

    /// What a note is called once it is adopted.
    static func name(of id: RecordID, root: [UInt8]) -> RecordID { SharingRule.noteID(author: root, nonce: id.bytes) }
}
