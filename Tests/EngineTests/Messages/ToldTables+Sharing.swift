import Base
import Engine
import Ledger
import Sync

extension ToldTables {
    static let sharing: [Told] = [
        Told(
            SharingError.badLink, "bad_invitation", "that is not an invitation",
            "it looks like https://relay.example.org/join#…, all of it in one line", .usage),
        Told(
            SharingError.otherRelay("https://x"), "other_relay",
            "this vault does not sync through 'https://x', where the journal is shared",
            "'auralyst sync start ADDRESS' begins; a vault syncs through one relay"),
        Told(
            SharingError.notOwner, "not_owner", "only the owner of the journal may do that",
            "'auralyst share members' says who it is; 'auralyst share leave' takes yourself out"),
        Told(
            SharingError.role(.note), "role", "in this journal you may add notes, and no entries",
            "its owner can give you another role; --journal names another journal"),
        Told(
            SharingError.role(.reader), "role", "in this journal you may read, and not write",
            "its owner can give you another role; --journal names another journal"),
        Told(
            SharingError.isMember, "is_member", "who asks shares that journal already",
            "'auralyst share members' lists everybody"),
        Told(
            SharingError.isHere, "is_here", "this link leads to a journal that is in your vault already",
            "it is for those whom you invite: send it to them"),
        Told(
            SharingError.noSuchMember("Ann"), "no_such_member", "no one member is meant by 'Ann'",
            "'auralyst share members' lists them; a name or the beginning of a fingerprint is enough", .usage),
        Told(
            SharingError.noSuchRequest("Ann"), "no_such_request", "nobody who asks to join is meant by 'Ann'",
            "'auralyst share requests' asks the relay who does", .usage),
        Told(
            SharingError.noSuchInvitation("abc"), "no_such_invitation", "no open invitation begins with 'abc'",
            "'auralyst share members' lists them", .usage),
        Told(
            SharingError.invitationClosed, "invitation_closed", "this invitation is used, withdrawn or past its time",
            "ask the owner of the journal for another one"),
        Told(
            SharingError.ownerStays, "owner_stays", "the owner of a journal stays: that role cannot be given, taken or left",
            "--journal names another journal; of this one the others can be taken out"),
        Told(
            SharingError.tooMany, "too_many_members", "a journal has room for 64 people and 64 open invitations",
            "withdraw or remove some first"),
        Told(
            SharingError.historyKept, "history_kept",
            "somebody may read only what is new here: sealing all anew would show the past",
            "removing a member gives the journal a new key as well"),
        Told(
            SharingError.notAuthor, "not_author", "only who wrote a note can change it",
            "the owner of the journal can hide it"),
        Told(
            SharingError.noSuchNote("abc"), "no_such_note", "no one note is meant by 'abc'",
            "'auralyst show ENTRY' lists them", .usage),
        Told(
            SharingError.badNote, "bad_note", "a note has 1 to 10,000 characters", "shorten it, or write it as two", .usage),
        Told(
            SharingError.otherRecoveryCode, "other_recovery_code",
            "your keys were made under an earlier recovery code, which is needed as well",
            "name its file in AURALYST_FORMER_RECOVERY_CODE_FILE; 'auralyst sync drop' works without it"),
        Told(
            SharingError.badName, "bad_name", "a name has 1 to 60 characters, in one line", "shorten it, or name somebody",
            .usage),
        Told(
            SharingError.emptyExcerpt, "empty_excerpt", "nothing was named that could be shown",
            "--with takes symptoms, check-ins, medicines, moods; --tag takes a tag", .usage),
        Told(
            SharingError.badExcerpt, "bad_excerpt",
            "what is shown goes back 1 to 3650 days, is open until today or later, and has up to 20 tags",
            "--days and --until say so, such as --days 90 --until \"1 March\"", .usage),
        Told(
            SharingError.noSuchExcerpt("Ann"), "no_such_excerpt", "no one excerpt is meant by 'Ann'",
            "'auralyst share excerpt list' shows those that are open", .usage),
        Told(
            SharingError.isExcerpt, "is_excerpt", "this journal is an excerpt: what it shows comes from other journals",
            "--journal names another journal; 'auralyst journal list' shows which are excerpts"),
    ]
}
