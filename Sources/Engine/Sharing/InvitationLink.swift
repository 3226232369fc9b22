import Basics
import Ledger
import Vault

/// A link that the owner of a journal gives to an invited person:
/// `https://relay.example.org/join#<journal>.<invitation>.<secret>`.
///
/// Browsers do not send the part after the #. The link grants no access: it allows a join request, which the owner accepts or
/// declines.
package struct InvitationLink: Hashable, Sendable {
    package let relay: RelayAddress
    package let journal: JournalID
    /// The invitation, 16 bytes.
    package let invite: [UInt8]
    /// 32 bytes: `InviteSecret`.
    package let secret: [UInt8]

    init(relay: RelayAddress, journal: JournalID, invite: [UInt8], secret: [UInt8]) {
        (self.relay, self.journal, self.invite, self.secret) = (relay, journal, invite, secret)
    }

    /// Reads a pasted link; throws `SharingError.badLink` for anything else.
    package init(_ typed: String) throws {
        let parts = typed.filter { !$0.isWhitespace }.split(separator: "#", omittingEmptySubsequences: false)
        guard typed.utf8.count <= 1000, parts.count == 2, parts[0].hasSuffix("/join"),
            let relay = try? RelayAddress(String(parts[0].dropLast("/join".count)))
        else { throw SharingError.badLink }
        let members = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        guard members.count == 3, let journal = JournalID(text: members[0]), let invite = RecordID(text: members[1]),
            let secret = Base64URL.bytes(members[2]), secret.count == 32
        else { throw SharingError.badLink }
        self.init(relay: relay, journal: journal, invite: invite.bytes, secret: secret)
    }

    package var text: String {
        let name = RecordID(invite)?.description ?? ""
        return "\(relay.text)/join#\(journal).\(name).\(Base64URL.text(secret))"
    }
}
