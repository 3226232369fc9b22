import Base
import Ledger

extension SharingError: Explainable {
    package var explanation: Explanation {
        func usage(_ code: String, _ sentence: Sentence, _ hint: Hint) -> Explanation {
            Explanation(code, sentence, hint: hint, exit: .usage)
        }
        return switch self {
        case .badLink:
            usage("bad_invitation", "that is not an invitation", "paste the whole link, such as https://relay.example.org/join#…")
        case .otherRelay(let address):
            Explanation(
                "other_relay", "that journal is shared through \(Explanation.quoted(address)), which this vault does not use",
                hint: .on(
                    commandLine: "turn on sync through that relay: 'auralyst sync start ADDRESS'",
                    page: "turn on sync through that relay in Settings, Sync"))
        case .notOwner:
            Explanation(
                "not_owner", "only the owner of the journal can do that",
                hint: .on(
                    commandLine: "'auralyst share members' shows who it is; 'auralyst share leave' leaves the journal",
                    page: "ask the owner; People shows who it is"))
        case .role(let role):
            Explanation(
                "role", "in this journal you can \(role == .note ? "add notes, but not write entries" : "read, but not write")",
                hint: .on(
                    commandLine: "ask its owner for another role, or choose another journal with --journal",
                    page: "ask its owner for another role, or choose another journal"))
        case .isMember:
            Explanation(
                "is_member", "they are already a member of this journal",
                hint: .on(commandLine: "'auralyst share members' lists everyone"))
        case .isHere:
            Explanation(
                "is_here", "this link is for a journal you already have", hint: "send the link to the person you want to invite")
        case .noSuchMember(let name):
            Explanation(
                "no_such_member", "no single member matches \(Explanation.quoted(name))",
                hint: .on(
                    commandLine: "'auralyst share members' lists them; type a name or the start of a fingerprint",
                    page: "People lists the members"))
        case .noSuchRequest(let name):
            Explanation(
                "no_such_request", "no single request to join matches \(Explanation.quoted(name))",
                hint: .on(commandLine: "'auralyst share requests' lists them", page: "it may have been withdrawn"))
        case .noSuchInvitation(let name):
            Explanation(
                "no_such_invitation", "no open invitation begins with \(Explanation.quoted(name))",
                hint: .on(commandLine: "'auralyst share members' lists them", page: "it may have been used or withdrawn"))
        case .invitationClosed:
            Explanation(
                "invitation_closed", "this invitation was used, withdrawn or has expired",
                hint: "ask the journal's owner for a new one")
        case .ownerStays:
            Explanation(
                "owner_stays", "the owner of a journal cannot change role or leave",
                hint: .on(
                    commandLine: "choose another journal with --journal; you can remove the other members",
                    page: "you can remove the other members, or delete the journal"))
        case .badDays: usage("bad_days", "a link is valid for 1 to 90 days", "choose a number in that range")
        case .tooMany:
            Explanation(
                "too_many_members", "a journal can have 64 members and 64 open invitations", hint: "remove or withdraw some first"
            )
        case .historyKept:
            Explanation(
                "history_kept", "this journal has a member who may only read new entries; re-encrypting would show them old ones",
                hint: "removing a member also gives the journal a new key")
        case .notAuthor:
            Explanation(
                "not_author", "only the person who wrote a note can change it", hint: "the owner of the journal can hide it")
        case .noSuchNote(let name):
            Explanation(
                "no_such_note", "no single note matches \(Explanation.quoted(name))",
                hint: .on(commandLine: "'auralyst show ENTRY' lists an entry's notes", page: "it may have been removed"))
        case .badNote: usage("bad_note", "a note can have 1 to 10,000 characters", "shorten it, or split it in two")
        case .otherRecoveryCode:
            Explanation(
                "other_recovery_code", "your keys were made with an earlier recovery code, which is needed too",
                hint: .on(
                    commandLine: "set AURALYST_FORMER_RECOVERY_CODE_FILE to its file, or use 'auralyst sync drop' instead",
                    page: "use the earlier code, or remove the device instead"))
        case .badName: usage("bad_name", "a name must have 1 to 60 characters on one line", "type a name of that length")
        case .emptyPage:
            usage(
                "empty_page", "nothing was chosen to share",
                .on(
                    commandLine: "choose with --with symptoms, check-ins, medicines or moods, or with --tag",
                    page: "choose symptoms, check-ins, medicines or moods, or name a tag"))
        case .pageDays:
            usage(
                "bad_page", "a shared page covers 1 to \(grouped(SealedPagePlan.daysRange.upperBound)) days",
                "choose a number in that range, such as 90")
        case .pageIsOver: usage("bad_page", "that day is over", "choose today or a later one")
        case .pageTags:
            usage("bad_page", "a shared page has at most \(SealedPagePlan.mostTags) tags", "choose the most important ones")
        }
    }
}
