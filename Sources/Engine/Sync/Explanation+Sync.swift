import Base
import Journal
import Sync

extension SyncError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .badAddress(let typed):
            Explanation(
                "bad_relay_address", "\(Explanation.quoted(typed)) is not the address of a relay",
                hint: "it looks like https://relay.example.org; a name in another script is written xn--…", exit: .usage)
        case .notEncrypted(let typed):
            Explanation(
                "relay_not_encrypted", "\(Explanation.quoted(typed)) is not encrypted on its way",
                hint: "a relay elsewhere needs https://; http:// is for one on this machine", exit: .usage)
        case .notSet:
            Explanation(
                "sync_not_set", "this vault does not sync",
                hint: "'auralyst sync start ADDRESS' begins; 'auralyst sync link ADDRESS' makes a vault of one that does")
        case .alreadySet(let address):
            Explanation(
                "sync_already_set", "this vault syncs through \(Explanation.quoted(address)) already",
                hint: "'auralyst sync stop' ends that first; nothing is lost by it")
        case .unreachable(let reach): reach.explanation
        case .notARelay:
            Explanation(
                "not_a_relay", "what answers at that address is not a relay",
                hint: "check the address; a proxy before the relay may have answered in its place")
        case .refused(let refusal): refusal.explanation
        case .stoppedFor(let fault): fault.explanation
        case .closed(let day):
            Explanation(
                "access_ended", "a journal is shared with you no more since \(day.longName), or the relay has lost it",
                hint: "'auralyst journal list' names it; you can go on reading it, or 'auralyst journal remove' it")
        case .removed(let day):
            Explanation(
                "access_ended", "you were removed from a journal (found on \(day.longName))",
                hint: "'auralyst journal list' names it; you can go on reading it, or 'auralyst journal remove' it")
        case .filesRefused(let refused):
            Explanation(
                "files_refused", "not all files were sent: \(refused.reason)",
                hint: "they are saved here and tried again later; 'auralyst sync status' tells more")
        case .noLibrary:
            Explanation(
                "sync_no_library", "the library that speaks with relays is not installed",
                hint: "install libcurl (Debian: 'apt install libcurl4')")
        case .stopped:
            Explanation("sync_stopped", "it was ended before it was done", hint: "what was saved is saved; sync goes on later")
        case .noSuchCode:
            Explanation(
                "no_such_code", "no new device waits under this code",
                hint: "codes hold for ten minutes; 'auralyst sync link' on the new device shows another")
        case .badCode:
            Explanation(
                "bad_link_code", "that is not the code of a new device",
                hint: "it has 20 letters and digits, in groups of four; dashes may be left out", exit: .usage)
        case .notApproved:
            Explanation(
                "not_approved", "nobody approved this device in time",
                hint: "start 'auralyst sync link' again, and approve within ten minutes")
        case .noCopy:
            Explanation(
                "no_vault_copy", "the relay keeps no vault for this recovery code",
                hint: "check the code and the address; a device that syncs puts the copy there")
        case .noSuchDevice(let name):
            Explanation(
                "no_such_device", "no device has a name that begins with \(Explanation.quoted(name))",
                hint: "'auralyst sync devices' lists them", exit: .usage)
        case .ownDevice:
            Explanation(
                "own_device", "a device cannot drop itself",
                hint: "'auralyst sync stop' ends sync here; drop it from another one",
                exit: .usage)
        }
    }
}

extension SyncError.Reach {
    fileprivate var explanation: Explanation {
        let sentence =
            switch self {
            case .name: "the relay is not found; is this machine offline?"
            case .connection: "the relay takes no connection"
            case .trust: "the relay cannot prove that it is the right one"
            case .time: "the relay did not answer in time"
            case .transfer: "the connection to the relay broke off"
            }
        return Explanation(
            "relay_unreachable", sentence, hint: "everything is saved here; it is sent as soon as the relay answers")
    }
}

