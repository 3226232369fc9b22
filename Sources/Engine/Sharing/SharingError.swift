import Ledger

package enum SharingError: Error, Hashable, Sendable {
    case badLink
    /// This vault does not sync, or through another relay than the invitation's.
    case otherRelay(String)
    case notOwner
    /// The role does not allow it; what it is.
    case role(Role)
    /// The person who asks is a member already.
    case isMember
    /// The journal is in this vault already.
    case isHere
    /// Nobody among the members has such a name, or several have.
    case noSuchMember(String)
    /// Nobody who asks to join has such a name, or several have.
    case noSuchRequest(String)
    case noSuchInvitation(String)
    /// The invitation is closed, used, or past its time; or the relay does not know it.
    case invitationClosed
    /// The owner cannot leave a journal, nor be removed from it.
    case ownerStays
    /// A link that would be valid for no day or too many.
    case badDays
    /// A journal has as many members, or open invitations, as it may.
    case tooMany
    /// A member is to read only what is new, so that nothing may be sealed anew under a key that the member has.
    case historyKept
    case notAuthor
    /// No note has such a name, or several have.
    case noSuchNote(String)
    /// A note that says nothing, or more than it may.
    case badNote
    /// Another recovery code than the one under which this person's keys were made.
    case otherRecoveryCode
    /// A name that is empty or too long.
    case badName
    /// Nothing was named that a sealed page could show.
    case emptyPage
    /// A sealed page of no or too many days.
    case pageDays
    /// A sealed page whose last day is over already.
    case pageIsOver
    /// A sealed page with too many tags.
    case pageTags
}
