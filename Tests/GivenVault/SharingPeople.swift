import Engine
import Journal
import Ledger
import Sync
import Synchronization
import Testing

/// People who share journals, each from a vault of their own, through a relay in this process.
package protocol SharingPeople {
    var kept: KeptVaults { get }
}

extension SharingPeople {
    /// Someone with a vault that does not sync yet.
    package func person(_ seed: UInt64) throws -> (vault: TestVault, open: OpenVault) {
        let vault = try TestVault(seed: seed)
        kept.keep(vault)
        return (vault, try vault.create())
    }

    package func first(_ relay: TestRelay) async throws -> OpenVault {
        let (vault, open) = try await relay.firstDevice()
        kept.keep(vault)
        return open
    }

    package func linked(_ relay: TestRelay, to first: OpenVault) async throws -> OpenVault {
        let (vault, open) = try await relay.linked(to: first)
        kept.keep(vault)
        return open
    }

    /// Asks with a link, is let in, and reads the journal.
    package func join(
        _ guest: OpenVault, _ link: InvitationLink, as name: String, of owner: OpenVault, through relay: TestRelay
    ) async throws {
        let transport = relay.transport()
        try await guest.ask(link, as: name, over: { _ in transport })
        let questions = try await owner.questions(over: { _ in transport })
        let question = try #require(questions.first { $0.name == name })
        #expect(await question.identity.fingerprint == guest.ownFingerprint())
        try await owner.approve(question)
        try await relay.round(owner)
        try await relay.round(guest)
        try await relay.round(owner)
    }

    package func invited(
        _ owner: OpenVault, as role: Role, history: Invitation.History = .all, through relay: TestRelay
    ) async throws -> InvitationLink {
        let journal = try await owner.journalToShare(nil)
        let link = try await owner.invite(to: journal, as: role, history: history, label: "somebody", name: "Ben")
        try await relay.round(owner)
        return try InvitationLink(link.text)
    }
}

/// Such people, for a test of something else.
package struct OtherPeople: SharingPeople {
    package let kept = KeptVaults()

    package init() {}
}

/// Vaults that stay as long as a test: their folders go with their values.
package final class KeptVaults: Sendable {
    private let vaults = Mutex<[TestVault]>([])

    package init() {}

    package func keep(_ vault: TestVault) { vaults.withLock { $0.append(vault) } }
}
