import Engine
import Sync

extension Places {
    static func of(sync error: SyncError) -> Int {
        switch error {
        case .badAddress: 0
        case .notEncrypted: 1
        case .notSet: 2
        case .alreadySet: 3
        case .unreachable(.name): 4
        case .unreachable(.connection): 4
        case .unreachable(.trust): 4
        case .unreachable(.time): 4
        case .unreachable(.transfer): 4
        case .notARelay: 5
        case .refused: 6
        case .stoppedFor: 7
        case .noLibrary: 8
        case .stopped: 9
        case .noSuchCode: 10
        case .badCode: 11
        case .notApproved: 12
        case .noCopy: 13
        case .noSuchDevice: 14
        case .ownDevice: 15
        case .closed: 16
        case .filesRefused: 17
        case .removed: 18
        }
    }

    static func of(relay refusal: RelayRefusal) -> Int {
        switch refusal {
        case .noSession: 0
        case .role: 1
        case .notFound: 2
        case .staleEpoch: 3
        case .controlConflict: 4
        case .deviceFork: 5
        case .gap: 6
        case .staleVault: 7
        case .gone: 8
        case .quota: 9
        case .tooLarge: 10
        case .invalid: 11
        case .upgrade: 12
        case .tooMany: 13
        case .unavailable: 14
        }
    }

    static func of(fault: SyncFault) -> Int {
        switch fault {
        case .otherLog: 0
        case .notALog: 1
        case .notAMember: 2
        case .brokenChain: 3
        case .deviceForked: 4
        case .deviceDropped: 5
        case .refused: 6
        case .full: 7
        case .forgotten: 8
        case .snapshot: 9
        case .updateNeeded: 10
        case .accessEnded: 11
        }
    }

    static func of(sharing: SharingError) -> Int {
        switch sharing {
        case .badLink: 0
        case .otherRelay: 1
        case .notOwner: 2
        case .role: 3
        case .isMember: 4
        case .noSuchMember: 5
        case .noSuchRequest: 6
        case .noSuchInvitation: 7
        case .invitationClosed: 8
        case .ownerStays: 9
        case .tooMany: 10
        case .historyKept: 11
        case .notAuthor: 12
        case .noSuchNote: 13
        case .badNote: 14
        case .badName: 15
        case .otherRecoveryCode: 16
        case .emptyExcerpt: 17
        case .badExcerpt: 18
        case .noSuchExcerpt: 19
        case .isExcerpt: 20
        case .isHere: 21
        }
    }
}
