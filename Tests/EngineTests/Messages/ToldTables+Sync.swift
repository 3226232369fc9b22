import Base
import Engine
import Journal
import Sync

extension ToldTables {
    /// What is told about sync: by the program, by a relay, and where it has stopped.
    static let sync: [Told] = [
        Told(
            SyncError.badAddress("ftp://x"), "bad_relay_address", "'ftp://x' is not the address of a relay",
            "it looks like https://relay.example.org; a name in another script is written xn--…", .usage),
        Told(
            SyncError.notEncrypted("http://x"), "relay_not_encrypted", "'http://x' is not encrypted on its way",
            "a relay elsewhere needs https://; http:// is for one on this machine", .usage),
        Told(
            SyncError.notSet, "sync_not_set", "this vault does not sync",
            "'auralyst sync start ADDRESS' begins; 'auralyst sync link ADDRESS' makes a vault of one that does"),
        Told(
            SyncError.alreadySet("https://x"), "sync_already_set", "this vault syncs through 'https://x' already",
            "'auralyst sync stop' ends that first; nothing is lost by it"),
        Told(
            SyncError.unreachable(.name), "relay_unreachable", "the relay is not found; is this machine offline?",
            "everything is saved here; it is sent as soon as the relay answers"),
        Told(
            SyncError.unreachable(.connection), "relay_unreachable", "the relay takes no connection",
            "everything is saved here; it is sent as soon as the relay answers"),
        Told(
            SyncError.unreachable(.trust), "relay_unreachable", "the relay cannot prove that it is the right one",
            "everything is saved here; it is sent as soon as the relay answers"),
        Told(
            SyncError.unreachable(.time), "relay_unreachable", "the relay did not answer in time",
            "everything is saved here; it is sent as soon as the relay answers"),
        Told(
            SyncError.unreachable(.transfer), "relay_unreachable", "the connection to the relay broke off",
            "everything is saved here; it is sent as soon as the relay answers"),
        Told(
            SyncError.notARelay, "not_a_relay", "what answers at that address is not a relay",
            "check the address; a proxy before the relay may have answered in its place"),
        Told(
            SyncError.refused(.notFound), "relay_not_found", "the relay does not have what was asked for",
            "'auralyst sync now' tries again"),
        Told(
            SyncError.stoppedFor(.updateNeeded), "update_needed",
            "the relay speaks a newer version of the protocol than this program",
            "update Auralyst; everything is saved here"),
        Told(
            SyncError.closed(.of("2026-03-14")), "access_ended",
            "a journal is shared with you no more since Saturday, 14 March 2026, or the relay has lost it",
            "'auralyst journal list' names it; you can go on reading it, or 'auralyst journal remove' it"),
        Told(
            SyncError.removed(.of("2026-03-14")), "access_ended",
            "you were removed from a journal (found on Saturday, 14 March 2026)",
            "'auralyst journal list' names it; you can go on reading it, or 'auralyst journal remove' it"),
        Told(
            SyncError.filesRefused(FileStatus.Refused(files: FileFigures(bytes: 9, count: 1), error: "quota", retryAt: 5)),
            "files_refused", "not all files were sent: the account at the relay is full",
            "they are saved here and tried again later; 'auralyst sync status' tells more"),
        Told(
            SyncError.noLibrary, "sync_no_library", "the library that speaks with relays is not installed",
            "install libcurl (Debian: 'apt install libcurl4')"),
        Told(
            SyncError.stopped, "sync_stopped", "it was ended before it was done",
            "what was saved is saved; sync goes on later"),
        Told(
            SyncError.noSuchCode, "no_such_code", "no new device waits under this code",
            "codes hold for ten minutes; 'auralyst sync link' on the new device shows another"),
        Told(
            SyncError.badCode, "bad_link_code", "that is not the code of a new device",
            "it has 20 letters and digits, in groups of four; dashes may be left out", .usage),
        Told(
            SyncError.notApproved, "not_approved", "nobody approved this device in time",
            "start 'auralyst sync link' again, and approve within ten minutes"),
        Told(
            SyncError.noCopy, "no_vault_copy", "the relay keeps no vault for this recovery code",
            "check the code and the address; a device that syncs puts the copy there"),
        Told(
            SyncError.noSuchDevice("abcd"), "no_such_device", "no device has a name that begins with 'abcd'",
            "'auralyst sync devices' lists them", .usage),
        Told(
            SyncError.ownDevice, "own_device", "a device cannot drop itself",
            "'auralyst sync stop' ends sync here; drop it from another one", .usage),
        Told(
            RelayRefusal.noSession, "relay_refuses", "the relay does not let this device in",
            "sign-up may need an invitation, or another device has dropped this one"),
        Told(
            RelayRefusal.role, "relay_refuses", "the relay does not let this device in",
            "sign-up may need an invitation, or another device has dropped this one"),
        Told(
            RelayRefusal.notFound, "relay_not_found", "the relay does not have what was asked for",
            "'auralyst sync now' tries again"),
        Told(
            RelayRefusal.staleEpoch(epoch: 2, position: 3), "relay_conflict", "another device was quicker",
            "'auralyst sync now' goes on from there; nothing is lost"),
        Told(
            RelayRefusal.controlConflict(position: 3), "relay_conflict", "another device was quicker",
            "'auralyst sync now' goes on from there; nothing is lost"),
        Told(
            RelayRefusal.gap(expected: 4), "relay_conflict", "another device was quicker",
            "'auralyst sync now' goes on from there; nothing is lost"),
        Told(
            RelayRefusal.staleVault(generation: 5), "relay_conflict", "another device was quicker",
            "'auralyst sync now' goes on from there; nothing is lost"),
        Told(
            RelayRefusal.deviceFork(place: 3), "device_forked",
            "this vault was copied, and both copies write as the same device: sync has stopped here",
            "export what only this copy has; 'auralyst sync link' makes a proper second device"),
        Told(
            RelayRefusal.gone(floor: 3, checkpoint: 0), "relay_gone",
            "this journal was destroyed at the relay by another device: sync has stopped here",
            "what is here stays, and can be written in, exported and backed up"),
        Told(
            RelayRefusal.gone(floor: 3, checkpoint: 3), "relay_snapshot",
            "the relay's snapshot of the first 3 operations does not open: sync has stopped",
            "you can go on writing here; let a device sync that has the journal: it may make a new one", .damaged),
        Told(
            RelayRefusal.quota(used: 5 << 20, limit: 6 << 20), "relay_full", "the account at the relay is full: 5 of 6 MiB",
            "everything is saved here; ask whoever runs the relay for more room"),
        Told(
            RelayRefusal.tooLarge(limit: 8 << 20), "relay_too_large", "the relay takes 8 MiB at once, and this is more",
            "it stays on this device; the relay's owner can raise the limit"),
        Told(
            RelayRefusal.invalid(.signature), "relay_refuses_operation", "the relay refuses an operation of this device for good",
            "you can go on writing here; is this the newest version of Auralyst?"),
        Told(
            RelayRefusal.upgrade, "update_needed", "the relay speaks a newer version of the protocol than this program",
            "update Auralyst; everything is saved here"),
        Told(
            RelayRefusal.tooMany(seconds: 3), "relay_busy", "the relay has too much to do",
            "everything is saved here; it is sent a little later"),
        Told(
            RelayRefusal.unavailable(seconds: 3), "relay_busy", "the relay has too much to do",
            "everything is saved here; it is sent a little later"),
        Told(
            SyncFault.otherLog(position: 7), "relay_other_log",
            "devices that have this journal have seen different logs of it (at operation 7): sync has stopped",
            "go on writing here; 'auralyst sync now --confirm' goes on with what the relay shows now, and sends it what it lacks",
            .damaged),
        Told(
            SyncFault.accessEnded, "access_ended", "this journal is shared with you no more, or the relay has lost it",
            "what is here you can go on reading; ask its owner"),
        Told(
            SyncFault.notALog(position: 7), "relay_not_a_log",
            "what the relay sends does not hold together (at operation 7): sync has stopped",
            "you can go on writing here; make a backup, and ask whoever runs the relay", .damaged),
        Told(
            SyncFault.notAMember(position: 7), "relay_not_a_member",
            "operation 7 at the relay is by nobody who may write: sync has stopped",
            "you can go on writing here; make a backup, and ask whoever runs the relay", .damaged),
        Told(
            SyncFault.brokenChain(position: 7), "relay_broken_chain",
            "the relay leaves something out before operation 7: sync has stopped",
            "you can go on writing here; make a backup, and ask whoever runs the relay", .damaged),
        Told(
            SyncFault.deviceForked, "device_forked",
            "this vault was copied, and both copies write as the same device: sync has stopped here",
            "export what only this copy has; 'auralyst sync link' makes a proper second device"),
        Told(
            SyncFault.deviceDropped, "device_dropped", "this device was dropped by another one: sync has stopped here",
            "what is here stays readable; 'auralyst sync link' makes a new device"),
        Told(
            SyncFault.refused(.shape), "relay_refuses_operation", "the relay refuses an operation of this device for good",
            "you can go on writing here; is this the newest version of Auralyst?"),
        Told(
            SyncFault.full(used: 5 << 20, limit: 6 << 20), "relay_full", "the account at the relay is full: 5 of 6 MiB",
            "everything is saved here; ask whoever runs the relay for more room"),
        Told(
            SyncFault.forgotten, "relay_gone",
            "this journal was destroyed at the relay by another device: sync has stopped here",
            "what is here stays, and can be written in, exported and backed up"),
        Told(
            SyncFault.snapshot(position: 7), "relay_snapshot",
            "the relay's snapshot of the first 7 operations does not open: sync has stopped",
            "you can go on writing here; let a device sync that has the journal: it may make a new one", .damaged),
        Told(
            SyncFault.updateNeeded, "update_needed", "the relay speaks a newer version of the protocol than this program",
            "update Auralyst; everything is saved here"),
    ]
}