extension RelayRefusal: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noSession, .role:
            Explanation(
                "relay_refuses", "the relay does not let this device in",
                hint: "sign-up may need an invitation, or another device has dropped this one")
        case .notFound:
            Explanation("relay_not_found", "the relay does not have what was asked for", hint: "'auralyst sync now' tries again")
        case .staleEpoch, .controlConflict, .gap, .staleVault:
            Explanation(
                "relay_conflict", "another device was quicker", hint: "'auralyst sync now' goes on from there; nothing is lost")
        case .deviceFork: SyncFault.deviceForked.explanation
        case .gone(_, let checkpoint):
            checkpoint == 0 ? SyncFault.forgotten.explanation : SyncFault.snapshot(position: checkpoint).explanation
        case .quota(let used, let limit): SyncFault.full(used: used, limit: limit).explanation
        case .tooLarge(let limit):
            Explanation(
                "relay_too_large", "the relay takes \(limit >> 20) MiB at once, and this is more",
                hint: "it stays on this device; the relay's owner can raise the limit")
        case .invalid(let fault): SyncFault.refused(fault).explanation
        case .upgrade: SyncFault.updateNeeded.explanation
        case .tooMany, .unavailable:
            Explanation(
                "relay_busy", "the relay has too much to do", hint: "everything is saved here; it is sent a little later")
        }
    }
}

extension SyncFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .otherLog(let position):
            Explanation(
                "relay_other_log",
                "devices that have this journal have seen different logs of it (at operation \(position)): sync has stopped",
                hint:
                    "go on writing here; 'auralyst sync now --confirm' goes on with what the relay shows now, and sends it what it lacks",
                exit: .damaged)
        case .notALog(let position):
            Explanation(
                "relay_not_a_log", "what the relay sends does not hold together (at operation \(position)): sync has stopped",
                hint: "you can go on writing here; make a backup, and ask whoever runs the relay", exit: .damaged)
        case .notAMember(let position):
            Explanation(
                "relay_not_a_member", "operation \(position) at the relay is by nobody who may write: sync has stopped",
                hint: "you can go on writing here; make a backup, and ask whoever runs the relay", exit: .damaged)
        case .brokenChain(let position):
            Explanation(
                "relay_broken_chain", "the relay leaves something out before operation \(position): sync has stopped",
                hint: "you can go on writing here; make a backup, and ask whoever runs the relay", exit: .damaged)
        case .deviceForked:
            Explanation(
                "device_forked", "this vault was copied, and both copies write as the same device: sync has stopped here",
                hint: "export what only this copy has; 'auralyst sync link' makes a proper second device")
        case .deviceDropped:
            Explanation(
                "device_dropped", "this device was dropped by another one: sync has stopped here",
                hint: "what is here stays readable; 'auralyst sync link' makes a new device")
        case .refused:
            Explanation(
                "relay_refuses_operation", "the relay refuses an operation of this device for good",
                hint: "you can go on writing here; is this the newest version of Auralyst?")
        case .full(let used, let limit):
            Explanation(
                "relay_full", "the account at the relay is full: \(used >> 20) of \(limit >> 20) MiB",
                hint: "everything is saved here; ask whoever runs the relay for more room")
        case .forgotten:
            Explanation(
                "relay_gone", "this journal was destroyed at the relay by another device: sync has stopped here",
                hint: "what is here stays, and can be written in, exported and backed up")
        case .snapshot(let position):
            Explanation(
                "relay_snapshot", "the relay's snapshot of the first \(position) operations does not open: sync has stopped",
                hint: "you can go on writing here; let a device sync that has the journal: it may make a new one", exit: .damaged)
        case .accessEnded:
            Explanation(
                "access_ended", "this journal is shared with you no more, or the relay has lost it",
                hint: "what is here you can go on reading; ask its owner", exit: .failed)
        case .updateNeeded:
            Explanation(
                "update_needed", "the relay speaks a newer version of the protocol than this program",
                hint: "update Auralyst; everything is saved here")
        }
    }
}
