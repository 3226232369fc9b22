import Base
import Journal
import Sync

extension Hint {
    /// For a vault whose folder was copied to a second machine.
    static let copiedVault = Hint.on(
        commandLine: "export what only this copy has, then link this machine properly: 'auralyst sync link'",
        page: "export what only this copy has, then link it as a new device",
        phone: "export what only this copy has, then link this phone again in Settings, Sync")
    fileprivate static let askRelay: Hint = "you can still write here; make a backup or an export, and ask whoever runs the relay"
    fileprivate static let ways = Hint.on(
        commandLine: "'auralyst help phone' names three ways to an address that phones trust",
        page: "each of the ways below leads to an address that phones trust")
    static let tryAgain = Hint.on(commandLine: "'auralyst sync now' tries again", page: "choose Sync now to try again")
    fileprivate static let sentLater: Hint = "everything is saved here and will be sent later"
    fileprivate static let endedJournal = Hint.on(
        commandLine: "you can still read it, or remove it: 'auralyst journal list', 'auralyst journal remove'",
        page: "you can still read it; People lets you remove it")
}

extension SyncError: Explainable {
    package var explanation: Explanation {
        switch self {
        case .badAddress(let typed):
            Explanation(
                "bad_relay_address", "\(Explanation.quoted(typed)) is not the address of a relay",
                hint: "an address looks like https://relay.example.org; write other scripts as xn--…", exit: .usage)
        case .notEncrypted(let typed):
            Explanation(
                "relay_not_encrypted", "the connection to \(Explanation.quoted(typed)) would not be encrypted",
                hint: "use https://; http:// is only for a relay on the same computer", exit: .usage)
        case .notSet:
            Explanation(
                "sync_not_set", "sync is turned off in this vault",
                hint: .on(commandLine: "turn it on with 'auralyst sync start ADDRESS'", page: "turn it on in Settings, Sync"))
        case .alreadySet(let address):
            Explanation(
                "sync_already_set", "this vault already syncs through \(Explanation.quoted(address))",
                hint: .on(
                    commandLine: "run 'auralyst sync stop' first; nothing is lost",
                    page: "turn off sync first, in Settings, Sync; nothing is lost"))
        case .unreachable(let reach): reach.explanation
        case .notARelay:
            Explanation(
                "not_a_relay", "there is no relay at that address", hint: "check the address, and any proxy in front of the relay"
            )
        case .refused(let refusal): refusal.explanation
        case .stoppedFor(let fault): fault.explanation
        case .closed(let day):
            Explanation(
                "access_ended", "a journal is no longer shared with you (noticed on \(day.longName))", hint: .endedJournal)
        case .removed(let day):
            Explanation("access_ended", "you were removed from a journal (noticed on \(day.longName))", hint: .endedJournal)
        case .filesRefused(let refused):
            Explanation(
                "files_refused", "some files were not sent: \(refused.reason)",
                hint: .on(
                    commandLine: "they are saved here and sent again later; see 'auralyst sync status'",
                    page: "they are saved here and sent again later"))
        case .noLibrary:
            Explanation(
                "sync_no_library", "sync needs libcurl, which is not installed",
                hint: "install it (Debian: 'apt install libcurl4')")
        case .stopped: Explanation("sync_stopped", "cancelled", hint: "everything is saved; sync continues later")
        case .noSuchCode:
            Explanation(
                "no_such_code", "no new device is waiting with this code",
                hint: .on(
                    commandLine: "codes expire after ten minutes; 'auralyst sync link' on the new device shows a new one",
                    page: "codes expire after ten minutes; get a new one on the new device"))
        case .badCode:
            Explanation(
                "bad_link_code", "that is not the code of a new device",
                hint: "it has 20 letters and digits in groups of four; you can leave out the dashes", exit: .usage)
        case .notApproved:
            Explanation(
                "not_approved", "this device was not approved in time",
                hint: .on(
                    commandLine: "run 'auralyst sync link' again, and approve within ten minutes",
                    page: "link again, and approve within ten minutes"))
        case .noCopy:
            Explanation(
                "no_vault_copy", "the relay has no vault for this recovery code",
                hint: "check the code and the address; the other device must have synced with this relay")
        case .noSuchDevice(let name):
            Explanation(
                "no_such_device", "no device's name begins with \(Explanation.quoted(name))",
                hint: .on(commandLine: "'auralyst sync devices' lists them", page: "Settings, Sync lists your devices"))
        case .ownDevice:
            Explanation(
                "own_device", "a device cannot remove itself",
                hint: .on(
                    commandLine: "turn off sync here with 'auralyst sync stop', or remove this device from another one",
                    page: "turn off sync here, or remove this device from another one"), exit: .usage)
        }
    }
}

extension PhoneFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noRelay:
            Explanation(
                "phone_no_relay", "a phone gets Auralyst from a relay, and this vault has none yet",
                hint: .on(
                    commandLine: "'auralyst help phone' names three ways to a relay; then run 'auralyst sync start ADDRESS'",
                    page: "choose one of the ways below, then turn on sync in Settings"))
        case .notEncrypted(let address):
            Explanation(
                "phone_not_https",
                "a phone needs an address that begins with https://, and \(Explanation.quoted(address)) does not", hint: .ways)
        case .notTrusted(let host):
            Explanation(
                "phone_not_trusted",
                "this device does not trust the certificate of \(Explanation.quoted(host)), and a phone would not either",
                hint: .ways)
        case .noApp(let host):
            Explanation(
                "phone_no_app", "\(Explanation.quoted(host)) does not offer Auralyst for phones",
                hint: .on(
                    commandLine: "whoever runs the relay turns it on: --app, or --app-origin where another host has the app",
                    page: "ask the person who runs the relay to turn it on, or choose one of the ways below"))
        case .olderApp(let version):
            Explanation(
                "phone_app_older", "the app for phones is version \(version), older than this one (\(Product.version))",
                hint: "ask the person who runs the relay to update the app there")
        }
    }
}

