import Base
import Ledger

extension SharingError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .badLink:
            Explanation(
                "bad_invitation", "that is not an invitation",
                hint: "it looks like https://relay.example.org/join#…, all of it in one line", exit: .usage)
        case .otherRelay(let address):
            Explanation(
                "other_relay", "this vault does not sync through \(Explanation.quoted(address)), where the journal is shared",
                hint: "'auralyst sync start ADDRESS' begins; a vault syncs through one relay")
        case .notOwner:
            Explanation(
                "not_owner", "only the owner of the journal may do that",
                hint: "'auralyst share members' says who it is; 'auralyst share leave' takes yourself out")
        case .role(let role):
            Explanation(
                "role", "in this journal you \(role == .note ? "may add notes, and no entries" : "may read, and not write")",
                hint: "its owner can give you another role; --journal names another journal")
        case .isMember:
            Explanation("is_member", "who asks shares that journal already", hint: "'auralyst share members' lists everybody")
        case .isHere:
            Explanation(
                "is_here", "this link leads to a journal that is in your vault already",
                hint: "it is for those whom you invite: send it to them")
        case .noSuchMember(let name):
            Explanation(
                "no_such_member", "no one member is meant by \(Explanation.quoted(name))",
                hint: "'auralyst share members' lists them; a name or the beginning of a fingerprint is enough", exit: .usage)
        case .noSuchRequest(let name):
            Explanation(
                "no_such_request", "nobody who asks to join is meant by \(Explanation.quoted(name))",
                hint: "'auralyst share requests' asks the relay who does", exit: .usage)
        case .noSuchInvitation(let name):
            Explanation(
                "no_such_invitation", "no open invitation begins with \(Explanation.quoted(name))",
                hint: "'auralyst share members' lists them", exit: .usage)
        case .invitationClosed:
            Explanation(
                "invitation_closed", "this invitation is used, withdrawn or past its time",
                hint: "ask the owner of the journal for another one")
        case .ownerStays:
            Explanation(
                "owner_stays", "the owner of a journal stays: that role cannot be given, taken or left",
                hint: "--journal names another journal; of this one the others can be taken out")
        case .tooMany:
            Explanation(
                "too_many_members", "a journal has room for 64 people and 64 open invitations",
                hint: "withdraw or remove some first")
        case .historyKept:
            Explanation(
                "history_kept", "somebody may read only what is new here: sealing all anew would show the past",
                hint: "removing a member gives the journal a new key as well")
        case .notAuthor:
            Explanation("not_author", "only who wrote a note can change it", hint: "the owner of the journal can hide it")
        case .noSuchNote(let name):
            Explanation(
                "no_such_note", "no one note is meant by \(Explanation.quoted(name))", hint: "'auralyst show ENTRY' lists them",
                exit: .usage)
        case .badNote:
            Explanation("bad_note", "a note has 1 to 10,000 characters", hint: "shorten it, or write it as two", exit: .usage)
        case .otherRecoveryCode:
            Explanation(
                "other_recovery_code", "your keys were made under an earlier recovery code, which is needed as well",
                hint: "name its file in AURALYST_FORMER_RECOVERY_CODE_FILE; 'auralyst sync drop' works without it")
        case .badName:
            Explanation(
                "bad_name", "a name has 1 to 60 characters, in one line", hint: "shorten it, or name somebody", exit: .usage)
        case .emptyExcerpt:
            Explanation(
                "empty_excerpt", "nothing was named that could be shown",
                hint: "--with takes symptoms, check-ins, medicines, moods; --tag takes a tag", exit: .usage)
        case .badExcerpt:
            Explanation(
                "bad_excerpt", "what is shown goes back 1 to 3650 days, is open until today or later, and has up to 20 tags",
                hint: "--days and --until say so, such as --days 90 --until \"1 March\"", exit: .usage)
        case .noSuchExcerpt(let name):
            Explanation(
                "no_such_excerpt", "no one excerpt is meant by \(Explanation.quoted(name))",
                hint: "'auralyst share excerpt list' shows those that are open", exit: .usage)
        case .isExcerpt:
            Explanation(
                "is_excerpt", "this journal is an excerpt: what it shows comes from other journals",
                hint: "--journal names another journal; 'auralyst journal list' shows which are excerpts")
        }
    }
}
