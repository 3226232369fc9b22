import ArgumentParser
import Base
import Engine
import Foundation
import Ledger

enum ShareWords {
    static func role(_ typed: String) throws -> Role {
        switch typed.lowercased() {
        case "editor": .editor
        case "note", "notes", "note-only": .note
        case "reader": .reader
        default: throw ValidationError(say("a role is 'editor', 'note' or 'reader'"))
        }
    }

    static func name(_ member: SharedJournal.Member) -> String {
        if member.isYou { return "you" }
        return member.name.isEmpty
            ? member.role == .owner ? say("the owner") : say("someone without a name") : Terminal.harmless(member.name)
    }

    static func short(_ id: [UInt8]) -> String { RecordID(id)?.short ?? "" }

    static func line(_ member: SharedJournal.Member) -> String {
        var parts = [name(member), member.role.words + (member.history == .new ? say(", only new entries") : "")]
        if let since = member.since { parts.append(say("since \(SyncWords.moment(since))")) }
        if !member.isYou {
            parts.append(member.lastHeard.map { say("last seen \(SyncWords.moment($0))") } ?? say("not seen yet"))
        }
        return Rows.hanging(parts.joined(separator: "  ")) + code(member.fingerprint, member.isVerified ? "  compared" : "")
    }

    static func line(_ invitation: SharedJournal.Invitation) -> String {
        let whom = invitation.label.isEmpty ? "" : " for \(Terminal.harmless(invitation.label))"
        let until = say("open until \(SyncWords.moment(invitation.expires)): \(invitation.role.words)")
        let what = "\(short(invitation.id))  a link\(whom), " + until
        // The link itself is never wrapped: it is copied.
        return Rows.hanging(what + (invitation.history == .new ? say(", only new entries") : ""))
            + (invitation.link.map { "\n    \($0.text)" } ?? "")
    }

    /// - Parameter names: of the journals, if there is more than one.
    static func line(_ question: JoinQuestion, among names: [JournalID: String]) -> String {
        let place = names[question.journal].map { " '\(Terminal.harmless($0))'" } ?? ""
        let name = question.name.isEmpty ? "someone" : Terminal.harmless(question.name)
        let what = say("\(name)  asks to join\(place): \(question.role.words)")
        return Rows.hanging(what + (question.history == .new ? say(", only new entries") : ""))
            + code(question.identity.fingerprint)
    }

    /// A safety code on lines of its own.
    private static func code(_ fingerprint: String, _ rest: String = "") -> String {
        "\n    " + Rows.hanging(fingerprint + rest)
    }

    /// The member with this name, or whose code begins so.
    static func member(_ shared: SharedJournal, _ typed: String) throws -> SharedJournal.Member {
        let found = shared.members.filter { isMeant(typed, name: $0.name, words: $0.fingerprint) }
        guard found.count == 1 else { throw SharingError.noSuchMember(typed) }
        return found[0]
    }

    /// A person's requests: several if they asked with several links, the latest last.
    static func requests(_ questions: [JoinQuestion], _ typed: String) throws -> [JoinQuestion] {
        let found = questions.filter { isMeant(typed, name: $0.name, words: $0.identity.fingerprint) }
            .sorted { $0.received < $1.received }
        guard let first = found.first else { throw SharingError.noSuchRequest(typed) }
        guard found.allSatisfy({ $0.identity == first.identity && $0.journal == first.journal }) else {
            throw Refusal(
                "ambiguous_request", "\(found.count) requests match '\(Terminal.harmless(typed))'",
                hint: "type the beginning of the safety code; 'auralyst share requests' shows it")
        }
        return found
    }

    private static func isMeant(_ typed: String, name: String, words: String) -> Bool {
        let plain = typed.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        return name.lowercased() == typed.lowercased()
            || (plain.count >= 4 && words.filter { $0 != "-" }.hasPrefix(plain))
    }
}

extension SharedJournal {
    var json: JSON {
        [
            "kind": "shared", "journal": .string(journal.description), "role": .string(ownRole?.rawValue ?? "none"),
            "members": .array(members.map(\.json)), "invitations": .array(invitations.map(\.json)),
        ]
    }
}

extension SharedJournal.Member {
    var json: JSON {
        [
            "kind": "member", "name": .string(name), "role": .string(role.rawValue), "fingerprint": .string(fingerprint),
            "verified": .bool(isVerified), "you": .bool(isYou), "history": .string(history.rawValue),
            "since": SyncWords.rfc(since), "last_heard": SyncWords.rfc(lastHeard), "devices": .int(Int64(devices)),
        ]
    }
}

extension SharedJournal.Invitation {
    var json: JSON {
        [
            "kind": "invitation", "id": .string(ShareWords.short(id)), "role": .string(role.rawValue),
            "history": .string(history.rawValue), "expires": SyncWords.rfc(expires), "for": .string(label),
            "link": (link?.text).map(JSON.string) ?? .null,
        ]
    }
}

extension JoinQuestion {
    var json: JSON {
        [
            "kind": "request", "journal": .string(journal.description), "name": .string(name), "role": .string(role.rawValue),
            "history": .string(history.rawValue), "fingerprint": .string(identity.fingerprint),
            "received": SyncWords.rfc(received),
        ]
    }
}
