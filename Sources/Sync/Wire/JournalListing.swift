import Ledger

/// One journal of an account, as listed by `GET /v1/journals`.
package struct JournalListing: Hashable, Sendable {
    package var journal: JournalID
    package var headPosition: UInt64
    /// The chain's value there, 32 bytes.
    package var head: [UInt8]
    /// The relay has deleted the encrypted operations up to here: readers with less start from the checkpoint; 0 for nothing.
    package var floor: UInt64
    package var epoch: UInt32
    /// The account's role: a `Role` as text, or `uploader` for an account that uploaded someone else's journal.
    package var role: String
    /// The relay's files; `nil` for a member who writes no records.
    package var files: FileFigures?

    package init(
        journal: JournalID, headPosition: UInt64, head: [UInt8], floor: UInt64, epoch: UInt32, role: String,
        files: FileFigures? = nil
    ) {
        (self.journal, self.headPosition, self.head) = (journal, headPosition, head)
        (self.floor, self.epoch, self.role, self.files) = (floor, epoch, role, files)
    }

    /// The answer's body for several.
    package static func bytes(_ listings: [JournalListing]) -> [UInt8] { JSON.array(listings.map { $0.json }).bytes }

    /// Reads an answer; `nil` for another shape.
    package static func all(reading bytes: [UInt8]) -> [JournalListing]? {
        guard let list = (try? JSON(reading: bytes))?.array else { return nil }
        let listings = list.compactMap(JournalListing.init)
        return listings.count == list.count ? listings : nil
    }

    private var json: JSON {
        var members: [String: JSON] = [
            "journal": .string(journal.description), "head_seq": .int(Int64(headPosition)), "head": .hexadecimal(head),
            "floor": .int(Int64(floor)), "epoch": .int(Int64(epoch)), "role": .string(role),
        ]
        if let files { members["files"] = files.json }
        return .object(members)
    }

    private init?(_ json: JSON) {
        guard let journal = json["journal"]?.string.flatMap({ JournalID(text: $0) }), let position = json.count("head_seq"),
            let head = json["head"]?.hexBytes(count: 32), let floor = json.count("floor"),
            let epoch = json.count("epoch").flatMap(UInt32.init(exactly:)), let role = json["role"]?.string
        else { return nil }
        self.init(
            journal: journal, headPosition: position, head: head, floor: floor, epoch: epoch, role: role,
            files: FileFigures(json["files"]))
    }
}