extension SyncError.Reach {
    fileprivate var explanation: Explanation {
        let sentence: Sentence =
            switch self {
            case .name: "the relay was not found; this device may be offline"
            case .connection: "the relay refused the connection"
            case .otherRelay: "the relay was not reached; this app can usually reach only the relay that it came from"
            case .trust: "the relay's certificate is not trusted"
            case .time: "the relay did not answer in time"
            case .transfer: "the connection to the relay was lost"
            }
        return Explanation("relay_unreachable", sentence, hint: .sentLater)
    }
}

extension RelayRefusal: Explainable {
    package var explanation: Explanation {
        switch self {
        case .noSession, .role:
            Explanation(
                "relay_refuses", "the relay does not accept this device",
                hint: .on(
                    commandLine:
                        "a relay may ask for an invitation code, which works once: --invite CODE; or another device removed this one",
                    page:
                        "ask the person who runs the relay for an invitation code (each works once); or another device removed this one",
                    phone:
                        "another device may have removed this phone: Settings, Sync has how to link it again; or the relay needs an invitation"
                ))
        case .notFound: Explanation("relay_not_found", "the relay does not have what this device asked for", hint: .tryAgain)
        case .staleEpoch, .controlConflict, .gap, .staleVault:
            Explanation("relay_conflict", "another device made a change at the same time", hint: .tryAgain)
        case .deviceFork: SyncFault.deviceForked.explanation
        case .gone(_, let checkpoint):
            checkpoint == 0 ? SyncFault.forgotten.explanation : SyncFault.snapshot(position: checkpoint).explanation
        case .quota(let used, let limit): SyncFault.full(used: used, limit: limit).explanation
        case .tooLarge(let limit):
            Explanation(
                "relay_too_large", "this is larger than the \(limit >> 20) MiB that the relay accepts at once",
                hint: "it stays on this device; whoever runs the relay can raise the limit")
        case .invalid(let fault): SyncFault.refused(fault).explanation
        case .upgrade: SyncFault.updateNeeded.explanation
        case .tooMany, .unavailable: Explanation("relay_busy", "the relay is busy", hint: .sentLater)
        }
    }
}

extension SyncFault: Explainable {
    package var explanation: Explanation {
        switch self {
        case .otherLog(let position):
            Explanation(
                "relay_other_log", "your devices saw different histories of this journal (change \(position)): sync has stopped",
                hint: .on(
                    commandLine: "you can still write here; 'auralyst sync now --confirm' continues with the relay's history",
                    page: "you can still write here; Settings, Sync lets you continue with the relay's history"), exit: .damaged)
        case .notALog(let position):
            Explanation(
                "relay_not_a_log", "the relay sent an invalid history (change \(position)): sync has stopped", hint: .askRelay,
                exit: .damaged)
        case .notAMember(let position):
            Explanation(
                "relay_not_a_member",
                "change \(position) at the relay was signed by someone without write access: sync has stopped",
                hint: .askRelay, exit: .damaged)
        case .brokenChain(let position):
            Explanation(
                "relay_broken_chain", "the relay left out a change before change \(position): sync has stopped", hint: .askRelay,
                exit: .damaged)
        case .deviceForked:
            Explanation(
                "device_forked", "this vault was copied, and both copies write as the same device: sync has stopped here",
                hint: .copiedVault)
        case .deviceDropped:
            Explanation(
                "device_dropped", "this device was removed by another one: sync has stopped here",
                hint: .on(
                    commandLine: "you can still read here; 'auralyst sync link' sets it up as a new device",
                    page: "you can still read here; to sync again, link it as a new device",
                    phone: "you can still read here; to sync again, link this phone again in Settings, Sync"))
        case .refused:
            Explanation(
                "relay_refuses_operation", "the relay will not accept a change from this device",
                hint: "you can still write here; check that Auralyst is up to date")
        case .full(let used, let limit):
            Explanation(
                "relay_full", "your account at the relay is full: \(used >> 20) of \(limit >> 20) MiB used",
                hint: "everything is saved here; ask whoever runs the relay for more space")
        case .forgotten:
            Explanation(
                "relay_gone", "another device deleted this journal from the relay: sync has stopped here",
                hint: "you can still read, write, export and back up what is here")
        case .snapshot(let position):
            Explanation(
                "relay_snapshot", "the relay's copy of the first \(position) changes cannot be decrypted: sync has stopped",
                hint: "you can still write here; sync another device that has the journal, then try again", exit: .damaged)
        case .accessEnded:
            Explanation(
                "access_ended", "this journal is no longer shared with you, or the relay lost it",
                hint: "you can still read what is here; ask its owner")
        case .updateNeeded:
            Explanation(
                "update_needed", "the relay needs a newer version of Auralyst", hint: "update Auralyst; everything is saved here")
        }
    }
}
